import { expect, test } from 'vitest'
import { confirmByTick, type Form, form, type Item, page, section, when } from './blocks.ts'
import { is } from './conditions.ts'
import { exportRow } from './export-row.ts'
import { outlineOf } from './outline.ts'
import { choice, entry, ssn, text, tick } from './questions.ts'
import {
  careIn,
  emptyRegister,
  firstKeyIn,
  registerAt,
  registerErrors,
  registerWith,
  retiredIn,
  withRetired,
} from './register.ts'
import { numbered, repeated } from './repeated.ts'
import { applicationWith } from './testing/application-with.ts'

const yesNo = [
  ['Y', 'Yes'],
  ['N', 'No'],
] as const
const gate = choice('gate', 'Gate', yesNo, { list: 'answers' })
const city = text('city', 'City')
const other = choice('other', 'Other', yesNo, { list: 'answers' })
const number = ssn('ssn', 'SSN')
const schools = repeated('schools', 'Schools', numbered('school', 2), 'School', [
  entry.text('name', 'Name'),
  entry.choice('kind', 'Kind', yesNo),
])
const sectionOf = (...items: readonly Item<string, 'form'>[]) => section('s', 'S', items, { ownSheet: true })
const versionOf = (version: string, ...items: readonly Item<string, 'form'>[]): Form =>
  form(version, [page('a', 'A', [sectionOf(...items)])])

const first = registerWith(emptyRegister, versionOf('1', gate, city, number, schools))
const keysIn = ({ keys }: typeof first) => keys.map(({ key }) => key)
const rowIn = ({ keys }: typeof first, key: string) => keys.find((each) => each.key === key)

test('has a row for each key, with what it is and where', () => {
  expect(keysIn(first)).toEqual(['gate', 'city', 'ssn', 'school_name', 'school_kind', 'school_2_name', 'school_2_kind'])
  expect(rowIn(first, 'ssn')).toEqual({ key: 'ssn', kind: 'ssn', care: 'secret', label: 'SSN', first: '1', sheet: 's' })
  expect(rowIn(first, 'school_2_kind')).toMatchObject({
    label: 'School: Kind',
    list: 'school_kind',
    entry: { list: 'schools', number: 2, prefix: 'school_2_' },
  })
  expect(firstKeyIn(first, 'school_2_name')).toBe('school_name')
  expect(first.lists.answers).toEqual(yesNo.map(([value, label]) => ({ value, label })))
})

test('a question that comes in front is a column at the end, and one that goes keeps its column', () => {
  const second = registerWith(first, versionOf('2', other, text('city', 'Town'), number, schools))
  expect(keysIn(second)).toEqual([...keysIn(first), 'other'])
  expect(rowIn(second, 'gate')).toMatchObject({ label: 'Gate', last: '1' })
  expect(rowIn(second, 'city')).toMatchObject({ label: 'Town', first: '1' })
  expect(registerAt(second, '1').keys.map(({ key }) => key)).toEqual(keysIn(first))
  expect(registerAt(second, '9')).toBe(second)
  const third = registerWith(second, versionOf('3', gate, city, number, schools))
  expect(rowIn(third, 'gate')).toEqual(rowIn(first, 'gate'))
  expect(rowIn(third, 'other')).toMatchObject({ first: '2', last: '2' })
})

test('the same form changes nothing, and what one version asked for a while only is forgotten', () => {
  expect(registerWith(first, versionOf('1', gate, city, number, schools))).toEqual(first)
  const tried = registerWith(first, versionOf('2', gate, city, number, schools, text('typo', 'Typo')))
  expect(keysIn(tried)).toContain('typo')
  expect(keysIn(registerWith(tried, versionOf('2', gate, city, number, schools)))).toEqual(keysIn(first))
})

test('a value that is no longer offered keeps its label, with the last version that offered it', () => {
  const [yes, ...rest] = yesNo
  const fewer = choice('gate', 'Gate', [...rest, ['M', 'Maybe']], { list: 'answers' })
  const second = registerWith(first, versionOf('2', fewer, city, number, schools))
  expect(second.lists.answers).toEqual([
    { value: yes[0], label: yes[1], last: '1' },
    { value: 'N', label: 'No' },
    { value: 'M', label: 'Maybe' },
  ])
  const third = registerWith(second, versionOf('3', gate, city, number, schools))
  expect(third.lists.answers?.map(({ value, last }) => [value, last])).toEqual([
    ['Y', undefined],
    ['N', undefined],
    ['M', '2'],
  ])
})

test('care is that of the register, and most secret for a key of no version', () => {
  const second = registerWith(first, versionOf('2', gate, city, schools))
  expect(['ssn', 'city', 'nobody'].map((key) => careIn(second, key))).toEqual(['secret', 'none', 'secret'])
  const asked = versionOf('2', gate, city, schools)
  expect(retiredIn(second, asked)).toEqual([{ key: 'ssn', care: 'secret', kind: 'ssn' }])
  expect(withRetired(asked, second)).toEqual({ ...asked, retired: [{ key: 'ssn', care: 'secret', kind: 'ssn' }] })
})

test.each<[string, readonly Item<string, 'form'>[], string]>([
  ['another kind', [tick('city', 'City')], 'city has had the kind text since version 1, and cannot have tick now.'],
  [
    'another care',
    [ssn('ssn', 'SSN', { care: 'none' })],
    'ssn has had the care secret since version 1, and cannot have none now.',
  ],
  [
    'another list',
    [choice('school_kind', 'Kind', yesNo)],
    'school_kind has had the entry {"list":"schools","number":1,"prefix":"school_"} since version 1, and cannot have none now.',
  ],
])('%s for a key that was released is an error', (_, items, sentence) => {
  expect(registerErrors(first, versionOf('2', ...items))).toEqual([sentence])
})
test('another wording, another requirement and a new key are none', () => {
  const changed = versionOf('2', text('city', 'Town', { required: true }), text('new', 'New'))
  expect(registerErrors(first, changed)).toEqual([])
})

test('what was signed is the same row whatever the form asks later', () => {
  const mailing = confirmByTick(tick('same', 'Same'), [text('mailing_city', 'City')], [], {
    sameAs: { mailing_city: 'city' },
  })
  const asked = versionOf('1', gate, city, mailing, schools)
  const application = applicationWith({ gate: 'N', city: 'Bozeman', same: 'true', school_2_name: 'MSU', left: 'x' })
  const signed = { form_version: '1', application, outline: outlineOf(asked, application) }
  const register = registerWith(emptyRegister, asked)
  const row = exportRow(register, signed)
  expect(row).toMatchObject({ gate: 'N', city: 'Bozeman', mailing_city: 'Bozeman', school_2_name: 'MSU' })
  // Drops a question, hides another, copies an answer into one more, and asks for what happens to be among the answers.
  const town = confirmByTick(tick('same', 'Same'), [text('mailing_town', 'Town')], [], {
    sameAs: { mailing_town: 'city' },
  })
  const asksMore = versionOf('2', gate, when(is(gate, 'Y'), [city]), schools, town, text('left', 'Left'))
  const later = registerWith(register, asksMore)
  expect(exportRow(later, signed)).toEqual({ ...row, mailing_town: '', left: '' })
  const columns = [...register.keys.map(({ key }) => key), 'mailing_town', 'left', 'form_version']
  expect(Object.keys(exportRow(later, signed))).toEqual(columns)
  expect(exportRow(registerAt(later, '1'), signed)).toEqual(row)
})
