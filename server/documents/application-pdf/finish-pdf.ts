import { say } from '../../../engine/index.ts'
import type { PdfContent } from './pdf-content.ts'
import { makeReadable } from './readable-text.ts'

/**
 * Says in a file by Typst what this build of it cannot say (docs/decisions/0004): the first cell of a row that has a
 * title is the header of its row; and, if `isArchivable`, that the file keeps to PDF/A-3a too, with the answers in it as
 * the source of what is printed. Throws if the file is not built as Typst builds it.
 */
export function finishPdf(
  pdf: Uint8Array,
  { pages }: Pick<PdfContent, 'pages'>,
  { isArchivable }: { readonly isArchivable: boolean },
): Uint8Array {
  const file = Buffer.from(pdf).toString('latin1')
  const objects = objectsIn(file)
  markRowHeaders(objects, pages)
  change(objects, numberOf(objects, 'Catalog'), '    /Suspects false\n', '') // as without it, and Poppler complains
  makeReadable(objects)
  if (isArchivable) claimArchive(objects)
  return Buffer.from(written(file, objects), 'latin1')
}

/**
 * Adds a field for a digital signature with this dictionary, which becomes the last object. The field has no place on its
 * page: what is signed is the file, and the page looks the same with it and without it. Throws like `finishPdf`.
 */
export function addSignatureField(pdf: Uint8Array, dictionary: string): Uint8Array {
  const file = Buffer.from(pdf).toString('latin1')
  const objects = objectsIn(file)
  const page = numberOf(objects, 'Page')
  const field = Math.max(...[...objects.keys()].map(Number)) + 1
  const annotations = /\n {2}\/Annots \[/.exec(objects.get(page ?? '') ?? '')?.[0]
  if (annotations) change(objects, page, annotations, `${annotations}${field} 0 R `)
  else change(objects, page, '/Type /Page\n', `/Type /Page\n  /Annots [${field} 0 R]\n`)
  const form = `  /AcroForm <<\n    /Fields [${field} 0 R]\n    /SigFlags 3\n  >>\n`
  change(objects, numberOf(objects, 'Catalog'), '/Type /Catalog\n', `/Type /Catalog\n${form}`)
  // PDF/A wants a field to be printed (4); it is locked (128).
  const title = textString(say('Digital signature of this file'))
  const entries = `${SIGNATURE_FIELD}\n/TU ${title}\n/F 132\n/Rect [0 0 0 0]\n/P ${page} 0 R\n/V ${field + 1} 0 R`
  objects.set(`${field}`, `${field} 0 obj\n<<\n${entries}\n>>\nendobj\n\n`)
  objects.set(`${field + 1}`, `${field + 1} 0 obj\n${dictionary}\nendobj\n\n`)
  return Buffer.from(written(file, objects), 'latin1')
}

const SIGNATURE_FIELD = '/Type /Annot\n/Subtype /Widget\n/FT /Sig\n/T (Signature)'

/** A text of a PDF in any script. */
export const textString = (text: string): string =>
  `<${Buffer.from(`\ufeff${text}`, 'utf16le').swap16().toString('hex')}>`

/** The objects of a file by their numbers, as texts of bytes, in the order of the file. */
type Objects = Map<string, string>

const startOfTable = (file: string): number => Number(/startxref\s+(\d+)\s+%%EOF\s*$/.exec(file.slice(-64))?.[1])

function objectsIn(file: string): Objects {
  const table = startOfTable(file)
  const [, count = '', lines = ''] =
    /^xref\n0 (\d+)\n((?:\d{10} \d{5} [fn]\s*\n)+)trailer/.exec(file.slice(table)) ?? []
  const places = lines
    .trimEnd()
    .split('\n')
    .flatMap((line, number) => (line[17] === 'n' ? [{ number: `${number}`, at: Number(line.slice(0, 10)) }] : []))
    .sort((one, other) => one.at - other.at)
  if (places.length === 0 || places.length !== Number(count) - 1)
    throw new Error('The PDF has no plain table of objects.')
  return new Map(places.map(({ number, at }, index) => [number, file.slice(at, places[index + 1]?.at ?? table)]))
}

function written(file: string, objects: Objects): string {
  const begin = file.indexOf('1 0 obj')
  let at = begin
  const places = new Map<number, number>()
  for (const [number, text] of objects) {
    places.set(Number(number), at)
    at += text.length
  }
  const entries = [...places]
    .sort(([one], [other]) => one - other)
    .map(([, place]) => `${`${place}`.padStart(10, '0')} 00000 n \n`)
  const trailer = file
    .slice(file.indexOf('trailer', startOfTable(file)))
    .replace(/startxref\s+\d+/, `startxref\n${at}`)
    .replace(/\/Size \d+/, `/Size ${entries.length + 1}`)
  return [
    file.slice(0, begin),
    ...objects.values(),
    `xref\n0 ${entries.length + 1}\n0000000000 65535 f \n`,
    ...entries,
    trailer,
  ].join('')
}

const numberOf = (objects: Objects, type: string): string | undefined =>
  [...objects].find(([, text]) => text.includes(`\n  /Type /${type}\n`))?.[0]

/** Replaces a part of one object that is there exactly as it is expected. */
function change(objects: Objects, number: string | undefined, part: string, by: string): void {
  const text = objects.get(number ?? '')
  if (number === undefined || !text?.includes(part)) throw new Error(`The PDF has an object without “${part.trim()}”.`)
  objects.set(
    number,
    text.replace(part, () => by),
  )
}

function markRowHeaders(objects: Objects, pages: PdfContent['pages']): void {
  const tables = pages.flatMap(({ rows }) => rows.flatMap((row) => (row.kind === 'table' ? [row] : [])))
  if (!tables.some(({ rows }) => rows.some(({ title }) => title !== null))) return
  const tagOf = (number: string) =>
    /^\d+ 0 obj\n<<\n {2}\/Type \/StructElem\n {2}\/S \/(\w+)\n/.exec(objects.get(number) ?? '')?.[1]
  const kidsOf = (number: string | undefined, tag: string) =>
    [...(/\/K \[([^\]]*)\]/.exec(objects.get(number ?? '') ?? '')?.[1] ?? '').matchAll(/(\d+) 0 R/g)]
      .flatMap(([, kid = '']) => kid)
      .filter((kid) => tagOf(kid) === tag)
  // Typst writes the elements from the last to the first.
  const found = [...objects.keys()].filter((number) => tagOf(number) === 'Table').reverse()
  if (found.length !== tables.length) throw new Error('The PDF has other tables than its content.')
  for (const [index, { rows }] of tables.entries()) {
    const lines = kidsOf(found[index], 'TBody').flatMap((body) => kidsOf(body, 'TR'))
    let line = 0
    for (const { title, below } of rows) {
      const [cell] = kidsOf(lines[line], 'TD')
      if (title !== null) {
        change(objects, cell, '/S /TD\n', '/S /TH\n')
        change(objects, cell, '    /O /Table\n', '    /O /Table\n    /Scope /Row\n')
      }
      line += below.length > 0 ? 2 : 1
    }
    if (line !== lines.length) throw new Error('A table of the PDF has other rows than its content.')
  }
}

/** ISO 19005-3: what the file claims, in words that its own readers know, and how the attached answers belong to it. */
function claimArchive(objects: Objects): void {
  const attached = numberOf(objects, 'Filespec')
  change(objects, attached, '/Type /Filespec\n', '/Type /Filespec\n  /AFRelationship /Source\n')
  change(objects, numberOf(objects, 'Catalog'), '/Type /Catalog\n', `/Type /Catalog\n  /AF [${attached} 0 R]\n`)
  const metadata = numberOf(objects, 'Metadata')
  change(objects, metadata, '</rdf:RDF>', `${ARCHIVE}${SCHEMA_OF_UA}</rdf:RDF>`)
  const [, length = ''] = /\/Length (\d+)/.exec(objects.get(metadata ?? '') ?? '') ?? []
  change(objects, metadata, `/Length ${length}`, `/Length ${Number(length) + ARCHIVE.length + SCHEMA_OF_UA.length}`)
}

const ARCHIVE =
  '<rdf:Description rdf:about="" xmlns:pdfaid="http://www.aiim.org/pdfa/ns/id/">' +
  '<pdfaid:part>3</pdfaid:part><pdfaid:conformance>A</pdfaid:conformance></rdf:Description>'

/** PDF/A knows no property of PDF/UA, so the file describes the one that it has (ISO 19005-3, 6.6.2.3). */
const SCHEMA_OF_UA =
  '<rdf:Description rdf:about="" xmlns:pdfaExtension="http://www.aiim.org/pdfa/ns/extension/" ' +
  'xmlns:pdfaSchema="http://www.aiim.org/pdfa/ns/schema#" xmlns:pdfaProperty="http://www.aiim.org/pdfa/ns/property#">' +
  '<pdfaExtension:schemas><rdf:Bag><rdf:li rdf:parseType="Resource">' +
  '<pdfaSchema:schema>PDF/UA identification</pdfaSchema:schema>' +
  '<pdfaSchema:namespaceURI>http://www.aiim.org/pdfua/ns/id/</pdfaSchema:namespaceURI>' +
  '<pdfaSchema:prefix>pdfuaid</pdfaSchema:prefix>' +
  '<pdfaSchema:property><rdf:Seq><rdf:li rdf:parseType="Resource">' +
  '<pdfaProperty:name>part</pdfaProperty:name><pdfaProperty:valueType>Integer</pdfaProperty:valueType>' +
  '<pdfaProperty:category>internal</pdfaProperty:category>' +
  '<pdfaProperty:description>The part of ISO 14289 that the file keeps to</pdfaProperty:description>' +
  '</rdf:li></rdf:Seq></pdfaSchema:property></rdf:li></rdf:Bag></pdfaExtension:schemas></rdf:Description>'
