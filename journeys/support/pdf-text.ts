import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'

/** The text of a PDF in reading order, one string; what a person would get by selecting everything. */
export async function pdfText(pdf: Uint8Array): Promise<string> {
  const loading = getDocument({ data: new Uint8Array(pdf), verbosity: 0 })
  const document = await loading.promise
  const pages: string[] = []
  for (let number = 1; number <= document.numPages; number += 1) {
    const { items } = await (await document.getPage(number)).getTextContent()
    pages.push(items.map((item) => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : '')).join(''))
  }
  await loading.destroy()
  return pages.join('\n')
}

/** Without white space, so that a line break in the layout is no difference. */
export const tight = (text: string): string => text.normalize('NFKC').replace(/\s+/g, '')
