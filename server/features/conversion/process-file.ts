import { fileTypeFromBuffer } from 'file-type'
import { checkDocx } from './check-docx.ts'
import { imageToPdf } from './image-to-pdf.ts'
import type { ChildReply, ChildRequest } from './outcome.ts'
import { refusals } from './refusals.ts'
import { sanitizePdf } from './sanitize-pdf.ts'

const HEADER_WITHIN = 1_024 // bytes

/** Converts every file that this process can convert. The content decides what a file is, never its name. */
export async function processFile({ bytes, words }: ChildRequest): Promise<ChildReply> {
  const type = await fileTypeFromBuffer(bytes)
  // Every reader accepts a PDF that starts a little later, after a line from a printer or a mail program.
  const atHeader = Buffer.from(bytes.subarray(0, HEADER_WITHIN)).indexOf('%PDF-')
  switch (type?.ext) {
    case 'png':
    case 'apng':
    case 'jpg':
      return imageToPdf(bytes)
    case 'pdf':
      return sanitizePdf(bytes, words)
    case 'docx':
    case 'docm':
      return checkDocx(bytes)
    case 'cfb':
      return { refused: refusals.oldWord }
    default:
      return atHeader < 0 ? { refused: refusals.unknownType } : sanitizePdf(bytes.subarray(atHeader), words)
  }
}
