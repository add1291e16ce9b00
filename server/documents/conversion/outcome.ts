import { z } from 'zod'

/**
 * Why there is no result, in words for the log. `crashed`: the process ended by itself. `exhausted`: it used more
 * memory or processor time than any file may, and would do so again. `late`: it got no processor time, or waited for
 * something that never came.
 */
export type NoResult = { readonly crashed: string } | { readonly exhausted: string } | { readonly late: string }

/** A digital signature of a PDF, as it was found when the file came. */
export const signatureSchema = z.strictObject({
  /**
   * `intact`: what it covers is what was signed. `broken`: it is not, or the signature itself was changed. `unchecked`: it
   * is damaged, or of a kind that is not known.
   */
  state: z.enum(['intact', 'broken', 'unchecked']),
  /** The name in the certificate, and that of its issuer; empty if there is none. */
  signer: z.string().max(500),
  issuer: z.string().max(500),
  /** When it was signed, by the signer's own clock. */
  at: z.iso.datetime().nullable(),
  /** Whether it covers all of the file; else something was added after it. */
  isWhole: z.boolean(),
  /** Whether the certificate comes from an issuer of SIGNATURE_ISSUERS. */
  isListed: z.boolean(),
  /** Whether the certificate was valid on the day the file came. */
  isValidToday: z.boolean(),
})
export type Signature = z.output<typeof signatureSchema>
export const signaturesSchema = z.array(signatureSchema).max(30).readonly()

/**
 * The result for a file; `refused` is a sentence that tells the applicant what to do. `signatures` are those of the file,
 * of which the PDF has none any more.
 */
export type Outcome =
  | { readonly pdf: Uint8Array; readonly signatures?: readonly Signature[] }
  | { readonly refused: string }
  | NoResult

/**
 * The reply of a converter process. It only checks a docx and reads its words; the conversion happens elsewhere.
 * `accepted` is the document with its tracked changes accepted, if it has any.
 */
export type ChildReply =
  | { readonly pdf: Uint8Array; readonly signatures?: readonly Signature[] }
  | { readonly refused: string }
  | { readonly kind: 'docx'; readonly words: string; readonly accepted: Uint8Array | undefined }

/**
 * The request to a converter process: a file, the words that the resulting PDF must contain, and the certificates (PEM)
 * of the issuers whose signatures are trusted.
 */
export type ChildRequest = { readonly bytes: Uint8Array; readonly words: string; readonly issuers?: readonly string[] }

/** `interrupted`: ended from outside, usually because the server stopped. It says nothing about the file. */
export type Ended = NoResult | { readonly interrupted: string }

/** The outcome of a process that the server ended when it stopped. */
export const endedWithServer = { interrupted: 'It was ended.' } as const

/** The signals that a supervisor or Ctrl-C sends to all processes of a server at once. */
const stopSignals = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 } as const

/** What a converter process's end says about its file. Shells and bubblewrap report a signal as 128 plus its number. */
export function endOf(code: number | null, signal: NodeJS.Signals | null): Ended {
  const reason = `It ended with ${signal ?? `code ${code}`}.`
  const isStopSignal = Object.entries(stopSignals).some(([name, number]) => signal === name || code === number)
  return isStopSignal ? { interrupted: reason } : { crashed: reason }
}

/** The result for a Word document. `failed`: LibreOffice cannot convert it. */
export type OfficeOutcome = { readonly pdf: Uint8Array } | { readonly failed: true } | Ended

/** How LibreOffice writes a PDF: with tags for headings, lists, tables and pictures, and with bookmarks. */
export const PDF_OPTIONS =
  '{"UseTaggedPDF":{"type":"boolean","value":"true"},"ExportBookmarks":{"type":"boolean","value":"true"}}'

/** Converts Word documents to PDFs, each in a separate process. */
export type Office = {
  readonly convert: (docx: Uint8Array) => Promise<OfficeOutcome>
  readonly close: () => void
}

/** The engine's, which a converter process cannot read. */
const toSay = <Sentence extends string>(sentence: Sentence): Sentence => sentence

/** Why a file is refused, and what its applicant can do next: two short sentences or more, read by an eighth grader. */
export const refusals = {
  notArrived: toSay('Your file did not reach us. Please choose it again.'),
  infected: toSay(
    'Our scanner found a virus in your file, so we deleted it. Please check your device and upload a clean file.',
  ),
  unknownType: toSay(
    'Your file is not a PNG, JPEG, PDF or DOCX file, whatever its name says. Please open it, save or print it as a PDF, and upload that file.',
  ),
  heicPhoto: toSay(
    'Your photo has a format that only some phones can read. On an iPhone, go to Settings, Camera, Formats, and tap Most Compatible. Then take the photo again and upload it. Or upload a screenshot of it.',
  ),
  otherPicture: toSay(
    'We cannot use this kind of picture. Please open it, save it as JPEG or PNG, and upload that file.',
  ),
  otherDocument: toSay(
    'We cannot use this kind of document. Please open it, save or print it as a PDF, and upload that file.',
  ),
  brokenImage: toSay(
    'Your picture is damaged and cannot be read. Please save it or take it again, and upload that file.',
  ),
  hugeImage: toSay(
    'Your picture has too many pixels. Please make it smaller, at most 50 megapixels, and upload it again.',
  ),
  lockedPdf: toSay(
    'Your PDF needs a password to open. Please save it without a password, or print it to a new PDF, and upload that file.',
  ),
  emptyPdf: toSay(
    'Your PDF has no pages that can be read. Please check it, or print it to a new PDF, and upload that file.',
  ),
  brokenPdf: toSay('Your PDF is damaged and cannot be read. Please print it to a new PDF and upload that file.'),
  undrawableForm: toSay(
    'Your PDF form has answers with letters that we cannot draw. Please print it to a new PDF and upload that file.',
  ),
  changedPdf: toSay('Your PDF would not look the same with us. Please print it to a new PDF and upload that file.'),
  lockedWord: toSay(
    'Your Word file needs a password to open. Please save it as a PDF without a password and upload that file.',
  ),
  oldWord: toSay('Your file comes from an older Word or Office. Please save it as a PDF or DOCX and upload that file.'),
  brokenWord: toSay('Your Word file is damaged and cannot be read. Please save it as a PDF and upload that file.'),
  hugeWord: toSay('Your Word file holds more than we can take. Please save it as a PDF and upload that file.'),
  mixedWord: toSay(
    'Your Word file has another document inside it that we cannot print. Please save it as a PDF and upload that file.',
  ),
  lessWord: toSay('Some words of your Word file would be lost with us. Please save it as a PDF and upload that file.'),
  noWord: toSay('We cannot take Word files right now. Please save it as a PDF and upload that file.'),
  tooMuchWork: toSay(
    'Your file takes us too long to read. Please save it as a simpler PDF, or in smaller parts, and upload that file.',
  ),
  busy: toSay('We were too busy to read your file. Nothing is wrong with it. Please upload it again.'),
  tooManyPages: toSay('Your file has more than 300 pages. Please upload only the pages that we ask for.'),
  tooLong: toSay('Your file is too large once we open it. Please upload it in smaller parts.'),
} as const
