/** The fonts that come with the product, and what they can draw. */
export { fontListsFor, loadPdfFonts } from './pdf-fonts.ts'
