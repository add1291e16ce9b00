/** What tests of other folders may use. */
export { addSignatureField } from '../finish-pdf.ts'
export { setPdfStatus, storePdf } from '../stored-pdfs.ts'
export { createTypesetter } from '../typeset-pdf.ts'
export { readPdf, tight } from './read-pdf.ts'
export {
  containerInWords,
  opensslSays,
  opensslSaysOfStamp,
  signatureIn,
  signingFiles,
  startTimeStamps,
} from './signing.ts'
export { validators } from './validators.ts'
export { veraPdf } from './verapdf.ts'
