import { describe, expect, test } from 'vitest'
import { proves } from '../testing/proves.ts'
import type { Application } from './application.ts'
import { address, note, section, tabs, when } from './blocks.ts'
import { isAnswered } from './conditions.ts'
import type { Form } from './form.ts'
import { rowsOf } from './outline.ts'
import { outlineOf } from './outline-of.ts'
import { choice, date, email, entry, paragraph, phone, ssn, text, tick, upload } from './questions.ts'
import { numbered, repeated } from './repeated.ts'
import { applicationWith } from './testing/application-with.ts'
import { formOf } from './testing/form-of.ts'

const rows = (form: Form, application: Application) =>
  outlineOf(form, application).pages.flatMap((page) => rowsOf(page.items))

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
      expect(rows(formOf(question), applicationWith(answer)), proves(...ids)).toMatchObject([{ answered: false, text }])
  })
})

test('a document row has its file while the file is stored and the question is answered', () => {
  const form = formOf(upload('scan', 'Scan'))
  const document_answer = { scan: { file_name: 'scan.pdf', file_size: 1024 } }
  expect(rows(form, applicationWith({ scan: 'ANSWERED' }, { document_answer }))[0]?.file).toEqual(document_answer.scan)
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
      items.flatMap((item) => (item.kind === 'row' ? [item.key] : [`${item.as}: ${item.title}`, ...lines(item.items)]))
    return lines(page?.items ?? [])
  }
  const first = ['section: You', 'name', 'address: Home', 'city', 'repeated: Colleges', 'entry: College 1', 'c_name']
  expect(drawn(applicationWith({}))).toEqual([...first, 'tabs: Licence', 'a'])
  const given = applicationWith({ name: 'Ann', c_2_name: 'X' }, { tabs: { t: 'b' }, add_another: { c: 1 } })
  expect(drawn(given)).toEqual([
    ...['section: You', 'name', 'address: Home', 'city', 'section: More', 'why', 'repeated: Colleges'],
    ...['entry: College 1', 'c_name', 'entry: College 2', 'c_2_name', 'tabs: Card', 'b'],
  ])
})

test('an added entry without answers is not printed', () => {
  const form = formOf(repeated('c', 'C', numbered('c', 3), 'C', [entry.text('name', 'N')]))
  const given = applicationWith({ c_name: 'A', c_3_name: 'B' }, { add_another: { c: 3 } })
  expect(rows(form, given).map(({ key }) => key)).toEqual(['c_name', 'c_3_name'])
})
