/** What is printed about the documents of a packet: the list of them, and lines on each of their pages. */
export type PacketSheets = {
  readonly institution: string
  readonly color: string
  readonly title: string
  readonly applicant: string
  readonly reference: string
  /** A sentence above the list. */
  readonly summary: string
  readonly documents: readonly {
    /** The question that asked for it, such as "College 2: Unofficial transcript". */
    readonly title: string
    readonly file: string
    /** The day on which it was attached. */
    readonly attached: string
    /** When and by what it was scanned for malware, or that it was not. */
    readonly scan: string
    /** The shape of each page. */
    readonly pages: readonly PageShape[]
    /** Why there are no pages, in a sentence. */
    readonly problem?: string
  }[]
}
export type PageShape = 'portrait' | 'landscape'

/**
 * The sheets as one PDF: `listPages` with the list, then one with the lines of each page of each document, or in
 * place of a document without pages, the sheet that says why. */
export type RenderedSheets = { readonly pdf: Uint8Array; readonly listPages: number }
