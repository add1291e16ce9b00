import { describe, expect, test } from 'vitest'
import { proves } from '../testing/proves.ts'
import type { Application } from './application.ts'
import { address, type Form, form, monthYear, note, page, school, section, tabs, tickGroup, when } from './blocks.ts'
import { months } from './calendar.ts'
import { isAnswered } from './conditions.ts'
import {
  answerInWords,
  entrySummary,
  outlineInBoth,
  outlineOf,
  outlineToRead,
  rowsOf,
  sectionSummary,
} from './outline.ts'
import { printedPages } from './printed-rows.ts'
import { choice, date, email, entry, paragraph, phone, ssn, text, tick, upload } from './questions.ts'
import { numbered, repeated } from './repeated.ts'
import { applicationWith } from './testing/application-with.ts'
import { formOf } from './testing/form-of.ts'
import { inEnglish, say, sayIn } from './words.ts'

describe('in another language', () => {
  const asked = formOf(text('name', 'Name', { required: true }), date('born', 'Born'), text('nickname', 'Nickname'))
  const application = applicationWith({ born: '2001-02-03' })
  const texts = (outline: ReturnType<typeof outlineOf>) =>
    outline.pages.flatMap(({ items }) => rowsOf(items).map((row) => row.text))

  test('who reads gets their own words, and what is signed and printed is English', () => {
    const own = { 'Not answered': 'Sin respuesta', '{count} optional questions not answered': { other: '?' } }
    sayIn({ language: 'es', texts: own }, () => {
      expect(texts(outlineToRead(asked, application))).toEqual([
        'Sin respuesta',
        '3 de febrero de 2001',
        'Sin respuesta',
      ])
      const signed = outlineOf(asked, application)
      expect(texts(signed)).toEqual(['Not answered', 'February 3, 2001', 'Not answered'])
      const [page] = inEnglish(() => printedPages(signed, [signed.pages[0]?.slug ?? '']))
      expect(page?.rows.at(-1)).toMatchObject({ kind: 'omitted', text: '1 optional question not answered' })
      expect(say('Not answered')).toBe('Sin respuesta')
    })
  })

  test('what is signed stands in English too, and nothing else does', () => {
    const signs = (words: readonly [string, string]) =>
      formOf(
        tick('news', words[0]),
        tickGroup('Sign', [tick('true', words[0], { required: true }), tick('legal', words[1])], { signature: true }),
      )
    const english = outlineOf(signs(['Send news', 'It is true']), applicationWith({}))
    const both = outlineInBoth(signs(['Enviar noticias', 'Es verdad']), applicationWith({}), english)
    expect(both.pages.flatMap(({ items }) => rowsOf(items).map((row) => [row.label, row.english]))).toEqual([
      ['Enviar noticias', undefined],
      ['Enviar noticias', 'Send news'],
      ['Es verdad', 'It is true'],
    ])
    const [page] = printedPages(both, [both.pages[0]?.slug ?? ''])
    expect(page?.rows.at(-1)).toMatchObject({ options: [{ english: 'Send news' }, { english: 'It is true' }] })
  })

  test('an error does not leave the reader with English', () => {
    const broken = { ...asked, pages: null } as unknown as Form
    sayIn({ language: 'es', texts: { Yes: 'Sí' } }, () => {
      expect(() => outlineOf(broken, application)).toThrow()
      expect(say('Yes')).toBe('Sí')
    })
  })
})

describe('outline', () => {
  const rows = (form: Form, application: Application) =>
    outlineOf(form, application).pages.flatMap((page) => rowsOf(page.items))

  test('a question that is asked later is printed and exported where paper has it', () => {
    const later = ssn('number', 'Number', { printedAfter: 'first' })
    const asked = formOf(
      section('a', 'A', [text('first', 'First'), text('last', 'Last')]),
      section('b', 'B', [text('street', 'Street'), later]),
    )
    const printed = ['first', 'number', 'last', 'street']
    expect(rows(asked, applicationWith({})).map(({ key }) => key)).toEqual(printed)
    expect(asked.keys).toEqual(printed)
    expect(asked.pages[0]?.keys).toEqual(['first', 'last', 'street', 'number'])
  })

  describe('a row shows', () => {
    const yesNo = [
      ['', '--'],
      ['Y', 'Yes'],
    ] as const
    test.each([
      ['text', [], text('q', 'Q'), 'Ann', 'text', 'Ann'],
      ['a paragraph, as it was typed', [], paragraph('q', 'Q'), ' a\n\nb', 'paragraph', ' a\n\nb'],
      ['e-mail', [], email('q', 'Q'), 'a@b.example', 'text', 'a@b.example'],
      ['phone', [], phone('q', 'Q'), '(406) 555-0123', 'text', '(406) 555-0123'],
      ['a date in words', [], date('q', 'Q'), '2001-02-03', 'text', 'February 3, 2001'],
      ['an invalid date, as it was typed', [], date('q', 'Q'), '2001-02-30', 'text', '2001-02-30'],
      ['an option in words', [], choice('q', 'Q', yesNo), 'Y', 'text', 'Yes'],
      ['a value that is not an option', [], choice('q', 'Q', yesNo), 'X', 'text', 'X'],
      ['a sensitive answer in full', [], choice('q', 'Q', yesNo, { care: 'sensitive' }), 'Y', 'text', 'Yes'],
      ['a secret', [], ssn('q', 'Q'), '123-45-6789', 'text', '***-**-6789'],
      ['a secret that is too short to show its last digits', [], ssn('q', 'Q'), '6789', 'text', '***-**-****'],
      ['a box ticked', ['6.service.7'], tick('q', 'Q'), 'true', 'tick', '[X]'],
      [
        'a document',
        ['6.service.6'],
        upload('q', 'Visa copy'),
        'ANSWERED',
        'document',
        'Document attached for "Visa copy"',
      ],
    ])('%s', (_, ids, question, value, as, text) => {
      const row = { kind: 'row', key: 'q', label: question.label, as, answered: true, text }
      expect(rows(formOf(question), applicationWith({ q: value })), proves(...ids)).toEqual([row])
    })

    test.each([
      ['text', [], text('q', 'Q'), 'Not answered'],
      ['choice', [], choice('q', 'Q', yesNo), 'Not answered'],
      ['paragraph', [], paragraph('q', 'Q'), 'Not answered'],
      ['document', [], upload('q', 'Q'), 'Not answered'],
      ['secret', [], ssn('q', 'Q'), 'Not answered'],
      ['a box', ['6.service.7'], tick('q', 'Q'), '[ ]'],
    ])('unanswered: %s', (_, ids, question, text) => {
      for (const answer of [{}, { q: '' }, { q: '  ' }])
        expect(rows(formOf(question), applicationWith(answer)), proves(...ids)).toMatchObject([
          { answered: false, text },
        ])
    })
  })

  test('a document row has its file while the file is stored and the question is answered', () => {
    const form = formOf(upload('scan', 'Scan'))
    const document_answer = { scan: { file_name: 'scan.pdf', file_size: 1024 } }
    expect(rows(form, applicationWith({ scan: 'ANSWERED' }, { document_answer }))[0]?.file).toEqual(
      document_answer.scan,
    )
    expect(rows(form, applicationWith({ scan: '' }, { document_answer }))[0]).not.toHaveProperty('file')
    expect(rows(form, applicationWith({ scan: 'ANSWERED' }))[0]).not.toHaveProperty('file')
  })

  test('an unanswered row says whether it was optional', () => {
    const form = formOf(text('a', 'A', { required: true }), text('b', 'B'), tick('c', 'C'))
    expect(rows(form, applicationWith({})).map(({ optional }) => optional)).toEqual([undefined, true, true])
    expect(rows(form, applicationWith({ b: 'x', c: 'true' })).some(({ optional }) => optional)).toBe(false)
    const depends = formOf(text('a', 'A'), text('b', 'B', { required: isAnswered(text('a', 'A')) }))
    expect(rows(depends, applicationWith({}))[1]?.optional).toBe(true)
    expect(rows(depends, applicationWith({ a: 'x' }))[1]?.optional).toBeUndefined()
  })

  test('a code is printed only once it is known', () => {
    const form = formOf(repeated('c', 'C', numbered('c', 2), 'C', [entry.code('ceeb', 'College code')]))
    expect(rows(form, applicationWith({}))).toEqual([])
    expect(rows(form, applicationWith({ c_ceeb: '003474' }))).toMatchObject([{ label: 'College code', text: '003474' }])
  })

  test('blocks have their labels, and a block without rows is omitted', () => {
    const name = text('name', 'Name')
    const form = formOf(
      section('you', 'You', [name, note('A note.'), address('Home', [text('city', 'City')])]),
      section('more', 'More', [when(isAnswered(name), [text('why', 'Why')])]),
      repeated('c', 'Colleges', numbered('c', 2), 'College {entry}', [entry.text('name', 'Name')]),
      tabs(
        't',
        'Proof',
        { id: 'a', label: 'Licence', items: [text('a', 'A')] },
        { id: 'b', label: 'Card', items: [text('b', 'B')] },
      ),
    )
    const drawn = (application: Application) => {
      const [page] = outlineOf(form, application).pages
      const lines = (items: readonly (typeof page & {})['items'][number][]): string[] =>
        items.flatMap((item) =>
          item.kind === 'row' ? [item.key] : [`${item.as}: ${item.title}`, ...lines(item.items)],
        )
      return lines(page?.items ?? [])
    }
    const first = ['section: You', 'name', 'address: Home', 'city', 'repeated: Colleges', 'entry: College 1', 'c_name']
    expect(drawn(applicationWith({}))).toEqual([...first, 'tabs: Licence', 'a'])
    const given = applicationWith({ name: 'Ann', c_2_name: 'X' }, { tabs: { t: 'b' }, add_another: { c: 1 } })
    expect(drawn(given)).toEqual([
      'section: You',
      'name',
      'address: Home',
      'city',
      'section: More',
      'why',
      'repeated: Colleges',
      'entry: College 1',
      'c_name',
      'entry: College 2',
      'c_2_name',
      'tabs: Card',
      'b',
    ])
  })

  test('an added entry without answers is not printed', () => {
    const form = formOf(repeated('c', 'C', numbered('c', 3), 'C', [entry.text('name', 'N')]))
    const given = applicationWith({ c_name: 'A', c_3_name: 'B' }, { add_another: { c: 3 } })
    expect(rows(form, given).map(({ key }) => key)).toEqual(['c_name', 'c_3_name'])
  })
})

describe('entry summary', () => {
  const years = [
    ['', '--'],
    ['2022', '2022'],
    ['2024', '2024'],
  ] as const

  const states = [
    ['', '--'],
    ['MT', 'Montana'],
  ] as const

  const month = (label: string, name: string) =>
    monthYear(label, entry.choice(`${name}_month`, 'Month', months), entry.choice(`${name}_year`, 'Year', years))

  const colleges = repeated('c', 'Colleges', numbered('c', 2), 'College {entry}', [
    school('College', 'college_ceeb', [
      entry.text('name', 'Name', { role: 'name' }),
      entry.code('ceeb', 'Code', { role: 'ceeb' }),
      entry.text('city', 'City', { role: 'city' }),
      entry.choice('state', 'State', states, { role: 'state' }),
    ]),
    entry.choice('type', 'Type', [['P', 'Public']]),
    month('From', 'from'),
    month('To', 'to'),
    entry.upload('transcript', 'Transcript'),
  ])

  const people = repeated('p', 'Parents', numbered('p', 2), 'Parent {entry}', [
    entry.choice('relation', 'Relation', [
      ['', '--'],
      ['M', 'Mother'],
    ]),
    entry.text('first', 'First'),
    entry.text('last', 'Last'),
    address('Address', [entry.text('city', 'City', { role: 'city' })]),
    entry.choice('here', 'Studied here?', [['Y', 'Yes']], { as: 'radio' }),
    entry.text('later', 'Not a name'),
    month('Since', 'since'),
  ])

  const summary = (block: typeof colleges | typeof people, answer: Record<string, string>, at = 0) => {
    const own = block.entries[at]
    if (!own) throw new Error('no entry')
    return entrySummary(own, applicationWith(answer))
  }
  const facts = (answer: Record<string, string>) => summary(colleges, answer).facts

  test('an entry with a school is named, placed and dated by it', () => {
    const answer = {
      c_2_name: ' Vik College ',
      c_2_city: 'Vik',
      c_2_state: 'MT',
      c_2_type: 'P',
      c_2_from_month: '9',
      c_2_from_year: '2022',
      c_2_to_month: '5',
      c_2_to_year: '2024',
      c_2_transcript: 'ANSWERED',
    }
    expect(summary(colleges, answer, 1)).toEqual({
      name: 'Vik College',
      facts: ['Vik, Montana', 'Sep 2022 – May 2024'],
      documents: [{ label: 'Transcript', attached: true }],
      tellsEnough: true,
    })
  })

  test('an entry without a school is named by its first texts; its choices are facts', () => {
    const answer = {
      p_relation: 'M',
      p_first: 'Ada',
      p_last: 'Ortega',
      p_city: 'Helena',
      p_here: 'Y',
      p_later: 'x',
      p_since_month: '1',
      p_since_year: '2022',
    }
    expect(summary(people, answer)).toEqual({
      name: 'Ada Ortega',
      facts: ['Mother', 'Helena', 'Jan 2022'],
      documents: [],
      tellsEnough: true,
    })
  })

  describe('two months are a period', () => {
    test.each([
      ['without an end', { c_from_month: '9', c_from_year: '2022' }, ['since Sep 2022']],
      ['without a beginning', { c_to_year: '2024' }, ['until 2024']],
      ['of one month', { c_from_year: '2022', c_to_year: '2022' }, ['2022']],
      ['with a month that is no month', { c_from_month: '13', c_from_year: '2022' }, ['since 2022']],
      ['that nobody entered', {}, []],
    ])('%s', (_, answer, expected) => {
      expect(facts(answer)).toEqual(expected)
    })
  })

  test('an empty entry says nothing, except which documents it lacks', () => {
    expect(summary(colleges, { c_name: ' ' })).toEqual({
      name: '',
      facts: [],
      documents: [{ label: 'Transcript', attached: false }],
      tellsEnough: false,
    })
  })

  describe('an entry tells enough', () => {
    const college = { c_name: 'Vik', c_city: 'Vik', c_from_year: '2022' }
    test.each([
      ['with name, place and beginning', college, true],
      ['not without a name', { ...college, c_name: '' }, false],
      ['not without the place of the school', { ...college, c_city: '' }, false],
      ['not without the beginning', { ...college, c_from_year: '', c_to_year: '2024' }, false],
    ])('%s', (_, answer, expected) => {
      expect(summary(colleges, answer).tellsEnough).toBe(expected)
    })

    test('also without an address, which may be nobody’s business', () => {
      expect(summary(people, { p_first: 'Ada', p_since_year: '2022' }).tellsEnough).toBe(true)
    })
  })
})

describe('section summary', () => {
  const you = section('you', 'You', [
    text('first', 'First'),
    text('last', 'Last'),
    ssn('ssn', 'SSN'),
    text('gender', 'Gender', { care: 'sensitive' }),
    choice('citizen', 'Citizen?', [['Y', 'Yes']], { as: 'radio' }),
    tick('news', 'News'),
    paragraph('essay', 'Essay'),
    upload('scan', 'Scan'),
    date('born', 'Born'),
    choice('state', 'State', [['MT', 'Montana']]),
    monthYear('Since', choice('month', 'Month', [['9', 'September']]), choice('year', 'Year', [['2022', '2022']])),
    email('mail', 'Mail'),
  ])
  const asked = form('1', [page('a', 'A', [you, section('other', 'Other', [text('other', 'Other')])])])
  const summary = (answer: Record<string, string>) => sectionSummary(asked, you, applicationWith(answer))

  test('the first answers that speak for themselves, in reading order', () => {
    const answer = {
      last: ' Lee ',
      month: '9',
      year: '2022',
      born: '2004-02-29',
      state: 'MT',
      mail: 'a@b.example',
      other: 'x',
    }
    expect(summary(answer)).toEqual({ answers: ['Lee', '2/29/2004', 'Montana', 'a@b.example'], count: 6 })
    expect(summary({ first: 'Ann', ...answer })).toMatchObject({
      answers: ['Ann', 'Lee', '2/29/2004', 'Montana'],
      count: 7,
    })
  })

  test('nothing secret or sensitive, and no Yes without its question', () => {
    const answer = { ssn: '501-55-0187', gender: 'F', citizen: 'Y', news: 'true', essay: 'Long', scan: 'ANSWERED' }
    expect(summary(answer)).toEqual({ answers: [], count: 6 })
  })
})

describe('answer in words', () => {
  const asked = form('1', [
    page('one', 'One', [
      text('city', 'City', { required: false }),
      tick('agreed', 'I agree', { required: false }),
      date('born', 'Born', { required: false }),
      upload('visa', 'Visa', { required: false }),
      choice('state', 'State', [['MT', 'Montana']], { required: false }),
      choice('state', 'Province', [['AB', 'Alberta']], { required: false }),
      ssn('number', 'Number', { required: false }),
    ]),
  ])

  test.each([
    ['city', 'Butte', 'Butte'],
    ['city', '', 'Not answered'],
    ['agreed', 'true', 'Checked'],
    ['agreed', '', 'Not checked'],
    ['born', '2001-02-03', 'February 3, 2001'],
    ['born', 'soon', 'soon'],
    ['visa', 'ANSWERED', 'Document attached'],
    ['visa', '', 'Not answered'],
    ['state', 'MT', 'Montana'],
    ['state', 'AB', 'Alberta'],
    ['state', 'XX', 'XX'],
    ['no_longer_asked', 'x', 'x'],
  ])('%s: "%s" reads as %s', (key, value, words) => {
    expect(answerInWords(asked, key, value)).toBe(words)
  })

  test('a secret answer is never whole', () => {
    expect(answerInWords(asked, 'number', '501-55-0187')).not.toMatch(/501|55/)
  })
})
