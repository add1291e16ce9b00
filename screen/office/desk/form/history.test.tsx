// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest'
import type { ListedEdition, StaffReply } from '../../../../api/index.ts'
import { expectAccessible, openDesk, until, words } from '../desk-for-test.tsx'

const at = (day: number) => `2026-11-${day}T12:00:00Z`
const edition = (number: number, given: Partial<ListedEdition>): ListedEdition => ({
  ...{ number, title: 'A title', form_version: '2026.9', reason: '', same_as: null, state: 'earlier' },
  ...{ published_at: at(10 + number), takes_effect_at: at(10 + number) },
  ...{ published_by: 'June Hale', confirmed_by: null, differences: [], findings: [], ...given },
})
const own = (id: string, field: string) => `/structure/own/${id}/${field}`
const form: StaffReply<'readForm'> = {
  editions: [
    edition(3, {
      reason: 'The dean decided it.',
      confirmed_by: 'Sol Sand',
      differences: [{ place: '/phone', name: 'Phone', was: 'one', is: 'another' }],
    }),
    edition(2, { title: 'A question of ours' }),
    edition(1, { title: 'institution.json', published_by: null }),
  ],
  ...{ languages: [], translations: {}, over: 3, editables: [] },
  draft: { revision: 3, changes: [], comments: [] },
  ...{ is_read_only: false, time_zone: 'America/Los_Angeles' },
  structure: {
    [own('own_county', 'kind')]: 'text',
    [own('own_county', 'in')]: 'section:contact',
    [own('own_county', 'label')]: 'Your county',
    [own('own_county', 'since')]: '2026.9+2',
    '/structure/stopped/own_county': '2026.9+2',
    '/structure/stopped/chosen_name': '2026.9',
  },
  release: { over: '2026.9', now: '2026.9', changes: [] },
}

let desk: Awaited<ReturnType<typeof openDesk>>
afterEach(() => desk.close())

test('one list has who changed what, when and why, and what is asked no more with its key', async () => {
  desk = await openDesk('/staff/form?history', { role: 'form_editor', replies: { readForm: form } })
  await until(() => expect(words()).toContain('The dean decided it.'))
  expect(words()).toContain('by June Hale, confirmed by Sol Sand')
  expect([words('del'), words('ins')]).toEqual(['Until now: one', 'From then on: another'])
  const rows = [...document.querySelectorAll('section:last-of-type tbody tr')].map((row) =>
    [...row.querySelectorAll('td')].map((cell) => cell.textContent?.replace(/, \w{3} \d+.*$/, '')),
  )
  expect(rows).toContainEqual(['Your county', 'own_county', 'Edition 2', 'Edition 2'])
  expect(rows.find(([, key]) => key === 'chosen_name')?.slice(1)).toEqual([
    'chosen_name',
    'From the beginning',
    'Version 2026.9 of the form',
  ])
  expect(words()).toContain('Print this history')
  expect(words()).not.toContain('Check the draft')
  await expectAccessible()
})
