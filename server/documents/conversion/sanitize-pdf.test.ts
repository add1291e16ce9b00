import {
  PDFArray,
  PDFBool,
  PDFDict,
  PDFDocument,
  PDFHexString,
  PDFName,
  PDFNumber,
  type PDFPage,
  PDFStream,
  PDFString,
} from '@cantoo/pdf-lib'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { describe, expect, test } from 'vitest'
import { armedPdf, layeredPdf, pdfOf } from '../../testing/sample-files/index.ts'
import { missingWords } from './missing-words.ts'
import { openPdf } from './open-pdf.ts'
import { refusals } from './outcome.ts'
import { sanitizePdf, visibleLoss } from './sanitize-pdf.ts'

describe('sanitize pdf', () => {
  async function clean(bytes: Uint8Array) {
    const outcome = await sanitizePdf(bytes)
    if (!('pdf' in outcome)) throw new Error('It was refused.')
    const pdf = await PDFDocument.load(outcome.pdf, { updateMetadata: false })
    const everything = pdf.context.enumerateIndirectObjects().map(([, object]) => object.toString())
    return { pdf, everything: everything.join('\n') }
  }

  test('active content of a PDF is removed, and its pages and form entries are kept', async () => {
    const armed = await armedPdf()
    expect(Buffer.from(armed).toString('latin1')).toMatch(/JavaScript[\s\S]*Launch|Launch[\s\S]*JavaScript/)
    const { pdf, everything } = await clean(armed)
    expect(pdf.getPageCount()).toBe(3) // and the sheet of links
    for (const word of [
      'JavaScript',
      'Launch',
      'SubmitForm',
      'GoToR',
      'EmbeddedFile',
      'RichMedia',
      'FileAttachment',
      'evil',
      'file:',
      'OpenAction',
      '/AA',
      '/JS',
      '/Widget',
      'AcroForm',
      '/Next',
      '/URI',
    ])
      expect({ word, found: everything.includes(word) }).toEqual({ word, found: false })
    const actions = notesOf(pdf).flatMap((note) => note.lookup(PDFName.of('A')) ?? [])
    expect(actions.map((action) => (action instanceof PDFDict ? String(action.get(PDFName.of('S'))) : action))).toEqual(
      ['/GoTo'],
    )
    // Text that was typed into the form is part of the page's own drawing.
    expect(everything).toContain('FlatWidget')
  })

  /** What the last page of a PDF says, without blanks and breaks of lines. */
  const lastPageOf = async (bytes: Uint8Array) => ((await openPdf(bytes))?.texts().at(-1) ?? '').replace(/\s+/g, '')

  /** A PDF with a line of text, and links over parts of it. */
  async function linkedPdf(
    text: string,
    links: readonly { readonly to: PDFString | PDFHexString; readonly rect: number[] }[],
  ) {
    const pdf = await PDFDocument.create()
    const page = pdf.addPage([612, 792])
    page.drawText(text, { x: 72, y: 700, size: 12 })
    for (const { to, rect } of links)
      page.node.addAnnot(
        pdf.context.register(
          pdf.context.obj({ Type: 'Annot', Subtype: 'Link', Rect: rect, Border: [0, 0, 0], A: { S: 'URI', URI: to } }),
        ),
      )
    return pdf.save()
  }
  const whole = [0, 0, 612, 792]

  test.each([
    [
      'a name and a password',
      PDFString.of('http://bank.example:80@evil.example/x'),
      'http://bank.example:80@evil.example/x',
    ],
    [
      'a character that shows nothing',
      PDFHexString.of('687474703a2f2f612e6578616d706c65002f78'),
      'http://a.example[U+0000]/x',
    ],
    [
      'letters that change the direction',
      PDFHexString.fromText('https://a.example/\u202efdp'),
      'https://a.example/[U+202E]fdp',
    ],
    [
      'copies of a mail',
      PDFString.of('mailto:a@mail.example?bcc=b@mail.example'),
      'mailto:a@mail.example?bcc=b@mail.example',
    ],
    ['a scheme of its own', PDFString.of('file://host/share'), 'file://host/share'],
    [
      '1,000 letters',
      PDFString.of(`https://a.example/${'long'.repeat(250)}`),
      `https://a.example/${'long'.repeat(120)}lo …`,
    ],
  ])('a link over a whole page with %s is not live, and a sheet after the page spells it', async (_, to, spelled) => {
    const outcome = await sanitizePdf(await linkedPdf('Transcript', [{ to, rect: whole }]))
    if (!('pdf' in outcome)) throw new Error('It was refused.')
    const pdf = await PDFDocument.load(outcome.pdf)
    expect(
      pdf.context
        .enumerateIndirectObjects()
        .map(([, each]) => each.toString())
        .join(),
    ).not.toContain('/URI')
    expect(pdf.getPageCount()).toBe(2)
    expect(await lastPageOf(outcome.pdf)).toContain(`Page1${spelled.replace(' ', '')}`)
    // The page itself is as it was.
    expect((await openPdf(outcome.pdf))?.texts()[0]).toBe('Transcript')
  })

  test.each([
    ['https://a.example/', 'https://a.example', 1],
    ['mailto:a@mail.example', 'a@mail.example', 1],
    ['https://evil.example/', 'https://a.example', 2],
    ['https://a.example/x', 'https://a.example', 2],
  ])(
    'a link to %s over %s makes a PDF of %i pages: what a page says already is not said again',
    async (to, text, pages) => {
      const outcome = await sanitizePdf(await linkedPdf(text, [{ to: PDFString.of(to), rect: [70, 695, 400, 715] }]))
      expect('pdf' in outcome && (await PDFDocument.load(outcome.pdf)).getPageCount()).toBe(pages)
    },
  )

  test('an address that a line break divides between two links is not said again', async () => {
    const to = PDFString.of('https://a.example/one')
    const halves = [
      [70, 695, 72 + 12 * 7, 715],
      [72 + 12 * 7, 695, 400, 715],
    ]
    const linked = await linkedPdf(
      'https://a.example/one',
      halves.map((rect) => ({ to, rect })),
    )
    expect((await openPdf(linked))?.textsIn(0, halves as [])).not.toContain('https://a.example/one')
    const outcome = await sanitizePdf(linked)
    expect('pdf' in outcome && (await PDFDocument.load(outcome.pdf)).getPageCount()).toBe(1)
  })

  test('of very many links a sheet spells 200, each once for a page, and says that there are more', async () => {
    const many = Array.from({ length: 230 }, (_, index) => ({
      to: PDFString.of(`https://${index % 220}.example/`),
      rect: whole,
    }))
    const outcome = await sanitizePdf(await linkedPdf('Many', many))
    if (!('pdf' in outcome)) throw new Error('It was refused.')
    const texts = (await openPdf(outcome.pdf))?.texts().join('\n') ?? ''
    expect(texts.match(/Page 1\s/g)).toHaveLength(200)
    expect(texts).toContain('And 20 more.')
  })

  test('a link to a page leads to that page of the new document', async () => {
    const { pdf } = await clean(await armedPdf())
    const targets = notesOf(pdf).flatMap((note) => {
      const action = note.lookup(PDFName.of('A'))
      const target = action instanceof PDFDict ? action.lookup(PDFName.of('D')) : undefined
      return target instanceof PDFArray ? [target.get(0)] : []
    })
    expect(targets).toEqual([pdf.getPage(1).ref])
  })

  test('a hidden layer stays hidden', async () => {
    const { pdf } = await clean(await layeredPdf())
    const layers = pdf.catalog.lookup(PDFName.of('OCProperties'), PDFDict)
    const off = layers.lookup(PDFName.of('D'), PDFDict).lookup(PDFName.of('OFF'), PDFArray)
    const used = pdf.getPage(0).node.Resources()?.lookup(PDFName.of('Properties'), PDFDict).get(PDFName.of('L1'))
    expect(off.get(0)).toEqual(used)
  })

  test('a document of nested brackets does not overflow the stack', async () => {
    const text = Buffer.from(await pdfOf('Deep')).toString('latin1')
    const deep = text.replace('endobj', `endobj\n900 0 obj\n${'['.repeat(20_000)}${']'.repeat(20_000)}\nendobj`)
    const outcome = await sanitizePdf(Buffer.from(deep, 'latin1'))
    expect(Object.keys(outcome)).toEqual(['pdf'])
  })

  describe('a page is written whole, as viewers complete it', () => {
    const broken: readonly [string, (page: PDFPage) => void, object][] = [
      ['no size', ({ node }) => node.delete(PDFName.of('MediaBox')), { width: 612, height: 792 }],
      [
        'a size of one number',
        ({ node, doc }) => node.set(PDFName.of('MediaBox'), doc.context.obj([612])),
        { width: 612 },
      ],
      [
        'a size of words',
        ({ node, doc }) => node.set(PDFName.of('MediaBox'), doc.context.obj(['a', 'b', 'c', 'd'])),
        {},
      ],
      ['no area', ({ node, doc }) => node.set(PDFName.of('MediaBox'), doc.context.obj([9, 9, 9, 9])), { height: 792 }],
      ['a crop box of one number', ({ node, doc }) => node.set(PDFName.of('CropBox'), doc.context.obj([5])), {}],
      ['no drawing', ({ node }) => node.delete(PDFName.Contents), {}],
      ['a number as its drawing', ({ node }) => node.set(PDFName.Contents, PDFNumber.of(5)), {}],
      ['a turn by a word', ({ node }) => node.set(PDFName.of('Rotate'), PDFName.of('Left')), {}],
      ['a turn by 60 degrees', ({ node }) => node.set(PDFName.of('Rotate'), PDFNumber.of(60)), {}],
    ]
    test.each(broken)('%s', async (_, fault, size) => {
      const source = await PDFDocument.load(await pdfOf('Whole'))
      fault(source.getPage(0))
      const { pdf } = await clean(await source.save())
      const page = pdf.getPage(0)
      expect(page.getSize()).toMatchObject({ width: 612, height: 792, ...size })
      expect(page.getCropBox()).toMatchObject({ width: 612, height: 792 })
      expect(page.getRotation().angle).toBe(0)
      expect(page.node.lookup(PDFName.of('Resources'))).toBeInstanceOf(PDFDict)
      expect(page.node.lookup(PDFName.Contents)).toBeDefined()
    })
  })

  const notesOf = (pdf: PDFDocument) => {
    const notes = pdf.getPage(0).node.Annots()
    return (notes?.asArray() ?? []).map((each) => pdf.context.lookup(each, PDFDict))
  }
})

describe('visible loss', () => {
  async function converted(bytes: Uint8Array): Promise<Uint8Array> {
    const outcome = await sanitizePdf(bytes)
    if (!('pdf' in outcome)) throw new Error(JSON.stringify(outcome))
    return outcome.pdf
  }

  /** The number of dark pixels on the first page, drawn by PDFium. */
  async function ink(bytes: Uint8Array): Promise<number> {
    const seen = (await openPdf(bytes))?.render(0, { without: [], covered: [], states: [] })
    return seen?.pixels.filter((each, index) => index % 4 === 0 && each < 128).length ?? 0
  }

  /** The text of the first page, read by pdf.js. */
  async function textOf(bytes: Uint8Array): Promise<string> {
    const loading = getDocument({ data: Uint8Array.from(bytes), verbosity: 0 })
    const page = await (await loading.promise).getPage(1)
    const { items } = await page.getTextContent()
    await loading.destroy()
    return items.map((item) => ('str' in item ? item.str : '')).join(' ')
  }

  /** Names that have a meaning elsewhere in a PDF, but none in a map of fonts, drawings or glyphs. */
  const freeNames = ['B', 'PS', 'AA', 'Ref', 'JS', 'PA', 'AF', 'OPI', 'EF', 'Metadata', 'A', 'S', 'Type', 'OpenAction']

  describe('a map may contain any name', () => {
    test('of fonts', async () => {
      const pdf = await pdfWith(
        (context) => {
          const font = context.obj({ Type: 'Font', Subtype: 'Type1', BaseFont: 'Helvetica' })
          return { Font: Object.fromEntries(freeNames.map((name) => [name, font])) }
        },
        freeNames
          .map((name, line) => `BT /${name} 24 Tf 72 ${700 - line * 40} Td (Grade B in ${line}) Tj ET`)
          .join('\n'),
      )
      const clean = await converted(pdf)
      expect(await textOf(clean)).toBe(await textOf(pdf))
      expect([await ink(clean), await ink(pdf)]).toEqual([await ink(pdf), expect.toSatisfy((each) => each > 1000)])
    })
    test('of glyphs in a font drawn by hand', async () => {
      const pdf = await pdfWith(
        (context) => {
          const glyph = context.register(context.stream('1000 0 0 0 1000 1000 d1 100 100 800 800 re f'))
          const font = {
            Type: 'Font',
            Subtype: 'Type3',
            FontBBox: [0, 0, 1000, 1000],
            FontMatrix: [0.001, 0, 0, 0.001, 0, 0],
            FirstChar: 65,
            LastChar: 64 + freeNames.length,
            Widths: freeNames.map(() => 1000),
            Encoding: { Differences: [65, ...freeNames] },
            CharProcs: Object.fromEntries(freeNames.map((name) => [name, glyph])),
          }
          return { Font: { F: context.obj(font) } }
        },
        `BT /F 24 Tf 72 600 Td (${freeNames.map((_, index) => String.fromCharCode(65 + index)).join('')}) Tj ET`,
      )
      const clean = await ink(await converted(pdf))
      expect(clean).toBe(await ink(pdf))
      expect(clean).toBeGreaterThan(freeNames.length * 100)
    })
    test('of drawings', async () => {
      const pdf = await pdfWith(
        (context) => {
          const form = { Type: 'XObject', Subtype: 'Form', BBox: [0, 0, 600, 700] }
          const drawing = context.register(context.stream('72 0 99 20 re f', form))
          return { XObject: Object.fromEntries(freeNames.map((name) => [name, drawing])) }
        },
        freeNames.map((name, line) => `q 1 0 0 1 0 ${line * 40} cm /${name} Do Q`).join('\n'),
      )
      const clean = await ink(await converted(pdf))
      expect(clean).toBe(await ink(pdf))
      expect(clean).toBeGreaterThan(freeNames.length * 500)
    })
  })

  describe('text typed into a form', () => {
    test('is shown if the reader was expected to draw it: text, choice and tick', async () => {
      const pdf = await filledForm()
      expect(await textOf(await converted(pdf))).toContain('Montana')
      const text = await textOf(await converted(pdf))
      expect(text).toContain('Grace Hopper')
      expect(text).not.toContain('old name')
      expect(await ink(await converted(pdf))).toBeGreaterThan(await ink(await converted(await filledForm(false))))
    })
    test('is shown if it was never drawn', async () => {
      const pdf = await PDFDocument.load(await pdfOf('Form'))
      const field = pdf.getForm().createTextField('name')
      field.addToPage(pdf.getPage(0), { x: 72, y: 600 })
      const [widget] = field.acroField.getWidgets()
      widget?.dict.delete(PDFName.of('AP'))
      field.acroField.dict.set(PDFName.of('V'), PDFString.of('Never drawn'))
      expect(await textOf(await converted(await pdf.save({ updateFieldAppearances: false })))).toContain('Never drawn')
    })
    test('has an embedded font, because some readers would show nothing without it', async () => {
      const { context } = await PDFDocument.load(await converted(await filledForm()))
      const fonts = fontsOf(context)
      expect(fonts.length).toBeGreaterThan(0)
      const programs = fonts.map((font) => {
        const [inner] = font instanceof PDFDict ? font.lookup(PDFName.of('DescendantFonts'), PDFArray).asArray() : []
        const descriptor = context.lookup(inner, PDFDict).lookup(PDFName.of('FontDescriptor'), PDFDict)
        return descriptor.has(PDFName.of('FontFile2')) || descriptor.has(PDFName.of('FontFile3'))
      })
      expect(programs).toEqual(fonts.map(() => true))
    })
    test('is refused if no font has its letters', async () => {
      expect(await sanitizePdf(await filledForm(true, '𓀀𓁐'))).toEqual({ refused: refusals.undrawableForm })
    })
    test('stays unchanged if it was drawn before', async () => {
      const pdf = await PDFDocument.load(await pdfOf('Form'))
      const field = pdf.getForm().createTextField('name')
      field.setText('Drawn by its program')
      field.addToPage(pdf.getPage(0), { x: 72, y: 600 })
      pdf.getForm().flatten()
      const flat = await pdf.save()
      expect([await textOf(await converted(flat)), await ink(await converted(flat))]).toEqual([
        await textOf(flat),
        await ink(flat),
      ])
    })
  })

  describe('a PDF that shows less is never delivered', () => {
    test.each<[string, (pdf: PDFDocument) => void, RegExp | undefined]>([
      ['nothing', () => {}, undefined],
      ['a page', (pdf) => pdf.removePage(1), /pages/],
      ['a page replaced by another', (pdf) => pdf.getPage(0).drawText('C', { x: 72, y: 700 }), /Page 1/],
      ['the drawing', (pdf) => pdf.getPage(1).node.delete(PDFName.Contents), /Page 2/],
      ['the page size', (pdf) => pdf.getPage(0).setSize(400, 400), /Page 1/],
    ])('detects the loss of %s', async (_, lose, found) => {
      const before = await pdfOf('Transcript of record', 2)
      const pdf = await PDFDocument.load(before)
      lose(pdf)
      const [was, is] = await Promise.all([openPdf(before), openPdf(await pdf.save())])
      if (!was || !is) throw new Error('One cannot be opened.')
      const lost = visibleLoss(was, is, [])
      if (found === undefined) expect(lost).toBeUndefined()
      else expect(lost).toMatch(found)
    })
    test('an active annotation stays as its appearance', async () => {
      const pdf = await PDFDocument.load(await pdfOf('Film'))
      const { context } = pdf
      const drawing = context.register(
        context.stream('0 0 99 99 re f', { Type: 'XObject', Subtype: 'Form', BBox: [0, 0, 99, 99] }),
      )
      const note = {
        Type: 'Annot',
        Subtype: 'Screen',
        Rect: [72, 72, 171, 171],
        AP: { N: drawing },
        A: { S: 'Rendition' },
      }
      pdf.getPage(0).node.addAnnot(context.register(context.obj(note)))
      const bytes = await pdf.save({ useObjectStreams: false })
      const clean = await converted(bytes)
      expect(await ink(clean)).toBe(await ink(bytes))
      expect(Buffer.from(clean).toString('latin1')).not.toMatch(/Screen|Rendition/)
    })
  })

  test('a PDF without all words of its source document is refused', async () => {
    const pdf = await pdfOf('Hello')
    expect(await sanitizePdf(pdf, 'Hello')).toHaveProperty('pdf')
    expect(await sanitizePdf(pdf, 'Hello altogether')).toEqual({ refused: refusals.lessWord })
  })

  test.each([
    ['Grade: B', 'grade b', [':']],
    ['a b b', 'b a', ['B']],
    ['Straße', 'STRASSE', []],
    ['(done)!', '!)done(', []],
    ['norm\ue037×\ue038', 'norm×', []],
    ['optical one', 'opti one cal', []],
    ['optical optical one', 'opti one cal', ['OPTICAL']],
    ['optical', 'opti', ['OPTICAL']],
    ['long-word', 'long-\r\nword', []],
    ['ﬁle', 'file', []],
    ['שלום', 'םולש', []],
    ['שלום', 'nothing', ['שלום']],
    ['café', 'CAFÉ', []],
    ['a] (b> c', '[a b) c<', []],
    ['one two', 'on etw o', []],
    ['sun sun sun', 'sunsun', ['SUN']],
    ['sun sun', 'su n su n', []],
    ['sun sun', 'su n n', ['SUN']],
    ['nun', 'n u', ['NUN']],
    ['a'.repeat(101), `${'a'.repeat(50)} ${'a'.repeat(51)}`, []],
    [`${'ab'.repeat(51)} c`, `c ${'ab'.repeat(50)} d ab`, ['AB'.repeat(51)]],
  ])('of the words of %j, %j does not contain %j', (wanted, given, missing) => {
    expect(missingWords(wanted, given)).toEqual(missing)
  })

  /** A PDF of one page with these resources and this drawing. */
  async function pdfWith(
    resources: (context: PDFDocument['context']) => Parameters<PDFDocument['context']['obj']>[0],
    content: string,
  ): Promise<Uint8Array> {
    const pdf = await PDFDocument.create()
    const page = pdf.addPage([612, 792])
    page.node.set(PDFName.of('Resources'), pdf.context.obj(resources(pdf.context)))
    page.node.set(PDFName.Contents, pdf.context.register(pdf.context.stream(content)))
    return pdf.save({ useObjectStreams: false })
  }

  /** The fonts that the resources of all drawings name. */
  function fontsOf(context: PDFDocument['context']) {
    const drawings = context.enumerateIndirectObjects().flatMap(([, each]) => (each instanceof PDFStream ? [each] : []))
    const named = drawings.flatMap(
      ({ dict }) => dict.lookupMaybe(PDFName.of('Resources'), PDFDict)?.lookupMaybe(PDFName.of('Font'), PDFDict) ?? [],
    )
    return named.flatMap((fonts) => fonts.keys().map((key) => fonts.lookup(key)))
  }

  /** A form as programs fill it: the values are new, and the reader is asked to draw them. */
  async function filledForm(ticked = true, name = 'Grace Hopper'): Promise<Uint8Array> {
    const pdf = await PDFDocument.load(await pdfOf('Form'))
    const [page, form] = [pdf.getPage(0), pdf.getForm()]
    const text = form.createTextField('name')
    text.setText('old name')
    text.addToPage(page, { x: 72, y: 600 })
    const choice = form.createDropdown('state')
    choice.addToPage(page, { x: 72, y: 500 })
    const tick = form.createCheckBox('veteran')
    tick.addToPage(page, { x: 72, y: 400 })
    form.updateFieldAppearances()
    text.acroField.setValue(PDFHexString.fromText(name))
    choice.acroField.dict.set(PDFName.of('Opt'), pdf.context.obj([[PDFString.of('MT'), PDFString.of('Montana')]]))
    choice.acroField.dict.set(PDFName.of('V'), PDFString.of('MT'))
    if (ticked) tick.acroField.dict.set(PDFName.of('V'), PDFName.of('Yes'))
    form.acroForm.dict.set(PDFName.of('NeedAppearances'), PDFBool.True)
    return pdf.save({ updateFieldAppearances: false })
  }
})
