import { describe, expect, test } from 'vitest'
import type { OutlineItem } from './outline.ts'
import { printedRows } from './printed-rows.ts'
import { printedTable } from './printed-table.ts'
import { group, optional, row, ticked } from './testing/outline-items.ts'

const following = (item: OutlineItem): OutlineItem => ({ ...item, follows: true })
const cell = (text: string, ...more: readonly string[]) => ({ text, answered: text !== 'Not answered', more })
const entry = (number: number, ...items: readonly OutlineItem[]) => group('entry', `College ${number}`, ...items)

const from = group('monthYear', 'From', row('from_month', 'Month', 'June'), row('from_year', 'Year', '2018'))
const school = group(
  'school',
  'School',
  row('name', 'Search', 'Skyview'),
  row('ceeb', 'Code', '27'),
  row('city', 'City', 'Vik'),
)
const [kind, credits] = [row('type', 'Kind', 'Other'), row('credits', 'Credits', '9')]
const kindInWords = following(row('type_other', 'Which?', 'Folk high school'))
const transcript = row('transcript', 'Transcript', 'Attached', 'document')

describe('a table', () => {
  test('has a row for each entry, and a column for each question that all of them ask', () => {
    const entries = [
      entry(1, school, kind, kindInWords, credits, transcript),
      entry(2, school, kind, row('c', 'Credits', ''), transcript),
    ]
    const below = [{ kind: 'document', label: 'Transcript', text: 'Attached', answered: true, file: null }]
    expect(printedTable(group('table', 'Colleges', ...entries))?.table).toEqual({
      kind: 'table',
      caption: 'Colleges',
      columns: [
        { label: 'School', numeric: false },
        { label: 'Kind', numeric: false },
        { label: 'Credits', numeric: true },
      ],
      rows: [
        {
          title: 'College 1',
          cells: [cell('Skyview', 'Code 27', 'Vik'), cell('Other', 'Which? Folk high school'), cell('9')],
          below,
        },
        { title: 'College 2', cells: [cell('Skyview', 'Code 27', 'Vik'), cell('Other'), cell('Not answered')], below },
      ],
    })
  })

  test('of scores has one row without a title', () => {
    expect(printedTable(group('table', 'SAT scores', from, credits, row('math', 'Math', '')))?.table).toEqual({
      kind: 'table',
      caption: 'SAT scores',
      columns: ['From', 'Credits', 'Math'].map((label) => ({ label, numeric: false })),
      rows: [{ title: null, cells: [cell('June 2018'), cell('9'), cell('Not answered')], below: [] }],
    })
  })

  test('prints what follows a document below its row, in order', () => {
    const printed = printedTable(group('table', 'T', kind, credits, transcript, from))
    expect(printed?.table.rows[0]?.below.map(({ label, text }) => [label, text])).toEqual([
      ['Transcript', 'Attached'],
      ['From', 'June 2018'],
    ])
  })

  test('leaves out what nobody answered and nobody had to, and counts it', () => {
    const document = { ...row('transcript', 'Transcript', '', 'document'), optional: true } as const
    const entries = [
      entry(1, kind, following(optional('which', 'Which?')), optional('degree', 'Degree'), credits, document),
      entry(2, kind, optional('degree2', 'Degree'), optional('c2', 'Credits'), document),
    ]
    const printed = printedTable(group('table', 'Colleges', ...entries))
    expect(printed?.table.columns.map(({ label }) => label)).toEqual(['Kind', 'Credits'])
    expect(printed?.table.rows.map(({ cells, below }) => [cells, below])).toEqual([
      [[cell('Other'), cell('9')], []],
      [[cell('Other'), cell('Not answered')], []],
    ])
    expect(printed?.omitted).toBe(5)
  })

  test('keeps a column that had to be answered, and the first, which names the entry', () => {
    const printed = printedTable(
      group(
        'table',
        'T',
        entry(1, optional('a', 'A'), row('b', 'B', '')),
        entry(2, optional('c', 'A'), row('d', 'B', '')),
      ),
    )
    expect(printed?.table.columns.map(({ label }) => label)).toEqual(['A', 'B'])
    expect(printed?.omitted).toBe(0)
  })

  test.each<[string, readonly OutlineItem[]]>([
    ['no entry', []],
    ['entries with one answered question', [entry(1, kind, optional('c', 'Credits'))]],
    ['one question', [entry(1, kind)]],
    ['entries with different questions', [entry(1, kind, credits), entry(2, kind, from)]],
    ['an entry with more questions', [entry(1, kind, credits), entry(2, kind, credits, from)]],
    ['two questions with the same label', [entry(1, kind, row('other', 'Kind', 'X'))]],
    ['ticks', [entry(1, kind, credits, ticked('t', 'T', true))]],
    ['a group with other questions beside its entries', [entry(1, kind, credits, group('tabs', 'Tab', kind))]],
    ['a first question that follows another', [entry(1, kindInWords, kind, credits)]],
    ['an answer that is too long', [entry(1, kind, row('long', 'Long', 'x'.repeat(151)))]],
    [
      'an answer that is too long with its label',
      [entry(1, kind, following(row('long', 'L'.repeat(9), 'x'.repeat(142))), credits)],
    ],
    ...['\n', '\r', '\v', '\f', '\u0085', '\u2028', '\u2029'].map((end): [string, readonly OutlineItem[]] => [
      `several lines (${JSON.stringify(end)})`,
      [entry(1, kind, row('a', 'A', `a${end}b`))],
    ]),
  ])('cannot hold %s', (_, items) => {
    expect(printedTable(group('table', 'Colleges', ...items))).toBeNull()
  })
})

test('what does not fit a table is printed in full under headings', () => {
  const long = row('long', 'Long', 'x'.repeat(151))
  const headed = (title: string) => ({ kind: 'heading', level: 2, title, key: 'type' })
  const rows = ['Kind', 'Long'].map((label) => expect.objectContaining({ kind: 'text', label }))
  expect(printedRows([group('table', 'Colleges', entry(1, kind, long), entry(2, kind, long))])).toEqual([
    headed('College 1'),
    ...rows,
    headed('College 2'),
    ...rows,
  ])
  expect(printedRows([group('table', 'SAT scores', kind, long)])).toEqual([headed('SAT scores'), ...rows])
})
