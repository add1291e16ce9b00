import { expect, test } from 'vitest'
import { docxOf } from '../../testing/sample-files/index.ts'
import { checkDocx } from './check-docx.ts'
import { refusals } from './refusals.ts'

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
