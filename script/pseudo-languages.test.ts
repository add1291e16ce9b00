import { describe, expect, test } from 'vitest'
import { pseudoLanguages } from './pseudo-languages.ts'
import { formSentences, programSentences } from './sentences.ts'

const sentences = [
  ...new Set([...formSentences(), ...programSentences()].flatMap(({ text, plural = text }) => [text, plural])),
]
const placesIn = (text: string) => text.match(/\{[\w.]+\}|<\/?\w+>/g) ?? []

describe.each(Object.entries(pseudoLanguages))('%s', (_, pseudo) => {
  test('keeps the values and tags of every sentence, in their order', () => {
    expect(sentences.length).toBeGreaterThan(1000)
    expect(sentences.filter((each) => placesIn(pseudo(each)).join() !== placesIn(each).join())).toEqual([])
  })

  test('leaves no sentence as it is', () => {
    expect(
      sentences.filter((each) => pseudo(each) === each && /\p{L}{3}/u.test(each.replaceAll(/\{[\w.]+\}/g, ''))),
    ).toEqual([])
  })
})

test('one is about 40 % longer, and one has no Latin letter', () => {
  const { 'en-XA': longer = String, 'ar-XB': mirrored = String } = pseudoLanguages
  const lengthOf = (texts: readonly string[]) => texts.join('').length
  expect(lengthOf(sentences.map(longer)) / lengthOf(sentences)).toBeCloseTo(1.4, 1)
  expect(mirrored('Delete <seen>your</seen> {file}?')).toBe('دعلعتع <seen>ظطور</seen> {file}؟')
})
