import { type FileTypeResult, fileTypeFromBuffer } from 'file-type'
import { checkDocx } from './check-docx.ts'
import { imageToPdf } from './image-to-pdf.ts'
import { type ChildReply, type ChildRequest, refusals } from './outcome.ts'
import { readSignatures } from './read-signatures.ts'
import { sanitizePdf } from './sanitize-pdf.ts'

const HEADER_WITHIN = 1_024 // bytes

/** Converts every file that this process can convert. The content decides what a file is, never its name. */
export async function processFile({ bytes, words, issuers = [] }: ChildRequest): Promise<ChildReply> {
  const type = await fileTypeFromBuffer(bytes)
  // Every reader accepts a PDF that starts a little later, after a line from a printer or a mail program.
  const atHeader = Buffer.from(bytes.subarray(0, HEADER_WITHIN)).indexOf('%PDF-')
  switch (type?.ext) {
    case 'png':
    case 'apng':
    case 'jpg':
      return imageToPdf(bytes)
    case 'pdf':
      return pdfOf(bytes, words, issuers)
    case 'docx':
    case 'docm':
      return checkDocx(bytes)
    case 'cfb':
      return { refused: isLocked(bytes) ? refusals.lockedWord : refusals.oldWord }
    default:
      return atHeader < 0 ? { refused: whyNot(type) } : pdfOf(bytes.subarray(atHeader), words, issuers)
  }
}

/** A PDF without anything active, and the signatures that it had before. */
async function pdfOf(bytes: Uint8Array, words: string, issuers: readonly string[]): Promise<ChildReply> {
  const clean = await sanitizePdf(bytes, words)
  if (!('pdf' in clean)) return clean
  const signatures = await readSignatures(bytes, issuers)
  return signatures.length > 0 ? { ...clean, signatures } : clean
}

/** A Word document with a password is stored in the old format, with its contents under this name. */
const isLocked = (bytes: Uint8Array) => Buffer.from(bytes).includes(Buffer.from('EncryptedPackage', 'utf16le'))

function whyNot(type: FileTypeResult | undefined): string {
  if (type === undefined) return refusals.unknownType
  if (/^image\/(heic|heif|avif)/.test(type.mime)) return refusals.heicPhoto
  if (type.mime.startsWith('image/')) return refusals.otherPicture
  return documentTypes.test(type.mime) ? refusals.otherDocument : refusals.unknownType
}

const documentTypes = /officedocument|opendocument|\/(rtf|epub\+zip|postscript|vnd\.ms-|x-iwork)/
