import { strToU8, zipSync } from 'fflate'

/**
 * A Word document of a heading and the paragraphs of a text, which the server turns into a PDF like any other. The
 * smallest parts that Office Open XML (ECMA-376, part 1) asks for.
 */
export function documentOfText(heading: string, text: string): File {
  const body = [bold(heading), ...text.split(/\r\n|\r|\n/).map(plain)].map((run) => `<w:p>${run}</w:p>`).join('')
  const zipped = zipSync({
    '[Content_Types].xml': part(
      `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="${WORD}.document.main+xml"/></Types>`,
    ),
    '_rels/.rels': part(
      `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="document" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>`,
    ),
    'word/document.xml': part(
      `<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>${body}${LETTER}</w:body></w:document>`,
    ),
  })
  return new File([new Uint8Array(zipped)], 'Explanation.docx', { type: `${WORD}.document` })
}

const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const WORD = 'application/vnd.openxmlformats-officedocument.wordprocessingml'
/** Letter paper with margins of an inch, in twentieths of a point. */
const LETTER =
  '<w:sectPr><w:pgSz w:w="12240" w:h="15840"/><w:pgMar w:top="1440" w:right="1440" w:bottom="1440" w:left="1440"/></w:sectPr>'

const part = (xml: string) => strToU8(`<?xml version="1.0" encoding="UTF-8" standalone="yes"?>${xml}`)
const plain = (text: string) => `<w:r><w:t xml:space="preserve">${escaped(text)}</w:t></w:r>`
const bold = (text: string) => `<w:r><w:rPr><w:b/></w:rPr><w:t xml:space="preserve">${escaped(text)}</w:t></w:r>`

/** XML has no place for control characters and halves of characters, in whatever way they are written. */
const escaped = (text: string) =>
  text
    .toWellFormed()
    .replace(/[\p{Cc}\uFFFE\uFFFF]/gu, ' ')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
