import type { Ended } from './how-it-ended.ts'

/** What became of a Word document. `failed`: the document is beyond LibreOffice. */
export type OfficeOutcome = { readonly pdf: Uint8Array } | { readonly failed: true } | Ended

/** Makes PDFs of Word documents, each in a process of its own. */
export type Office = {
  readonly convert: (docx: Uint8Array) => Promise<OfficeOutcome>
  readonly close: () => void
}
