import { PDFArray, PDFDict, PDFDocument, PDFHexString, PDFName, PDFString } from '@cantoo/pdf-lib'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { expect, test } from 'vitest'
import { sanitizePdf } from './sanitize-pdf.ts'

const name = PDFName.of

async function cleaned(bytes: Uint8Array): Promise<Uint8Array> {
  const outcome = await sanitizePdf(bytes)
  if (!('pdf' in outcome)) throw new Error(JSON.stringify(outcome))
  return outcome.pdf
}

/** What pdf.js reads beside the letters: nothing of ours made or changed the file for it. */
async function readByPdfJs(bytes: Uint8Array) {
  const pdf = await getDocument({ data: Uint8Array.from(bytes), verbosity: 0 }).promise
  const pages = await Promise.all(Array.from({ length: pdf.numPages }, (_, at) => pdf.getPage(at + 1)))
  const { info } = await pdf.getMetadata()
  return {
    title: 'Title' in info ? info.Title : undefined,
    language: 'Language' in info ? info.Language : undefined,
    marks: await pdf.getMarkInfo(),
    bookmarks: withPlaces(
      await pdf.getOutline(),
      pages.map(({ ref }) => ref?.num),
    ),
    tags: await Promise.all(pages.map(async (page) => rolesIn(await page.getStructTree()))),
  }
}

type Bookmark = { readonly title: string; readonly dest: unknown; readonly items: readonly Bookmark[] }

const withPlaces = (
  bookmarks: readonly Bookmark[] | null,
  pages: readonly (number | undefined)[],
): readonly unknown[] =>
  (bookmarks ?? []).map(({ title, dest, items }) => {
    const [target] = Array.isArray(dest) ? dest : []
    return { title, page: pages.indexOf(target?.num), items: withPlaces(items, pages) }
  })

type Node = { readonly role?: string; readonly alt?: string; readonly id?: string; readonly children?: readonly Node[] }

/** Roles and texts in order, with the numbers of the marks but without those of pages, which another file numbers anew. */
const rolesIn = (node: Node | null): unknown =>
  node && {
    ...(node.role !== undefined && { role: node.role }),
    ...(node.alt !== undefined && { alt: node.alt }),
    ...(node.id !== undefined && { mark: node.id.replace(/^.*_/, '_') }),
    ...(node.children && { children: node.children.map(rolesIn) }),
  }

/** Two tagged pages with bookmarks. `arm` may put anything into the tree of tags before it is saved. */
async function taggedPdf(arm: (made: { pdf: PDFDocument; tree: PDFDict; section: PDFDict }) => void = () => {}) {
  const pdf = await PDFDocument.create()
  const { context, catalog } = pdf
  const pages = ['First', 'Second'].map((text) => {
    const page = pdf.addPage([300, 200])
    const drawing = `/H1 <</MCID 0>> BDC BT /F1 20 Tf 20 150 Td (${text}) Tj ET EMC /Figure <</MCID 1>> BDC 20 20 40 40 re f EMC`
    page.node.set(name('Contents'), context.register(context.stream(drawing)))
    const font = context.obj({ Type: 'Font', Subtype: 'Type1', BaseFont: 'Helvetica' })
    page.node.set(name('Resources'), context.obj({ Font: { F1: font } }))
    return page.ref
  })
  const root = context.nextRef()
  const sectionRef = context.nextRef()
  const elements = pages.flatMap((page) => [
    context.register(context.obj({ Type: 'StructElem', S: 'Chapter', P: sectionRef, Pg: page, K: 0 })),
    context.register(
      context.obj({ Type: 'StructElem', S: 'Figure', P: sectionRef, Pg: page, K: [1], Alt: PDFString.of('A square') }),
    ),
  ])
  const section = context.obj({ Type: 'StructElem', S: 'Sect', P: root, K: elements, Lang: PDFString.of('es-MX') })
  context.assign(sectionRef, section)
  const tree = context.obj({ Type: 'StructTreeRoot', K: sectionRef, RoleMap: { Chapter: 'Heading', Heading: 'H1' } })
  context.assign(root, tree)
  catalog.set(name('StructTreeRoot'), root)
  catalog.set(name('MarkInfo'), context.obj({ Marked: true }))
  const outlines = context.nextRef()
  const [one, two, inner] = [context.nextRef(), context.nextRef(), context.nextRef()]
  const bookmark = (title: string, rest: object) => context.obj({ Title: PDFString.of(title), ...rest })
  context.assign(one, bookmark('Chapter 1', { Parent: outlines, Dest: [pages[0] ?? '', 'Fit'], Next: two }))
  context.assign(two, bookmark('Part', { Parent: outlines, Prev: one, First: inner, Last: inner, Count: 1 }))
  context.assign(inner, bookmark('Chapter 2', { Parent: two, A: { S: 'GoTo', D: [pages[1] ?? '', 'Fit'] } }))
  context.assign(outlines, context.obj({ Type: 'Outlines', First: one, Last: two, Count: 3 }))
  catalog.set(name('Outlines'), outlines)
  pdf.setTitle('My transcript')
  pdf.setLanguage('es-MX')
  arm({ pdf, tree, section })
  return pdf.save({ useObjectStreams: false })
}

test('title, language, bookmarks and tags are read as before', async () => {
  const read = await readByPdfJs(await cleaned(await taggedPdf()))
  const section = {
    role: 'Sect',
    children: [
      { role: 'H1', children: [{ mark: '_mc0' }] },
      { role: 'Figure', alt: 'A square', children: [{ mark: '_mc1' }] },
    ],
  }
  expect(read).toMatchObject({
    title: 'My transcript',
    language: 'es-MX',
    marks: new Map([
      ['Marked', true],
      ['UserProperties', false],
      ['Suspects', false],
    ]),
    bookmarks: [
      { title: 'Chapter 1', page: 0, items: [] },
      { title: 'Part', items: [{ title: 'Chapter 2', page: 1, items: [] }] },
    ],
    tags: [0, 1].map(() => ({ role: 'Root', children: [section] })),
  })
})

test('a title and a bookmark show all that is in them', async () => {
  const bytes = await taggedPdf(({ pdf }) => {
    pdf.setTitle(' gpj.\u202efdp\u200b ')
    const outlines = pdf.catalog.lookup(name('Outlines'), PDFDict)
    outlines.lookup(name('First'), PDFDict).set(name('Title'), PDFHexString.fromText('\u202eone\u0000'))
  })
  const { title, bookmarks } = await readByPdfJs(await cleaned(bytes))
  expect({ title, first: bookmarks[0] }).toMatchObject({ title: 'gpj.fdp', first: { title: 'one' } })
})

test('a document without tags gets none', async () => {
  const read = await readByPdfJs(await cleaned(await taggedPdf(({ pdf }) => pdf.catalog.delete(name('MarkInfo')))))
  expect(read).toMatchObject({ title: 'My transcript', marks: null, tags: [null, null] })
})

test('cells still name their headers, and notes have names', async () => {
  const bytes = await taggedPdf(({ pdf: { context }, section }) => {
    const A = context.obj({ O: 'Table', Headers: [PDFString.of('first'), PDFString.of('none')], RowSpan: 2 })
    const K = section.lookup(name('K'), PDFArray)
    K.push(context.register(context.obj({ Type: 'StructElem', S: 'TD', A })))
    K.push(context.register(context.obj({ Type: 'StructElem', S: 'TH', ID: PDFString.of('first') })))
    K.push(context.register(context.obj({ Type: 'StructElem', S: 'Note', ID: PDFString.of('note') })))
    K.push(context.register(context.obj({ Type: 'StructElem', S: 'Note', ID: PDFString.of('note') })))
  })
  const { context, catalog } = await PDFDocument.load(await cleaned(bytes))
  const elements = context
    .enumerateIndirectObjects()
    .flatMap(([ref, each]) => (each instanceof PDFDict ? [{ ref, each }] : []))
  const of = (type: string) => elements.filter(({ each }) => each.get(name('S')) === name(type))
  const [cell, header] = [of('TD')[0], of('TH')[0]]
  const [named] = cell?.each.lookup(name('A'), PDFDict).lookup(name('Headers'), PDFArray).asArray() ?? []
  expect(`${named}`).toBe(`${header?.each.get(name('ID'))}`)
  expect(of('Note').filter(({ each }) => each.has(name('ID'))).length).toBe(1)
  const tree = catalog.lookup(name('StructTreeRoot'), PDFDict).lookup(name('IDTree'), PDFDict)
  const names = tree.lookup(name('Names'), PDFArray).asArray().map(String)
  expect(names.filter((_, at) => at % 2 === 0)).toEqual(names.filter((_, at) => at % 2 === 0).toSorted())
  expect(names[names.indexOf(`${named}`) + 1]).toBe(`${header?.ref}`)
})

const CLAIM = '<rdf:RDF><rdf:Description><pdfuaid:part>1</pdfuaid:part></rdf:Description></rdf:RDF>'
const claiming: NonNullable<Parameters<typeof taggedPdf>[0]> = ({ pdf: { context, catalog } }) =>
  catalog.set(name('Metadata'), context.register(context.stream(CLAIM, { Type: 'Metadata', Subtype: 'XML' })))
const claimOf = async (bytes: Uint8Array) =>
  (await (await getDocument({ data: Uint8Array.from(bytes), verbosity: 0 }).promise).getMetadata()).metadata?.get(
    'pdfuaid:part',
  )

test('a document says that it meets PDF/UA if its source does', async () => {
  expect(await claimOf(await cleaned(await taggedPdf(claiming)))).toBe('1')
  expect(await claimOf(await cleaned(await taggedPdf()))).toBeFalsy()
})

test.each<[what: string, arm: NonNullable<Parameters<typeof taggedPdf>[0]>]>([
  ['a tag', ({ section }) => section.lookup(name('K'), PDFArray).push(section.context.obj({ Type: 'MCR', MCID: -1 }))],
  ['all tags', ({ pdf }) => pdf.catalog.delete(name('MarkInfo'))],
  ['the title', ({ pdf }) => pdf.setTitle('')],
  [
    'a link to elsewhere',
    ({ pdf: { context }, pdf }) => {
      const link = { Type: 'Annot', Subtype: 'Link', Rect: [20, 140, 90, 170], Border: [0, 0, 0] }
      const A = context.obj({ S: 'URI', URI: PDFString.of('https://example.com/') })
      pdf.getPage(0).node.set(name('Annots'), context.obj([context.register(context.obj({ ...link, A }))]))
    },
  ],
])('and no longer if %s was left out', async (_, arm) => {
  const bytes = await taggedPdf((made) => {
    claiming(made)
    arm(made)
  })
  expect(await claimOf(bytes)).toBe('1')
  expect(await claimOf(await cleaned(bytes))).toBeFalsy()
})

const action = { S: 'JavaScript', JS: PDFString.of('evil()') }

test.each<[what: string, arm: Parameters<typeof taggedPdf>[0]]>([
  [
    'scripts in attributes, classes and roles',
    ({ pdf: { context }, tree, section }) => {
      section.set(name('A'), context.obj({ O: 'Layout', AA: action }))
      section.set(name('AF'), context.obj([action]))
      section.set(name('Lang'), context.obj(action))
      tree.set(name('ClassMap'), context.obj({ C: action }))
      tree.set(name('IDTree'), context.obj({ Names: [PDFString.of('x'), action] }))
    },
  ],
  [
    'a tag that is inside itself',
    ({ tree, section }) => {
      section.set(name('K'), PDFArray.withContext(section.context))
      section.lookup(name('K'), PDFArray).push(tree.get(name('K')) ?? section)
    },
  ],
  [
    'ten thousand tags in each other',
    ({ pdf: { context }, section }) => {
      let deepest = section
      for (let depth = 0; depth < 10_000; depth += 1) {
        const inner = context.obj({ Type: 'StructElem', S: 'Div' })
        deepest.set(name('K'), context.register(inner))
        deepest = inner
      }
    },
  ],
  [
    'numbers that no page can have',
    ({ pdf: { context }, section }) =>
      section.set(name('K'), context.obj([-1, 1e9, 0.5, { Type: 'MCR', MCID: 4e9, Pg: 7 }, 'what', null])),
  ],
  [
    'bookmarks in a ring',
    ({ pdf }) => {
      const first = pdf.catalog.lookup(name('Outlines'), PDFDict).lookup(name('First'), PDFDict)
      first.set(name('Next'), pdf.catalog.lookup(name('Outlines'), PDFDict).get(name('First')) ?? first)
      first.set(name('First'), pdf.catalog.lookup(name('Outlines'), PDFDict).get(name('First')) ?? first)
    },
  ],
])('%s do no harm', async (_, arm) => {
  const pdf = await cleaned(await taggedPdf(arm))
  expect(Buffer.from(pdf).toString('latin1')).not.toMatch(/JavaScript|evil/)
  const whole = await PDFDocument.load(pdf, { updateMetadata: false })
  expect(whole.context.enumerateIndirectObjects().map(String).join('\n')).not.toMatch(/JavaScript|evil/)
  expect(await readByPdfJs(pdf)).toMatchObject({ title: 'My transcript' })
})
