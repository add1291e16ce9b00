import { PDFDict, PDFDocument, PDFInvalidObject, PDFName, type PDFObject, PDFRef, PDFStream } from '@cantoo/pdf-lib'

/** Whether a PDF opens only with a password. One that is merely restricted opens without, and a damaged one not at all. */
export async function needsPassword(file: File): Promise<boolean> {
  try {
    await opened(await file.arrayBuffer(), '')
    return false
  } catch (error) {
    return isWrongPassword(error)
  }
}

/**
 * An unlocked copy of a PDF, in which everything else is as it was. Undefined if there can be none: the PDF cannot be
 * read, the copy could not, or it is signed, and unlocking would make a genuine document look like a changed one. The
 * password is nowhere in what is returned or thrown.
 */
export async function unlockPdf(
  file: File,
  password: string,
): Promise<Uint8Array<ArrayBuffer> | 'wrong password' | undefined> {
  try {
    const pdf = await opened(await file.arrayBuffer(), password)
    if (isSigned(pdf) || !withoutEncryption(pdf)) return undefined
    const copy = await pdf.save({ updateFieldAppearances: false })
    const again = await PDFDocument.load(copy, { updateMetadata: false })
    return again.getPageCount() === pdf.getPageCount() && pdf.getPageCount() > 0 ? new Uint8Array(copy) : undefined
  } catch (error) {
    return isWrongPassword(error) ? 'wrong password' : undefined // it cannot be read: the server says so
  }
}

/**
 * Drops what says that the PDF is encrypted. The library keeps the old cross-reference as an object that it could not
 * read, where other readers find the encryption. Anything else that it could not read would be damaged: false.
 */
function withoutEncryption({ context }: PDFDocument): boolean {
  for (const [ref, object] of context.enumerateIndirectObjects()) {
    const dict = dictOf(object)
    const isCrossReference = dict?.get(PDFName.of('Type')) === PDFName.of('XRef')
    const isEncryption = dict?.get(PDFName.of('Filter')) === PDFName.of('Standard') && dict.has(PDFName.of('O'))
    const isUnread = object instanceof PDFInvalidObject
    const text = isUnread ? textOf(object) : ''
    if (isUnread && !/\/Type\s*\/XRef/.test(text)) return false
    const [, number, generation] = /\/Info\s+(\d+)\s+(\d+)\s+R/.exec(text) ?? []
    if (number) context.trailerInfo.Info ??= PDFRef.of(Number(number), Number(generation)) // title and author
    if (isUnread || isCrossReference || isEncryption) context.delete(ref)
  }
  return true
}

const opened = (bytes: ArrayBuffer, password: string) => PDFDocument.load(bytes, { updateMetadata: false, password })

/** The library says "NEEDS PASSWORD" or "Password incorrect". */
const isWrongPassword = (error: unknown) => error instanceof Error && /password/i.test(error.message)

const isSigned = ({ context }: PDFDocument) =>
  context.enumerateIndirectObjects().some(([, object]) => dictOf(object)?.has(PDFName.of('ByteRange')))

function textOf(object: PDFObject): string {
  const bytes = new Uint8Array(object.sizeInBytes())
  object.copyBytesInto(bytes, 0)
  return new TextDecoder('latin1').decode(bytes)
}

function dictOf(object: PDFObject): PDFDict | undefined {
  if (object instanceof PDFStream) return object.dict
  return object instanceof PDFDict ? object : undefined
}
