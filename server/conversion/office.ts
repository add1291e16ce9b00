/** Makes PDFs of Word documents. */
export type Office = {
  /** `failed`: the document is beyond it. */
  readonly convert: (
    docx: Uint8Array,
  ) => Promise<{ readonly pdf: Uint8Array } | { readonly failed: true } | { readonly crashed: string }>
  readonly close: () => void
}
