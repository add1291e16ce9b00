/** What measures packets without a server; through the folder's own index every start would load the library for PDFs. */
export { appendPdfs } from '../append-pdfs.ts'
