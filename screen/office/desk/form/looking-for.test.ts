import { expect, test } from 'vitest'
import type { StaffReply } from '../../../../api/index.ts'
import { withAdded } from './looking-for.ts'

const list = (place: string, group: string) =>
  ({ place, group, name: group, kind: 'options', published: ['A'], product: null }) as const
const change = (place: string, value: string | null) => ({ place, value, by: 'June Hale', at: '2026-11-30T12:00:00Z' })
const form = (...changes: readonly ReturnType<typeof change>[]): StaffReply<'readForm'> => ({
  editions: [],
  languages: [],
  translations: {},
  over: 1,
  editables: [list('/entry_terms', 'Terms'), list('/majors', 'Majors')],
  draft: { revision: 1, changes, comments: [] },
  structure: {},
  release: { over: '2026.9', now: '2026.9', changes: [] },
  is_read_only: false,
  time_zone: 'America/Denver',
})

test('a term that the draft adds has its days at once, in the same group', () => {
  const { editables } = withAdded(form(change('/entry_terms/202870', 'Fall 2028')))
  expect(editables.slice(2).map(({ place, group, name, kind }) => [place, group, name, kind])).toEqual([
    ['/entry_terms/202870', 'Terms', '202870', 'line'],
    ['/term_dates/202870/opens', 'Terms', 'Fall 2028 opens', 'day'],
    ['/term_dates/202870/closes', 'Terms', 'Fall 2028 closes', 'day'],
  ])
})

test('a major that it adds has none, and what is no longer offered adds nothing', () => {
  const { editables } = withAdded(form(change('/majors/RIVR', 'River Science'), change('/entry_terms/202750', null)))
  expect(editables.slice(2).map(({ place }) => place)).toEqual(['/majors/RIVR'])
})
