/** Why a file is refused, and what its applicant can do next: two short sentences or more, read by an eighth grader. */
export const refusals = {
  notArrived: 'Your file did not reach us. Please choose it again.',
  infected:
    'Our scanner found a virus in your file, so we deleted it. Please check your device and upload a clean file.',
  unknownType:
    'Your file is not a PNG, JPEG, PDF or DOCX file, whatever its name says. Please open it, save or print it as a PDF, and upload that file.',
  heicPhoto:
    'Your photo has a format that only some phones can read. On an iPhone, go to Settings, Camera, Formats, and tap Most Compatible. Then take the photo again and upload it. Or upload a screenshot of it.',
  otherPicture: 'We cannot use this kind of picture. Please open it, save it as JPEG or PNG, and upload that file.',
  otherDocument:
    'We cannot use this kind of document. Please open it, save or print it as a PDF, and upload that file.',
  brokenImage: 'Your picture is damaged and cannot be read. Please save it or take it again, and upload that file.',
  hugeImage: 'Your picture has too many pixels. Please make it smaller, at most 50 megapixels, and upload it again.',
  lockedPdf:
    'Your PDF needs a password to open. Please save it without a password, or print it to a new PDF, and upload that file.',
  emptyPdf: 'Your PDF has no pages that can be read. Please check it, or print it to a new PDF, and upload that file.',
  brokenPdf: 'Your PDF is damaged and cannot be read. Please print it to a new PDF and upload that file.',
  undrawableForm:
    'Your PDF form has answers with letters that we cannot draw. Please print it to a new PDF and upload that file.',
  changedPdf: 'Your PDF would not look the same with us. Please print it to a new PDF and upload that file.',
  lockedWord:
    'Your Word file needs a password to open. Please save it as a PDF without a password and upload that file.',
  oldWord: 'Your file comes from an older Word or Office. Please save it as a PDF or DOCX and upload that file.',
  brokenWord: 'Your Word file is damaged and cannot be read. Please save it as a PDF and upload that file.',
  hugeWord: 'Your Word file holds more than we can take. Please save it as a PDF and upload that file.',
  mixedWord:
    'Your Word file has another document inside it that we cannot print. Please save it as a PDF and upload that file.',
  lessWord: 'Some words of your Word file would be lost with us. Please save it as a PDF and upload that file.',
  noWord: 'We cannot take Word files right now. Please save it as a PDF and upload that file.',
  tooMuchWork:
    'Your file takes us too long to read. Please save it as a simpler PDF, or in smaller parts, and upload that file.',
  busy: 'We were too busy to read your file. Nothing is wrong with it. Please upload it again.',
  tooManyPages: 'Your file has more than 300 pages. Please upload only the pages that we ask for.',
  tooLong: 'Your file is too large once we open it. Please upload it in smaller parts.',
} as const
