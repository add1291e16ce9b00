/** The documents: what applicants attach to questions, from the upload to the PDF and its removal. */
export { defineConversionJobs, resumeAtStart } from './conversion-jobs.ts'
export type { DocumentsDeps } from './deps.ts'
export { documentRoutes, pdfNameIn } from './document-routes.ts'
export { keptOriginal } from './kept-originals.ts'
export {
  checkScanner,
  createScan,
  type DocumentScan,
  scanInWords,
  scanOf,
  scanWarnings,
} from './malware-scan.ts'
export { checksInWords, sealSignaturesAgain, signaturesInWords, signaturesOf } from './signatures.ts'
export { ownsStorage } from './storage-owner.ts'
export { defineDocumentMaintenance, documentWarnings, sweepCommand } from './sweep-documents.ts'
