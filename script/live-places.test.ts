import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const isDrawn = (path: string) => !/\.test\.|-for-test\./.test(path)
const sources = globSync('screen/**/*.tsx')
  .filter(isDrawn)
  .map((path) => ({ path, text: readFileSync(path, 'utf8') }))

/** The lines of the sources in which this stands. */
const linesWith = (words: RegExp, given: typeof sources = sources): readonly string[] =>
  given.flatMap(({ path, text }) =>
    text.split('\n').flatMap((line, at) => (words.test(line) ? [`${path}:${at + 1}`] : [])),
  )
const fileOf = (line: string) => line.replace(/:\d+$/, '')

/** What makes a place whose words are read aloud as they come. Of "alert" they are read when it comes with them. */
const live = /\baria-live\b|\brole=.*\b(status|log)\b|\brole: '(status|log)'|<output\b/

test('no place is drawn together with words that must be read aloud', () => {
  expect(sources.length).toBeGreaterThan(120)
  const planted = ['<p role="status">', "role={isError ? 'alert' : 'status'}", '<div aria-live="polite">', '<output>']
  for (const text of planted) expect(linesWith(live, [{ path: 'x.tsx', text }]), text).toEqual(['x.tsx:1'])
  const places = new Set(linesWith(live).map(fileOf))
  expect([...places], 'draw `Status`, or `LiveRegion` for words that no eye sees').toEqual(['screen/parts/text.tsx'])
})

/** What browsers tell screen readers is invalid as long as it is empty. */
const judged = /<(?:input|select|textarea)\b[^<]*?\srequired\b/g
const fieldsIn = (text: string) => [...text.matchAll(judged)].map(([start]) => start)

test('no field is called invalid before anything was done', () => {
  expect(fieldsIn('<input\n  type="text"\n  required />')).toHaveLength(1)
  expect(fieldsIn('<input aria-required={required} /> <StaffInput required />')).toEqual([])
  expect(
    sources.flatMap(({ path, text }) => fieldsIn(text).map((start) => `${path}: ${start}`)),
    'write `aria-required`',
  ).toEqual([])
  const desk = sources.filter(({ path }) => path.startsWith('screen/office/desk/'))
  const forms = new Set(linesWith(/<form\b/, desk).map(fileOf))
  expect([...forms], 'draw `StaffForm`, which judges what is required').toEqual(['screen/office/desk/staff-field.tsx'])
})
