import { describe, expect, test } from 'vitest'
import { address, section, tickGroup } from './blocks.ts'
import { type Form, form, page } from './form.ts'
import { outlineOf } from './outline-of.ts'
import { problemsIn } from './problems-in.ts'
import { choice, entry, text, tick, upload } from './questions.ts'
import { numbered, repeated } from './repeated.ts'
import { reviewOf } from './review-of.ts'
import { applicationWith } from './testing/application-with.ts'

const asked: Form = form('1', [
  page('about', 'About', [
    section('you', 'You', [
      text('name', 'Name', { required: true }),
      text('rank', 'Rank', { rules: [{ rule: 'number' }], invalid: 'Rank (a number)' }),
      choice('more', 'More?', [['Y', 'Yes']], { as: 'radio' }),
      tick('news', 'Send me news'),
    ]),
    section('home', 'Home', [
      address('Address', [
        text('address_line_1', 'Address line 1', { role: 'address_line_1' }),
        text('zip', 'ZIP', { role: 'zip', required: true }),
      ]),
      tickGroup('Race', [tick('a', 'First'), tick('b', 'Second')]),
    ]),
    section('schools', 'Schools', [
      repeated('c', 'Colleges', numbered('c', 2), 'College {entry}', [entry.text('name', 'Name')], { print: 'table' }),
      upload('scan', 'Scan'),
    ]),
  ]),
])
const review = (answer: Record<string, string>, rest = {}) => {
  const application = applicationWith(answer, rest)
  const [first] = reviewOf(outlineOf(asked, application), problemsIn(asked, application, '2026-09-01'))
  if (!first) throw new Error('no page')
  return first
}
const rows = (answer: Record<string, string>, rest = {}) =>
  review(answer, rest).sections.flatMap((each) => [each.title, ...each.rows])

test('an empty application shows only what is required, as missing', () => {
  const missing = (key: string, label: string) => ({ kind: 'problem', key, label, text: '', message: null })
  expect(rows({})).toEqual(['You', missing('name', 'Name'), 'Home', missing('zip', 'Address: ZIP')])
  expect(review({})).toMatchObject({
    slug: 'about',
    title: 'About',
    answered: 0,
    problems: 2,
    unanswered: [
      { key: 'rank', label: 'Rank' },
      { key: 'more', label: 'More?' },
      { key: 'news', label: 'Send me news' },
      { key: 'a', label: 'Race' },
      { key: 'c_name', label: 'College 1: Name' },
      { key: 'scan', label: 'Scan' },
    ],
  })
})

describe('in reading order', () => {
  test('answers are read in words, and a block that reads as one is one answer', () => {
    const file = { document_answer: { scan: { file_name: 'scan.pdf', file_size: 9 } } }
    const answer = { name: 'Ann', more: 'Y', address_line_1: '1 Elm', zip: '59000', c_name: 'Vik', scan: 'ANSWERED' }
    expect(rows(answer, file)).toEqual([
      'You',
      { kind: 'answer', key: 'name', label: 'Name', text: 'Ann' },
      { kind: 'answer', key: 'more', label: 'More?', text: 'Yes' },
      'Home',
      { kind: 'answer', key: 'address_line_1', label: 'Address', text: '1 Elm\n59000' },
      'Schools',
      { kind: 'heading', key: 'c_name', label: 'College 1' },
      { kind: 'answer', key: 'c_name', label: 'Name', text: 'Vik' },
      { kind: 'answer', key: 'scan', label: 'Scan', text: 'scan.pdf' },
    ])
  })

  test('a part that a block lacks follows it', () => {
    expect(rows({ name: 'Ann', address_line_1: '1 Elm' }).slice(-2)).toEqual([
      { kind: 'answer', key: 'address_line_1', label: 'Address', text: '1 Elm' },
      { kind: 'problem', key: 'zip', label: 'Address: ZIP', text: '', message: null },
    ])
  })

  test('a wrong answer is shown with what is wrong', () => {
    expect(rows({ name: 'Ann', zip: '1', rank: 'x' })).toContainEqual({
      kind: 'problem',
      key: 'rank',
      label: 'Rank',
      text: 'x',
      message: 'Rank (a number)',
    })
  })

  test('of boxes, those that are checked', () => {
    const found = rows({ name: 'Ann', zip: '1', b: 'true', news: 'true' })
    expect(found).toContainEqual({ kind: 'checks', key: 'news', label: 'Send me news', options: [] })
    expect(found).toContainEqual({ kind: 'checks', key: 'a', label: 'Race', options: ['Second'] })
  })
})
