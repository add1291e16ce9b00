import { expect, test } from 'vitest'
import { fontListsFor, loadPdfFonts } from '../../platform/fonts/index.ts'
import { worldScripts } from './testing/sample-texts.ts'

const { covers } = loadPdfFonts()

test.each(worldScripts)('the fonts cover %s', (_, sample) => {
  const drawn = [...sample].filter((each) => !/[\p{Default_Ignorable_Code_Point}]/u.test(each))
  expect(drawn.filter((each) => !covers(each.codePointAt(0) ?? 0))).toEqual([])
})

// Skipped without the fonts that `npm run fonts` installs (docs/operating.md).
test.skipIf(!covers(0x4e2d)).each([
  ['nothing but Chinese characters', '王小明', 'Noto Sans SC'],
  ['kana', '東京 ひらがな カタカナ 한', 'Noto Sans JP'],
  ['hangul', '韓國 대한민국 か', 'Noto Sans KR'],
  ['bopomofo', '臺灣 ㄅㄆㄇ', 'Noto Sans TC'],
])('with %s, Chinese characters are drawn by the font of that language', (_, text, family) => {
  const { serif, sans } = fontListsFor(text)
  const firstOf = (list: readonly string[]) => list.find((each) => /^Noto Sans (?:SC|TC|JP|KR)$/.test(each))
  expect([firstOf(serif), firstOf(sans)]).toEqual([family, family])
})
