import { expect, test } from 'vitest'
import { csvOf, readCsv } from './index.ts'

const rows = [
  ['name', 'said'],
  ['=cmd()', 'a "b", c\r\nd'],
  ['Zoë', ''],
]
const readBack = (text: string) => {
  const read: (readonly string[])[] = []
  expect(readCsv(text, (row) => read.push(row))).toBe(undefined)
  return read
}

test('is read again as it was written, with CRLF at the end of each row', () => {
  const text = csvOf(rows, { spreadsheet: false })
  expect(readBack(text)).toEqual(rows)
  expect(text.endsWith('Zoë,\r\n')).toBe(true)
})

test('for a spreadsheet no value is a formula', () =>
  expect(readBack(csvOf(rows, { spreadsheet: true }))[1]).toEqual(["'=cmd()", 'a "b", c\r\nd']))
