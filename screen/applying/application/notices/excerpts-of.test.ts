import { expect, test } from 'vitest'
import { excerptsOf } from './excerpts-of.ts'

const beginning = 'I grew up on a ranch and kept the books of it. '.repeat(100)
const rest = 'Then I came to town. '.repeat(50)

test('two essays start shortly before their first difference, and show their lengths', () => {
  const [saved, here] = excerptsOf(`${beginning}It was cold. ${rest}`, `${beginning}It was windy. ${rest}`)
  expect(saved).toMatch(/^… \w.{20,58}It was cold\. Then I .+ …\n\(5,763 characters in all\)$/)
  expect(here).toMatch(/^… \w.{20,58}It was windy\. Then I .+ …\n\(5,764 characters in all\)$/)
  expect(here.length).toBeLessThan(300)
})

test('a longer essay shows the place where the other one ends', () => {
  const [saved, here] = excerptsOf(beginning, `${beginning}It was windy.`)
  expect(saved).toMatch(/^… .+kept the books of it\.\n\(4,700 characters in all\)$/)
  expect(here).toMatch(/^… .+kept the books of it\. It was windy\.\n\(4,713 characters in all\)$/)
})

test.each([
  ['short answers are shown whole', 'Bozeman', 'Helena', ['Bozeman', 'Helena']],
  ['their empty lines too', 'one\n\ntwo', 'one\n\nthree', ['one\n\ntwo', 'one\n\nthree']],
  ['a short one stands whole beside a long one', 'No.', beginning, ['No.', expect.stringMatching(/^I grew .+ …\n/)]],
  [
    'a text without spaces begins before the difference all the same',
    `${'x'.repeat(400)}a`,
    `${'x'.repeat(400)}b`,
    [`… ${'x'.repeat(60)}a\n(401 characters in all)`, `… ${'x'.repeat(60)}b\n(401 characters in all)`],
  ],
  [
    'no character is cut in two, and no empty lines stand between',
    `${'😀'.repeat(400)}\n\n\na`,
    `${'😀'.repeat(400)}\n\n\nb`,
    [expect.stringMatching(/^… a\n\(404 /u), expect.stringMatching(/^… b\n\(404 /u)],
  ],
])('%s', (_, saved, here, expected) => {
  expect(excerptsOf(saved, here)).toEqual(expected)
})
