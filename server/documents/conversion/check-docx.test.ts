import { unzipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import { docxOf } from '../../testing/sample-files/index.ts'
import { checkDocx } from './check-docx.ts'
import { refusals } from './outcome.ts'

describe('check docx', () => {
  const DRAWN = 'Nguyễn Ελληνικά Привет Հայերեն ქართული עברית عربي ߒߞߏ हिन्दी ລາວ ᐃᓄᒃᑎᑐᑦ ⵜⴰⵎⴰⵣⵉⵖⵜ ʃəŋ № 4½ → ≡ 😀'

  test('scripts that the office can draw are taken', async () => {
    expect(await checkDocx(docxOf([DRAWN]))).toMatchObject({ kind: 'docx' })
  })

  test.each(
    '我会寄给你们 日本語 한국어 ไทย বাংলা தமிழ் తెలుగు ಕನ್ನಡ മലയാളം සිංහල မြန်မာ ខ្មែរ አማርኛ ᏣᎳᎩ བོད ܣܘܪ ދިވެހި ᠮᠣᠩ ꆈꌠ ＡＢ ㄅㄆ'.split(
      ' ',
    ),
  )('a document with %s, for which the office draws boxes, is refused', async (letters) => {
    expect(await checkDocx(docxOf(['A letter', `from ${letters}`]))).toEqual({ refused: refusals.lessWord })
  })
})

describe('a file that is no sound document', () => {
  const MB = 1024 * 1024
  const part = (name: string, content: string | Uint8Array, claims?: number) =>
    claims === undefined ? { name, content } : { name, content, claims }
  const withMedia = (...sizes: readonly number[]) =>
    docxOf(['Hello'], { parts: sizes.map((size, index) => part(`word/media/${index}`, Buffer.alloc(size))) })
  const withParts = (count: number) =>
    // A document has four of its own.
    docxOf(['Hello'], { parts: Array.from({ length: count - 4 }, (_, index) => part(`a${index}`, 'x')) })
  const locked = () => {
    const bytes = Buffer.from(docxOf(['Hello']))
    bytes.writeUInt16LE(1, bytes.indexOf('PK\x01\x02', 0, 'latin1') + 8)
    return bytes
  }

  test.each([
    ['2,001 parts', () => withParts(2_001), refusals.hugeWord],
    ['one part of 65 MB', () => withMedia(65 * MB), refusals.hugeWord],
    ['two parts that are 65 MB together', () => withMedia(60 * MB, 5 * MB), refusals.hugeWord],
    [
      'a directory that says less',
      () => docxOf(['Hello'], { parts: [part('a', 'x'.repeat(99), 9)] }),
      refusals.brokenWord,
    ],
    ['a directory that says more', () => docxOf(['Hello'], { parts: [part('a', 'x', 9)] }), refusals.brokenWord],
    ['a part with a password', locked, refusals.lockedWord],
    ['an end before its directory', () => docxOf(['Hello']).subarray(0, 900), refusals.brokenWord],
    ['no zip at all', () => Buffer.from('Hello'), refusals.brokenWord],
    [
      'a part that is not XML',
      () => docxOf(['Hello'], { parts: [part('word/styles.xml', '<a')] }),
      refusals.brokenWord,
    ],
    [
      'a document type in UTF-16',
      () => docxOf(['Hello'], { parts: [part('word/a.rels', utf16('<!DOCTYPE a><a/>'))] }),
      refusals.brokenWord,
    ],
    [
      'another document in a part with another prefix',
      () => docxOf(['Hello'], { parts: [part('word/a.xml', '<x:altChunk/>')] }),
      refusals.mixedWord,
    ],
  ])('with %s is refused', async (_, made, sentence) => {
    expect(await checkDocx(made())).toEqual({ refused: sentence })
  })

  test.each([
    ['2,000 parts', () => withParts(2_000)],
    ['63 MB', () => withMedia(60 * MB, 3 * MB)],
    ['a folder', () => docxOf(['Hello'], { parts: [part('word/media/', '')] })],
    [
      'something like a document type in a picture',
      () => docxOf(['Hello'], { parts: [part('a.png', '<!DOCTYPE a>')] }),
    ],
    [
      'a word that begins like another document',
      () => docxOf(['Hello'], { parts: [part('word/a.xml', '<altChunks/>')] }),
    ],
  ])('with %s is taken as it is', async (_, made) => {
    expect(await checkDocx(made())).toEqual({
      kind: 'docx',
      words: expect.stringMatching(/Hello/),
      accepted: undefined,
    })
  })

  test('with tracked changes is taken without them, and everything else of it stays', async () => {
    const change =
      '</w:t></w:r><w:ins><w:r><w:t>new</w:t></w:r></w:ins><w:del><w:r><w:delText>old</w:delText></w:r></w:del><w:r><w:t>'
    const before = docxOf([change], {
      parts: [
        part('word/media/', ''),
        part('word/media/a.png', Buffer.from([0, 255])),
        part('customXml/a.xml', '<w:ins/>'),
      ],
    })
    const judged = await checkDocx(before)
    const after = unzipSync(('accepted' in judged && judged.accepted) || Buffer.of())
    const document = Buffer.from(after['word/document.xml'] ?? []).toString()
    // What is written is UTF-8, whatever it was.
    expect(document).toMatch(/^<\?xml version="1.0"\?><w:document /)
    expect(document).toContain('<w:r><w:t>new</w:t></w:r>')
    expect(document).not.toMatch(/w:ins|w:del|old/)
    const { 'word/document.xml': _, 'word/media/': folder, ...others } = unzipSync(before)
    expect(folder).toEqual(new Uint8Array())
    expect(after).toEqual({ ...others, 'word/document.xml': expect.anything() })
  })
})

const utf16 = (text: string) => Buffer.concat([Buffer.from('fffe', 'hex'), Buffer.from(text, 'utf16le')])

describe('words in docx', () => {
  async function wordsOf(
    paragraphs: readonly string[],
    parts: readonly { name: string; content: string | Uint8Array }[] = [],
  ) {
    const judged = await checkDocx(docxOf(paragraphs, { parts }))
    return 'words' in judged ? judged.words.split(/\s+/).filter((word) => word !== '') : judged
  }

  /** Adds XML inside the text of a paragraph that docxOf makes. */
  const inside = (xml: string) => `before </w:t></w:r>${xml}<w:r><w:t> after`
  const run = (text: string, style = '') => `<w:r>${style}<w:t>${text}</w:t></w:r>`
  const boxed = (text: string) => `<w:txbxContent><w:p>${run(text)}</w:p></w:txbxContent>`

  test.each([
    ['plain text', run('shown'), ['before', 'shown', 'after']],
    ['inserted text', `<w:ins>${run('shown')}</w:ins>`, ['before', 'shown', 'after']],
    ['deleted text', `<w:del>${run('gone')}</w:del>`, ['before', 'after']],
    ['hidden text', run('gone', '<w:rPr><w:vanish/></w:rPr>'), ['before', 'after']],
    ['text that is not hidden', run('shown', '<w:rPr><w:vanish w:val="0"/></w:rPr>'), ['before', 'shown', 'after']],
    ['a field', `<w:fldSimple>${run('7')}</w:fldSimple>`, ['before', 'after']],
    [
      'a field in parts',
      `<w:r><w:fldChar w:fldCharType="begin"/></w:r>${run('PAGE')}<w:r><w:fldChar w:fldCharType="end"/></w:r>`,
      ['before', 'after'],
    ],
    [
      'a field inside a word',
      `${run('mid')}<w:fldSimple>${run('7')}</w:fldSimple>${run('dle')}`,
      ['before', 'mid', 'dle', 'after'],
    ],
    [
      'a deletion inside a word',
      `${run('mid')}<w:del>${run('gone')}</w:del>${run('dle')}`,
      ['before', 'middle', 'after'],
    ],
    [
      'a note inside a word',
      `${run('mid')}<w:r><w:footnoteReference w:id="2"/></w:r>${run('dle')}`,
      ['before', 'mid', 'dle', 'after'],
    ],
    [
      'a text box inside a word',
      `<w:r><w:t>mid</w:t>${boxed('box')}<w:t>dle</w:t></w:r>`,
      'before mid box dle after'.split(' '),
    ],
    [
      'a control whose value is stored elsewhere',
      `<w:sdt><w:sdtPr><w:dataBinding/></w:sdtPr><w:sdtContent>${run('gone')}</w:sdtContent></w:sdt>`,
      ['before', 'after'],
    ],
    [
      'a control with its own value',
      `<w:sdt><w:sdtPr><w:text/></w:sdtPr><w:sdtContent>${run('shown')}</w:sdtContent></w:sdt>`,
      ['before', 'shown', 'after'],
    ],
    ['text hidden by a word', run('gone', '<w:rPr><w:specVanish/></w:rPr>'), ['before', 'after']],
    [
      'text that is not hidden by name',
      run('shown', '<w:rPr><w:vanish w:val="false"/></w:rPr>'),
      'before shown after'.split(' '),
    ],
    [
      'text whose hiding is off',
      run('shown', '<w:rPr><w:vanish w:val="off"/></w:rPr>'),
      'before shown after'.split(' '),
    ],
    [
      'a paragraph mark that is hidden',
      `<w:pPr><w:rPr><w:vanish/></w:rPr></w:pPr>${run('shown')}`,
      'before shown after'.split(' '),
    ],
    [
      'a tab and a line break',
      `${run('mid')}<w:r><w:tab/></w:r>${run('dle')}<w:r><w:br/></w:r>${run('end')}`,
      'before mid dle end after'.split(' '),
    ],
    ['a formula', `<m:oMath xmlns:m="m">${run('x')}</m:oMath>`, ['before', 'after']],
    [
      'a date that is written anew',
      `<w:sdt><w:sdtPr><w:date/></w:sdtPr><w:sdtContent>${run('gone')}</w:sdtContent></w:sdt>${run('shown')}`,
      'before shown after'.split(' '),
    ],
    ['text outside of runs of text', '<w:r><w:instrText>PAGE</w:instrText></w:r>', ['before', 'after']],
    ['marked-up text', `<w:r><w:t><![CDATA[a<b]]></w:t></w:r>`, ['before', 'a<b', 'after']],
    [
      'a text box in both formats',
      `<w:r><mc:AlternateContent xmlns:mc="mc"><mc:Choice>${boxed('box')}</mc:Choice><mc:Fallback>${boxed('box')}</mc:Fallback></mc:AlternateContent></w:r>`,
      ['before', 'box', 'after'],
    ],
    [
      'tables in tables',
      `${'<w:tbl><w:tr><w:tc>'.repeat(300)}${run('deep')}${'</w:tc></w:tr></w:tbl>'.repeat(300)}`,
      ['before', 'deep', 'after'],
    ],
  ])('the words of a document with %s', async (_, xml, words) => {
    expect(await wordsOf([inside(xml)])).toEqual(words)
  })

  test('a note counts only if something refers to it', async () => {
    const note = (id: number) => `<w:footnote w:id="${id}"><w:p>${run(`note${id}`)}</w:p></w:footnote>`
    const notes = { name: 'word/footnotes.xml', content: `<w:footnotes xmlns:w="w">${note(1)}${note(2)}</w:footnotes>` }
    expect(await wordsOf([inside('<w:r><w:footnoteReference w:id="2"/></w:r>')], [notes])).toEqual([
      'before',
      'after',
      'note2',
    ])
  })

  test('a note at the end counts only if something refers to it', async () => {
    const note = (id: number) => `<w:endnote w:id="${id}"><w:p>${run(`note${id}`)}</w:p></w:endnote>`
    const notes = { name: 'word/endnotes.xml', content: `<w:endnotes xmlns:w="w">${note(1)}${note(2)}</w:endnotes>` }
    const body = inside('<w:r><w:footnoteReference w:id="1"/><w:endnoteReference w:id="2"/></w:r>')
    expect(await wordsOf([body], [notes])).toEqual(['before', 'after', 'note2'])
  })

  test('of the headers and footers those of the first section count, on a first page of its own those for it', async () => {
    const links = ['one.xml', 'two.xml', 'three.xml']
    const parts = links.map((name) => ({
      name: `word/${name}`,
      content: `<w:hdr xmlns:w="w"><w:p>${run(`in-${name}`)}</w:p></w:hdr>`,
    }))
    const section = (title: string) =>
      `<w:sectPr><w:headerReference r:id="l0"/><w:footerReference w:type="first" r:id="l1"/>${title}</w:sectPr>`
    const later = '<w:sectPr><w:headerReference w:type="default" r:id="l2"/><w:titlePg/></w:sectPr>'
    const shown = async (title: string) => {
      const judged = await checkDocx(docxOf([inside(section(title) + later)], { links, parts }))
      return 'words' in judged && judged.words.match(/in-\w+/g)
    }
    expect(await shown('')).toEqual(['in-one'])
    expect(await shown('<w:titlePg w:val="0"/>')).toEqual(['in-one'])
    expect(await shown('<w:titlePg/>')).toEqual(['in-two'])
  })

  test('a run is hidden by a style of its own', async () => {
    const style = (id: string, rest: string) => `<w:style w:type="character" w:styleId="${id}">${rest}</w:style>`
    const content = `<w:styles xmlns:w="w">${style('Gone', '<w:rPr><w:vanish/></w:rPr>')}${style('Kept', '')}</w:styles>`
    const set = (id: string) => run(id, `<w:rPr><w:rStyle w:val="${id}"/></w:rPr>`)
    const words = await wordsOf([inside(set('Gone') + set('Kept'))], [{ name: 'word/styles.xml', content }])
    expect(words).toEqual(['before', 'Kept', 'after'])
  })

  test('styles in UTF-16 are read too', async () => {
    const content = utf16(
      '<w:styles xmlns:w="w"><w:style w:type="paragraph" w:default="1" w:styleId="a"><w:rPr><w:vanish/></w:rPr></w:style></w:styles>',
    )
    expect(await wordsOf(['gone'], [{ name: 'word/styles.xml', content }])).toEqual([])
  })

  test('text is hidden by the default style and by the styles that a style is based on', async () => {
    const style = (rest: string) => `<w:style w:type="paragraph" ${rest}</w:style>`
    const content = `<w:styles xmlns:w="w">${[
      style('w:default="1" w:styleId="Normal"><w:rPr><w:vanish/></w:rPr>'),
      style('w:styleId="Same"><w:basedOn w:val="Normal"/>'),
      style('w:styleId="Shown"><w:basedOn w:val="Normal"/><w:rPr><w:vanish w:val="0"/></w:rPr>'),
      style('w:styleId="Loop"><w:basedOn w:val="Loop"/>'),
    ].join('')}</w:styles>`
    const set = (name: string) => `<w:p><w:pPr><w:pStyle w:val="${name}"/></w:pPr>${run(name)}</w:p>`
    const words = await wordsOf(
      [inside(['Same', 'Shown', 'Loop'].map(set).join(''))],
      [{ name: 'word/styles.xml', content }],
    )
    expect(words).toEqual(['Shown', 'Loop'])
  })

  test('a document inside a document is refused', async () => {
    expect(await wordsOf([inside('<w:altChunk r:id="a1"/>')])).toEqual({ refused: refusals.mixedWord })
  })

  test.each([5_000, 5_000_000])('a document type behind %i letters of a comment is refused', async (length) => {
    const content = `<?xml version="1.0"?><!--${'x'.repeat(length)}--><!DOCTYPE a [<!ENTITY b "c">]><a/>`
    expect(await wordsOf(['Hello'], [{ name: 'word/styles.xml', content }])).toEqual({ refused: refusals.brokenWord })
  })
})
