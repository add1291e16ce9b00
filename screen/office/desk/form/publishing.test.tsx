// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest'
import type { ListedEdition, StaffReply } from '../../../../api/index.ts'
import { expectAccessible, fill, openDesk, press, refused, until, words } from '../desk-for-test.tsx'

const at = '2026-11-30T12:00:00Z'
const edition = (number: number, title: string, form_version = '2026.9'): ListedEdition => ({
  ...{ number, title, form_version, reason: '', same_as: null, published_at: at, takes_effect_at: at },
  ...{ published_by: 'June Hale', confirmed_by: null, differences: [], findings: [] },
  state: number === 3 ? 'active' : 'earlier',
})
const form: StaffReply<'readForm'> = {
  editions: [edition(3, 'Deadlines'), edition(2, 'New majors'), edition(1, 'institution.json', '2026.8')],
  ...{ languages: [], translations: {}, over: 3, editables: [], draft: { revision: 3, changes: [], comments: [] } },
  ...{ is_read_only: false, time_zone: 'America/Los_Angeles' },
  structure: {},
  release: { over: '2026.9', now: '2026.9', changes: [] },
}

let desk: Awaited<ReturnType<typeof openDesk>>
afterEach(() => desk.close())

test('any two editions are compared, or one with the draft, in the order that was asked', async () => {
  const between = (body: unknown) => {
    const { from, to } = Object(body)
    if (from === 2) return refused(404, 'no_such_edition', 'There is no edition of this number.')
    if (to === 3) return { differences: [] }
    return { differences: [{ place: '/phone', name: 'Phone', was: `of ${from}`, is: `of ${to ?? 'the draft'}` }] }
  }
  desk = await openDesk('/staff/form', { role: 'registrar', replies: { readForm: form, compareForm: between } })
  // The oldest with the draft, before anything is chosen.
  await press('Show what differs')
  await until(() => expect([words('del'), words('ins')]).toEqual(['Until now: of 1', 'From then on: of the draft']))
  await fill('With', '2')
  await press('Show what differs')
  await until(() => expect([words('del'), words('ins')]).toEqual(['Until now: of 1', 'From then on: of 2']))
  await fill('Compare edition', '3')
  await fill('With', '1')
  await press('Show what differs')
  await until(() => expect([words('del'), words('ins')]).toEqual(['Until now: of 3', 'From then on: of 1']))
  expect(words()).toContain('Phone')
  await fill('Compare edition', '1')
  await fill('With', '3')
  await press('Show what differs')
  await until(() => expect(words()).toContain('They read the same.'))
  await fill('Compare edition', '2')
  await press('Show what differs')
  await until(() => expect(words('[role=alert]')).toContain('There is no edition of this number.'))
  expect(desk.bodiesOf('compareForm')).toEqual([
    ...[
      { from: 1, to: null },
      { from: 1, to: 2 },
      { from: 3, to: 1 },
      { from: 1, to: 3 },
      { from: 2, to: 3 },
    ],
  ])
  await expectAccessible()
})

test('what a release changes under what is published is one list, and each edition names another version', async () => {
  const changes = ['Version 2026.9 of the form no longer asks “Fax”.', 'Words “Fax number” have no place.']
  const given = { ...form, release: { over: '2026.8', now: '2026.9', changes } }
  desk = await openDesk('/staff/form', { role: 'form_editor', replies: { readForm: given } })
  await until(() => expect(words('li')).toContain(changes.join(' | ')))
  expect(words()).toContain('What you published was made over version 2026.8')
  expect(words('[data-edition="1"]')).toContain('Made over version 2026.8 of the form.')
  expect(words('[data-edition="3"]')).not.toContain('Made over version')
  await expectAccessible()
})

test('without a change by a release nothing is said of one', async () => {
  desk = await openDesk('/staff/form', { role: 'registrar', replies: { readForm: form } })
  await until(() => expect(words()).toContain('Edition 3'))
  expect(words()).not.toContain('version 2026.9')
  expect(words()).not.toContain('no place in this release')
})

const changed = {
  ...form,
  draft: { revision: 4, changes: [{ place: '/phone', value: '1', by: 'June Hale', at }], comments: [] },
}
const checked = { of: 'this draft', findings: [], differences: [] }
const terms = [
  {
    ...{ term: 'Fall 2027', finished: 12, people: 3 },
    questions: [
      { label: 'County', under: 'Name', people: 3 },
      { label: 'Phone', under: 'Contact', people: 1 },
    ],
  },
  { term: 'Spring 2028', finished: 4, people: 0, questions: [] },
]
const counting = { done: 1250, total: 5000, counted_at: null, unread: 0, terms: [] }
const counted = { done: 5000, total: 5000, counted_at: at, unread: 1, terms }

test('who has begun is counted while the page waits, and then told by term and question', async () => {
  const replies = [counting, { ...counting, done: 2500 }, counted]
  desk = await openDesk('/staff/form', {
    role: 'registrar',
    replies: { readForm: changed, checkForm: () => ({ ...checked, begun: replies.shift() ?? counted }) },
  })
  await press('Check the draft')
  await until(() => expect(words()).toContain('1,250 of 5,000 applications are counted.'))
  await until(() => expect(words('[aria-live]')).toContain('Who has begun is being counted.'))
  await expectAccessible()
  await until(() => expect(words()).toContain('2,500 of 5,000 applications are counted.'))
  await until(() => expect(words('[aria-live]')).toContain('Who has begun is counted.'))
  expect(words()).toContain('3 people who have nothing left to answer would have something left:')
  expect(words()).toContain('Fall 2027: 3 of 12')
  expect(words()).toContain('County (Name): 3')
  expect(words()).toContain('Phone (Contact): 1')
  expect(words()).not.toContain('Spring 2028')
  expect(words()).toContain('One application could not be read and is not counted.')
  await expectAccessible()
  expect(desk.bodiesOf('checkForm')).toHaveLength(3)
})

test('what is counted for a draft that somebody has changed meanwhile is not shown, and publishes nothing', async () => {
  const replies = [
    { ...checked, begun: counting },
    { ...checked, of: 'another draft', begun: counted },
  ]
  desk = await openDesk('/staff/form', {
    role: 'registrar',
    replies: { readForm: changed, checkForm: () => replies.shift() },
  })
  await press('Check the draft')
  await until(() => expect(words()).toContain('Publish now'))
  await until(() => expect(words()).toContain('Something was changed since. Check again.'))
  expect(words()).not.toContain('Fall 2027')
  expect(words()).not.toContain('Publish now')
})

test('five made-up applicants are compared, each folded, with the PDFs', async () => {
  const none = { pdf: [], export: [], mails: [] }
  const pdf = [{ place: 'own_county', name: 'Personal Info, Name', was: '', is: 'County: Not answered' }]
  const samples = [
    { id: 'visitor', name: 'Somebody', ...none },
    { id: 'citizen', name: 'June Hale', ...none, pdf },
  ]
  const link = 'https://apply.example/preview/x/pdf'
  desk = await openDesk('/staff/form', {
    role: 'registrar',
    replies: {
      readForm: changed,
      checkForm: { ...checked, begun: null },
      compareSamples: { samples, pdfs: { citizen: { before: `${link}?of=edition+3`, after: link } } },
    },
  })
  await press('Check the draft')
  await press('Compare before and after')
  await until(() => expect(words('[aria-live]')).toContain('Something differs for one of them.'))
  expect(desk.bodiesOf('compareSamples')).toEqual([{ of: 'this draft' }])
  expect(words('summary')).toContain('Somebody: nothing differs')
  expect(words('summary')).toContain('June Hale: 1 line of the PDF')
  expect([...document.querySelectorAll(`a[href^="${link}"]`)].map((each) => each.getAttribute('aria-label'))).toEqual([
    'PDF as it is: June Hale',
    'PDF with the draft: June Hale',
  ])
  await expectAccessible()
})
