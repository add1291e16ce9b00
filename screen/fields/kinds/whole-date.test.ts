import { expect, test } from 'vitest'
import { wholeDate } from './whole-date.ts'

test.each([
  ['4/19/2005', ['4', '19', '2005']],
  ['04-19-2005', ['4', '19', '2005']],
  [' 4.19.2005 ', ['4', '19', '2005']],
  ['2005-04-19', ['4', '19', '2005']],
  ['April 19, 2005', ['4', '19', '2005']],
  ['apr 19 2005', ['4', '19', '2005']],
  ['19 April 2005', ['4', '19', '2005']],
  ['2/30/2005', undefined],
  ['Ma 1 2005', undefined],
  ['4/19', undefined],
  ['4/19/05', undefined],
  ['19', undefined],
  ['', undefined],
])('%j', (text, parts) => {
  expect(wholeDate(text)).toEqual(parts)
})
