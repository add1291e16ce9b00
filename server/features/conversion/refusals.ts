/** Why a file is refused, in sentences that say what to do. */
export const refusals = {
  unknownType:
    'Your file is not a PNG, JPEG, PDF or DOCX file, whatever its name says. Please save it as one of these and upload it again.',
  brokenImage: 'Your picture is damaged and cannot be read. Please save or take it again and upload that file.',
  hugeImage: 'Your picture has too many pixels. Please make it smaller, at most 50 megapixels, and upload it again.',
  lockedPdf:
    'Your PDF is protected with a password. Please save it without a password, or print it to a new PDF, and upload that file.',
  emptyPdf: 'Your PDF has no pages that can be read. Please check it, or print it to a new PDF, and upload that file.',
  brokenPdf: 'Your PDF is damaged and cannot be read. Please print it to a new PDF and upload that file.',
  undrawableForm: 'Your form holds entries that we cannot draw. Please print it to a new PDF and upload that file.',
  changedPdf: 'Your PDF would not look the same once converted. Please print it to a new PDF and upload that file.',
  oldWord:
    'Your document is protected with a password or of an older kind of Word. Please save it as PDF without a password and upload that file.',
  brokenWord: 'Your document is damaged and cannot be read. Please save it as PDF and upload that file.',
  hugeWord: 'Your document holds more than we can take. Please save it as PDF and upload that file.',
  mixedWord:
    'Your document holds a part of another kind that we cannot convert. Please save it as PDF and upload that file.',
  lessWord: 'Your document would lose words once converted. Please save it as PDF and upload that file.',
  noWord: 'Word documents cannot be converted here. Please save your document as PDF and upload that file.',
  tooMuchWork:
    'Your file takes too long to convert. Please save it as a simpler PDF, or in smaller parts, and upload that file.',
  busy: 'We were too busy to convert your file. Please upload it again.',
  tooManyPages: 'Your document has more than 300 pages. Please upload the pages that we asked for.',
  tooLong: 'Your document becomes too large when converted. Please upload it in smaller parts.',
} as const
