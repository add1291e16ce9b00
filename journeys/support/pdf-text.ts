import { getDocument, type PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'

/** The text of a PDF in reading order, as one string: what a person gets by selecting everything. */
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

/** Leaves out text marked as decoration, such as headers and footers, which could interrupt an answer. */
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

/** Removes white space, so that line breaks in the layout make no difference. */
export const tight = (text: string): string => text.normalize('NFKC').replace(/\s+/g, '')
