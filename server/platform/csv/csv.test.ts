import { describe, expect, test } from 'vitest'
import { csvOf, readCsv } from './index.ts'

describe('rows as CSV', () => {
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
})

test.each([
  [';=1+1', ";'=1+1"],
  ['a;=1+1', "a;'=1+1"],
  ['a;"=1+1"', `a;'"=1+1"`],
  ['a;;@SUM(A1)', "a;;'@SUM(A1)"],
  ['a\t-1', "a\t'-1"],
  ['two\n+1', "two\n'+1"],
  ['a;\uff1d1+1', "a;'\uff1d1+1"],
  ['a; b - c, d=e', 'a; b - c, d=e'],
])('for a spreadsheet that splits elsewhere, %j has no formula in it', (value, safe) => {
  const [cell] = readRow(csvOf([[value]], { spreadsheet: true }))
  expect(cell).toBe(safe)
  // Read with each other separator, whatever is quoted, no part begins as a formula.
  for (const part of csvOf([['x', value]], { spreadsheet: true }).split(/[;\t\r\n]/))
    expect(part).not.toMatch(/^"{0,2}[=+\-@\uff1d]/)
  expect(readRow(csvOf([[value]], { spreadsheet: false }))).toEqual([value])
})

function readRow(text: string): readonly string[] {
  const read: (readonly string[])[] = []
  expect(readCsv(text, (row) => read.push(row))).toBe(undefined)
  return read[0] ?? []
}

describe('CSV that is read', () => {
  function read(text: string) {
    const rows: (readonly string[])[] = []
    const wrong = readCsv(text, (row) => rows.push(row))
    return [rows, wrong] as const
  }

  test.each<[text: string, rows: readonly (readonly string[])[]]>([
    ['', []],
    [
      'a,b\n1,2\n',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'a,b\r\n1,2',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    ['a\rb\r', [['a'], ['b']]],
    ['"a, b","say ""hi"""\n', [['a, b', 'say "hi"']]],
    [
      '"two\nlines",x\ny,z',
      [
        ['two\nlines', 'x'],
        ['y', 'z'],
      ],
    ],
    [
      'a,\n,b\n',
      [
        ['a', ''],
        ['', 'b'],
      ],
    ],
    ['a,', [['a', '']]],
    ['"",""', [['', '']]],
    ['5" pipe,x', [['5" pipe', 'x']]],
    ['""Bob"" Larch,x', [['"Bob" Larch', 'x']]],
    ['James ""Jim"" Larch,""', [['James "Jim" Larch', '']]],
    ['"""Bob"" Larch",""""', [['"Bob" Larch', '"']]],
    ['\n\na\n\n', [['a']]],
  ])('%j', (text, rows) => {
    expect(read(text)).toEqual([rows, undefined])
  })

  test.each([
    ['a,b\n"open,1\n2', 'The quote that opens in line 2 is never closed.'],
    ['a\n"b"c,1', 'Line 2 goes on after a closing quote.'],
  ])('%j is invalid', (text, wrong) => {
    expect(read(text)[1]).toBe(wrong)
  })
})
