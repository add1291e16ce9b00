import type { PdfContent } from './pdf-content.ts'

/**
 * Tags the first cell of a row that has a title as the header of its row, which this build of Typst cannot say
 * (docs/decisions/0004). Nothing moves: the tag takes the bytes of an entry that the standard makes optional. Throws if
 * the tables of the file are not those of the content.
 */
export function markRowHeaders(pdf: Uint8Array, { pages }: Pick<PdfContent, 'pages'>): Uint8Array {
  const tables = pages.flatMap(({ rows }) => rows.flatMap((row) => (row.kind === 'table' ? [row] : [])))
  if (!tables.some(({ rows }) => rows.some(({ title }) => title !== null))) return pdf
  const file = Buffer.from(pdf)
  const elements = elementsIn(file.toString('latin1'))
  const kidsOf = (element: Element | undefined, tag: string) =>
    [...(/\/K \[([^\]]*)\]/.exec(element?.text ?? '')?.[1] ?? '').matchAll(/(\d+) 0 R/g)]
      .flatMap(([, kid = '']) => elements.get(kid) ?? [])
      .filter((each) => each.tag === tag)
  // Typst writes the elements from the last to the first.
  const found = [...elements.values()].filter(({ tag }) => tag === 'Table').reverse()
  if (found.length !== tables.length) throw new Error('The PDF has other tables than its content.')
  for (const [index, { rows }] of tables.entries()) {
    const lines = kidsOf(found[index], 'TBody').flatMap((body) => kidsOf(body, 'TR'))
    let line = 0
    for (const { title, below } of rows) {
      const [cell] = kidsOf(lines[line], 'TD')
      if (title !== null) writeHeader(file, cell)
      line += below.length > 0 ? 2 : 1
    }
    if (line !== lines.length) throw new Error('A table of the PDF has other rows than its content.')
  }
  return file
}

type Element = { readonly tag: string; readonly text: string; readonly at: number }

/** The elements of the structure by the numbers of their objects. */
const elementsIn = (file: string): ReadonlyMap<string, Element> =>
  new Map(
    [...file.matchAll(/(?<=\n)(\d+) 0 obj\n<<\n {2}\/Type \/StructElem\n {2}\/S \/(\w+)\n.*?\nendobj/gs)].map(
      ({ 0: text, 1: number = '', 2: tag = '', index }) => [number, { tag, text, at: index }],
    ),
  )

const TYPE = '  /Type /StructElem\n'
const SCOPE = '    /Scope /Row\n'

function writeHeader(file: Buffer, cell: Element | undefined): void {
  const text = cell?.text ?? ''
  const header = text
    .replace(TYPE, ' '.repeat(TYPE.length - SCOPE.length - 1).concat('\n'))
    .replace('/S /TD\n', '/S /TH\n')
    .replace('    /O /Table\n', `    /O /Table\n${SCOPE}`)
  if (!cell || header.length !== text.length || !header.includes(SCOPE))
    throw new Error('A cell of the PDF cannot be tagged as a header.')
  file.write(header, cell.at, 'latin1')
}
