import { getDocument, type PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'

/** The text of a PDF in reading order, one string; what a person would get by selecting everything. */
export async function pdfText(pdf: Uint8Array): Promise<string> {
  const loading = getDocument({ data: new Uint8Array(pdf), verbosity: 0 })
  const document = await loading.promise
  const pages: string[] = []
  for (let number = 1; number <= document.numPages; number += 1) {
    const { items } = await (await document.getPage(number)).getTextContent({ includeMarkedContent: true })
    pages.push(withoutArtifacts(items))
  }
  await loading.destroy()
  return pages.join('\n')
}

type Items = Awaited<ReturnType<PDFPageProxy['getTextContent']>>['items']

/** The text without what is marked as decoration: the lines at the head and the foot of each page, in the middle of an answer. */
function withoutArtifacts(items: Items): string {
  const open: boolean[] = []
  let text = ''
  for (const item of items) {
    if ('str' in item) {
      if (!open.includes(true)) text += item.str + (item.hasEOL ? '\n' : '')
    } else if (item.type === 'endMarkedContent') open.pop()
    else open.push('tag' in item && item.tag === 'Artifact')
  }
  return text
}

/** Without white space, so that a line break in the layout is no difference. */
export const tight = (text: string): string => text.normalize('NFKC').replace(/\s+/g, '')
