import { type Part, zipOf } from './zip-of.ts'

/** What a Word document may contain besides its paragraphs. */
type Rest = {
  /** Addresses of linked pictures that are stored elsewhere. */
  readonly linkedPictures?: readonly string[]
  /** Addresses of hyperlinks. */
  readonly links?: readonly string[]
  readonly macros?: boolean
  readonly parts?: readonly Part[]
}

/** A Word document with these paragraphs, built by hand so that it can contain what Word would not write. */
export function docxOf(
  paragraphs: readonly string[],
  { linkedPictures = [], links = [], macros = false, parts = [] }: Rest = {},
): Uint8Array {
  const relation = (kind: string, prefix: string) => (target: string, index: number) =>
    `<Relationship Id="${prefix}${index}" Type="${office}/officeDocument/2006/relationships/${kind}" Target="${target}" TargetMode="External"/>`
  const relations = [...linkedPictures.map(relation('image', 'p')), ...links.map(relation('hyperlink', 'l'))]
  const body = [
    ...paragraphs.map((text) => `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`),
    ...linkedPictures.map((_, index) => picture(`p${index}`)),
    ...links.map(
      (target, index) => `<w:p><w:hyperlink r:id="l${index}"><w:r><w:t>${target}</w:t></w:r></w:hyperlink></w:p>`,
    ),
  ]
  const main = macros ? 'application/vnd.ms-word.document.macroEnabled.main+xml' : `${word}.document.main+xml`
  return zipOf([
    {
      name: '[Content_Types].xml',
      content: `${xml}<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Default Extension="bin" ContentType="application/vnd.ms-office.vbaProject"/><Override PartName="/word/document.xml" ContentType="${main}"/></Types>`,
    },
    {
      name: '_rels/.rels',
      content: `${xml}<Relationships xmlns="${packages}/relationships"><Relationship Id="r1" Type="${office}/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>`,
    },
    {
      name: 'word/document.xml',
      content: `${xml}<w:document xmlns:w="${office}/wordprocessingml/2006/main" xmlns:r="${office}/officeDocument/2006/relationships" xmlns:wp="${office}/drawingml/2006/wordprocessingDrawing" xmlns:a="${office}/drawingml/2006/main" xmlns:pic="${office}/drawingml/2006/picture"><w:body>${body.join('')}</w:body></w:document>`,
    },
    {
      name: 'word/_rels/document.xml.rels',
      content: `${xml}<Relationships xmlns="${packages}/relationships">${relations.join('')}</Relationships>`,
    },
    ...(macros ? [{ name: 'word/vbaProject.bin', content: 'Sub AutoOpen()\nShell "calc"\nEnd Sub' }] : []),
    ...parts,
  ])
}

const xml = '<?xml version="1.0" encoding="UTF-8"?>'
const office = 'http://schemas.openxmlformats.org'
const packages = `${office}/package/2006`
const word = 'application/vnd.openxmlformats-officedocument.wordprocessingml'

const picture = (id: string) =>
  `<w:p><w:r><w:drawing><wp:inline><wp:extent cx="900000" cy="900000"/><wp:docPr id="1" name="${id}"/><a:graphic><a:graphicData uri="${office}/drawingml/2006/picture"><pic:pic><pic:nvPicPr><pic:cNvPr id="1" name="${id}"/><pic:cNvPicPr/></pic:nvPicPr><pic:blipFill><a:blip r:link="${id}"/><a:stretch><a:fillRect/></a:stretch></pic:blipFill><pic:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="900000" cy="900000"/></a:xfrm><a:prstGeom prst="rect"/></pic:spPr></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r></w:p>`
