import { expect, test } from 'vitest'
import { fontListsFor, loadPdfFonts } from '../../platform/fonts/index.ts'
import { worldScripts } from './testing/sample-texts.ts'

const { covers } = loadPdfFonts()

test.each(worldScripts)('the fonts cover %s', (_, sample) => {
  const drawn = [...sample].filter((each) => !/[\p{Default_Ignorable_Code_Point}]/u.test(each))
  expect(drawn.filter((each) => !covers(each.codePointAt(0) ?? 0))).toEqual([])
})

test('every character of the standards of China, Taiwan, Japan and Korea is drawn in every installation', () => {
  const lead = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => from + at)
  const read = (encoding: string, first: readonly number[]) =>
    first.flatMap((one) =>
      lead(0x40, 0xfe).flatMap((two) => [...new TextDecoder(encoding).decode(Uint8Array.of(one, two))]),
    )
  const standards = {
    'GB 2312': read('gb18030', lead(0xb0, 0xf7)),
    Big5: read('big5', lead(0xa4, 0xf9)),
    'JIS X 0208': read('euc-jp', lead(0xa4, 0xf4)),
    'KS X 1001': read('euc-kr', lead(0xb0, 0xfd)),
  }
  const isLetter = (each: string) =>
    /[\p{Script=Han}\p{Script=Kana}\p{Script=Hira}\p{Script=Hang}\p{Script=Bopo}]/u.test(each)
  for (const [standard, characters] of Object.entries(standards)) {
    const asked = characters.filter(isLetter)
    expect(asked.length, standard).toBeGreaterThan(6_000)
    expect([standard, asked.filter((each) => !covers(each.codePointAt(0) ?? 0))]).toEqual([standard, []])
  }
})

// Skipped without the fonts that `npm run fonts` installs (docs/operating.md).
test.skipIf(!fontListsFor('').sans.includes('Noto Sans SC')).each([
  ['nothing but Chinese characters', '王小明', 'Noto Sans SC'],
  ['kana', '東京 ひらがな カタカナ 한', 'Noto Sans JP'],
  ['hangul', '韓國 대한민국 か', 'Noto Sans KR'],
  ['bopomofo', '臺灣 ㄅㄆㄇ', 'Noto Sans TC'],
])('with %s, Chinese characters are drawn by the font of that language', (_, text, family) => {
  const { serif, sans } = fontListsFor(text)
  const firstOf = (list: readonly string[]) => list.find((each) => /^Noto Sans (?:SC|TC|JP|KR)$/.test(each))
  expect([firstOf(serif), firstOf(sans)]).toEqual([family, family])
})
