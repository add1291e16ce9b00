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

describe('words in docx', () => {
  async function wordsOf(paragraphs: readonly string[], parts: readonly { name: string; content: string }[] = []) {
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
