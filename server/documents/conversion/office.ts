import type { Ended } from './end-of-process.ts'

/** The result for a Word document. `failed`: LibreOffice cannot convert it. */
export type OfficeOutcome = { readonly pdf: Uint8Array } | { readonly failed: true } | Ended

/** Converts Word documents to PDFs, each in a separate process. */
export type Office = {
  readonly convert: (docx: Uint8Array) => Promise<OfficeOutcome>
  readonly close: () => void
}
