import { describe, expect, test } from 'vitest'
import institution from '../institution.json' with { type: 'json' }
import { proves } from '../testing/proves.ts'
import { fileSize } from './file-size.ts'
import type { OutlineItem } from './outline.ts'
import { everyPrintedPage, printedPages, printedRows } from './printed-rows.ts'
import { group, optional, row, ticked } from './testing/outline-items.ts'

describe('the printed rows of', () => {
  const name = row('name', 'Name', 'Bo')
  const nameRow = { kind: 'text', label: 'Name', text: 'Bo', answered: true }
  const heading = (level: number, title: string) => ({ kind: 'heading', level, title, key: expect.any(String) })
  const merged = (label: string, text: string, answered = true) => ({ kind: 'text', label, text, answered })
  const omitted = (count: number) => ({
    kind: 'omitted',
    count,
    text: count === 1 ? '1 optional question not answered' : `${count} optional questions not answered`,
  })
  const ticks = (label: string | null, ...options: readonly (readonly [string, boolean])[]) => ({
    kind: 'ticks',
    label,
    options: options.map(([each, is]) => ({ label: each, ticked: is })),
  })

  test.each<[string, readonly OutlineItem[], readonly unknown[]]>([
    ['a question', [name], [nameRow]],
    ['no answer', [row('a', 'A', '')], [{ kind: 'text', label: 'A', text: 'Not answered', answered: false }]],
    ['an optional question without an answer', [name, optional('a', 'A')], [nameRow, omitted(1)]],
    [
      'optional questions, counted after the last row under their heading',
      [
        group(
          'section',
          'Who',
          optional('a', 'A'),
          name,
          group('address', 'Address', optional('line', 'Line 1'), optional('city', 'City')),
          group('tabs', 'By name', optional('b', 'B')),
          optional('c', 'C'),
        ),
      ],
      [heading(2, 'Who'), nameRow, omitted(3), heading(3, 'By name'), omitted(1)],
    ],
    [
      'an address of which only a part was required',
      [group('address', 'Address', optional('line', 'Line 1'), row('city', 'City', ''))],
      [merged('Address', 'Not answered', false)],
    ],
    [
      'optional checkboxes, which are always printed',
      [{ ...ticked('a', 'A', false), optional: true }],
      [ticks(null, ['A', false])],
    ],
    [
      'a table, whose open questions count with those around it',
      [
        group('table', 'T', row('x', 'X', '1'), row('y', 'Y', '2'), optional('z', 'Z')),
        optional('a', 'A'),
        optional('b', 'B'),
      ],
      [expect.objectContaining({ kind: 'table' }), omitted(3)],
    ],
    ['a section', [group('section', 'Who', name)], [heading(2, 'Who'), nameRow]],
    [
      'a group inside a section',
      [group('section', 'Who', group('tabs', 'By name', name))],
      [heading(2, 'Who'), heading(3, 'By name'), nameRow],
    ],
    [
      'entries',
      [group('repeated', 'All', group('entry', 'First', name), group('entry', 'Second', name))],
      [heading(2, 'First'), nameRow, heading(2, 'Second'), nameRow],
    ],
    [
      'a question after a group',
      [group('section', 'Who', group('tabs', 'By name', name), name, name)],
      [heading(2, 'Who'), heading(3, 'By name'), nameRow, { kind: 'break' }, nameRow, nameRow],
    ],
    [
      'a question after a group within a group',
      [group('section', 'Who', group('tabs', 'By name', name), name), name],
      [heading(2, 'Who'), heading(3, 'By name'), nameRow, { kind: 'break' }, nameRow, { kind: 'break' }, nameRow],
    ],
    ['a group of ticks', [group('tickGroup', 'Which?', ticked('a', 'A', true))], [ticks('Which?', ['A', true])]],
    [
      'ticks that follow each other',
      [ticked('a', 'A', true), ticked('b', 'B', false), name, ticked('c', 'C', false)],
      [ticks(null, ['A', true], ['B', false]), nameRow, ticks(null, ['C', false])],
    ],
    [
      'a group of ticks with a question',
      [group('tickGroup', 'Which?', ticked('a', 'A', true), name)],
      [heading(2, 'Which?'), ticks(null, ['A', true]), nameRow],
    ],
    [
      'a document',
      [{ ...row('card', 'Card', 'Attached', 'document'), file: { file_name: 'card.pdf', file_size: 86_016 } }],
      [
        {
          kind: 'document',
          label: 'Card',
          text: 'Attached',
          answered: true,
          file: { name: 'card.pdf', size: '84 KB' },
        },
      ],
    ],
    [
      'a document whose file is missing',
      [row('card', 'Card', 'Attached', 'document')],
      [{ kind: 'document', label: 'Card', text: 'Attached', answered: true, file: null }],
    ],
    [
      'a month and year',
      [group('monthYear', 'From', row('from_month', 'Month', 'June'), row('from_year', 'Year', '2018'))],
      [merged('From', 'June 2018')],
    ],
    [
      'a month without its year',
      [group('monthYear', 'From', row('from_month', 'Month', ''), row('from_year', 'Year', '2018'))],
      [merged('From', '2018')],
    ],
    [
      'a month that is still to come',
      [group('monthYear', 'To', row('ongoing', 'I’m still enrolled', '[X]', 'tick'))],
      [merged('To', '[X] I’m still enrolled')],
    ],
    [
      'a month that could be still to come',
      [
        group(
          'monthYear',
          'To',
          row('ongoing', 'I’m still enrolled', '', 'tick'),
          row('to_month', 'Month', 'June'),
          row('to_year', 'Year', '2018'),
        ),
      ],
      [merged('To', 'June 2018')],
    ],
    [
      'a school without an answer',
      [group('school', 'School', row('hs_name', 'Search', ''), row('hs_city', 'City', ''))],
      [merged('School', 'Not answered', false)],
    ],
    [
      'a part with its label',
      [group('school', 'School', row('hs_name', 'Search', 'Skyview'), row('hs_ceeb', 'School code', '270380'))],
      [merged('School', 'Skyview\nSchool code 270380')],
    ],
    [
      'a block with a part that is not text',
      [group('address', 'Address', row('city', 'City', 'Bozeman'), ticked('a', 'A', true))],
      [heading(2, 'Address'), merged('City', 'Bozeman'), ticks(null, ['A', true])],
    ],
  ])('%s', (_, items, rows) => {
    expect(printedRows(items)).toEqual(rows)
  })

  test.each([
    [
      ['1 Elm Street', '3B', 'Bozeman', 'Montana', '59715', 'Peru'],
      '1 Elm Street\nApt. # 3B\nBozeman, Montana 59715\nPeru',
    ],
    [['', '', 'Bozeman', '', '59715', ''], 'Bozeman 59715'],
    [['', '', '', 'Montana', '59715', ''], 'Montana 59715'],
    [['1 Elm Street', '', '', 'Montana', '', 'Peru'], '1 Elm Street\nMontana\nPeru'],
    [['', '3B', '', '', '', ''], 'Apt. # 3B'],
  ])('an address of %j', ([street = '', apartment = '', city = '', state = '', zip = '', country = ''], text) => {
    const parts = [
      row('mailing_address_line_1', 'Address line 1', street),
      row('mailing_address_line_2', 'Apt. #', apartment),
      row('mailing_city', 'City', city),
      row('mailing_state', 'State', state),
      row('mailing_zip', 'ZIP', zip),
      row('mailing_country', 'Country', country),
    ]
    expect(printedRows([group('address', 'Mailing address', ...parts)])).toEqual([merged('Mailing address', text)])
  })
})

test.each([
  [0, '0 bytes'],
  [1023, '1023 bytes'],
  [1024, '1 KB'],
  [86_016, '84 KB'],
  [1_048_575, '1.0 MB'],
  [1_048_576, '1.0 MB'],
])('%i bytes are printed as %s', (bytes, printed) => {
  expect(fileSize(bytes)).toBe(printed)
})

test('a heading names the first question below it', () => {
  const items = [
    group('section', 'Who', group('tabs', 'By name', row('first', 'First', 'Bo'), row('last', 'Last', ''))),
  ]
  expect(printedRows(items).flatMap((each) => (each.kind === 'heading' ? [each.key] : []))).toEqual(['first', 'first'])
})

test('prints the configured pages in order, without pages on which nothing was asked', () => {
  const pageOf = (slug: string, ...items: readonly OutlineItem[]) => ({ slug, title: slug, items })
  const pages = [pageOf('one', row('a', 'A', '1')), pageOf('two', row('b', 'B', '2')), pageOf('three')]
  expect(printedPages({ pages }, ['two', 'three', 'one', 'four']).map(({ slug }) => slug)).toEqual(['two', 'one'])
  expect(everyPrintedPage({ pages }, ['two', 'four']).map(({ slug }) => slug)).toEqual(['two', 'one'])
  const asked = ['final-steps', 'more', 'education', 'about'].map((slug) => pageOf(slug, row('a', 'A', '1')))
  const printed = printedPages({ pages: asked }, institution.private.pdf_pages).map(({ slug }) => slug)
  expect(printed, proves('1.institution.9')).toEqual(['about', 'education', 'final-steps'])
})

test('a section with a sheet of its own comes after all pages, also where a page has nothing else', () => {
  const own = (sheet: string) => ({ ...group('section', `Own ${sheet}`, row('c', 'C', '3')), sheet })
  const pages = [
    { slug: 'one', title: 'One', items: [own('x'), row('a', 'A', '1')] },
    { slug: 'two', title: 'Two', items: [row('b', 'B', '2')] },
    { slug: 'three', title: 'Three', items: [own('y')] },
  ]
  expect(printedPages({ pages }, ['two', 'one', 'three']).map(({ slug, ownSheet }) => [slug, ownSheet])).toEqual([
    ['two', undefined],
    ['one', undefined],
    ['x', true],
    ['y', true],
  ])
})
