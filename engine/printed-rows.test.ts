import { describe, expect, test } from 'vitest'
import institution from '../institution.json' with { type: 'json' }
import { proves } from '../testing/proves.ts'
import type { OutlineItem } from './outline.ts'
import { everyPrintedPage, fileSize, printedPages, printedRows, printedTable } from './printed-rows.ts'
import { group, optional, row, ticked } from './testing/outline-items.ts'

describe('printed rows', () => {
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

    test('the second line of an address abroad is not called "Apt. #", nor anything else', () => {
      const lines = [
        row('address_line_1', 'Address line 1', '12 Front Street'),
        row('address_line_2', 'Address line 2', 'Inngang B'),
        row('country', 'Country', 'Norway'),
      ]
      expect(printedRows([group('address', 'Address', ...lines)])).toEqual([
        merged('Address', '12 Front Street\nInngang B\nNorway'),
      ])
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
      // What is written from the right keeps its place in a line that is read from the left.
      [['', '', 'القاهرة', 'Montana', '59601', ''], '\u2068القاهرة\u2069, \u2068Montana\u2069 \u206859601\u2069'],
      [['', '', 'Cairo', 'الجيزة', '12611', ''], '\u2068Cairo\u2069, \u2068الجيزة\u2069 \u206812611\u2069'],
      [['', '', 'القاهرة', 'الجيزة', '12611', ''], 'القاهرة, الجيزة 12611'],
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
    expect(printedRows(items).flatMap((each) => (each.kind === 'heading' ? [each.key] : []))).toEqual([
      'first',
      'first',
    ])
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
})

describe('printed table', () => {
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
          {
            title: 'College 2',
            cells: [cell('Skyview', 'Code 27', 'Vik'), cell('Other'), cell('Not answered')],
            below,
          },
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
})

describe('file size', () => {
  test.each([
    [0, '0 bytes'],
    [1, '1 byte'],
    [2, '2 bytes'],
    [1023, '1023 bytes'],
    [84 * 1024, '84 KB'],
    [1024 ** 2, '1.0 MB'],
  ])('%i bytes read as %s', (bytes, words) => {
    expect(fileSize(bytes)).toBe(words)
  })
})
