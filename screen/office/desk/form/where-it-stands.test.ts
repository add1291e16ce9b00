import { expect, test } from 'vitest'
import { foldedSentence, sentencesOf } from '../../../../engine/index.ts'
import { admissions } from '../../../../form/index.ts'
import { whereItStands } from './where-it-stands.ts'

test('of every sentence of the form it is known what it is', () => {
  const sentences = [...sentencesOf(admissions)].map(foldedSentence)
  expect(sentences.filter((each) => whereItStands(each) === undefined)).toEqual([])
})

test.each([
  ['Academic History', 'A title'],
  ['Previous name', 'A question of “Name”'],
  ['At Gallatin College', 'A question of “How? Check all that apply.”'],
  ['Like Jr. or III.', 'The help of “Suffix”'],
  ['We’ll send your decision here.', 'The note of “Contact”'],
  [
    'Please enter all nine digits of your Social Security number.',
    'Said when an answer to “Social Security number” can’t be taken',
  ],
  ['Before you start: about 30 minutes', undefined],
])('“%s”', (sentence, where) => expect(whereItStands(sentence)).toBe(where))
