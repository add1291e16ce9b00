import { expect, test } from 'vitest'
import { choice, choiceByValue, form, type Item, isAnswered, page, section, text } from '../engine/index.ts'
import { formChanges } from './form-changes.ts'
import { readReleases, releaseOf, releasesFolder } from './form-releases.ts'

const releaseWith = (...items: readonly Item<string, 'form'>[]) =>
  releaseOf(form('1', [page('about', 'About', [section('s', 'S', items)])]))
const letters = (...values: readonly string[]) => values.map((each) => [each, `Letter ${each}`] as const)
const name = text('name', 'Name', { required: true })
const gate = choice('gate', 'Gate', letters('', 'Y', 'N'))

test.each([
  ['nothing', [name, gate], []],
  ['another wording', [text('name', 'Your name', { required: true }), gate], []],
  ['a new key', [name, gate, text('age', 'Age')], ['age (text) is new, with a column of its own in exports.']],
  ['a key that is gone', [gate], ['name is no longer asked, and its column is gone from exports.']],
  [
    'another kind',
    [name, text('gate', 'Gate')],
    ['gate was choice and is text.', 'gate can no longer be answered with Y, N.'],
  ],
  ['a requirement', [text('name', 'Name'), gate], ['name is required in other cases.']],
  [
    'other options',
    [name, choice('gate', 'Gate', letters('', 'Y', 'X'))],
    ['gate can no longer be answered with N.', 'gate can be answered with X.'],
  ],
])('%s', (_, items, changes) => {
  expect(formChanges(releaseWith(name, gate), releaseWith(...items))).toEqual(changes)
})

test('a dropdown with several lists has the values of all', () => {
  const byGate = (...more: readonly string[]) =>
    choiceByValue(gate, isAnswered(gate), choice('kind', 'Kind', [['', '--']]), {
      Y: letters('', '1', ...more),
      N: letters('', '2'),
    })
  expect(formChanges(releaseWith(gate, byGate()), releaseWith(gate, byGate('3')))).toEqual([
    'kind can be answered with 3.',
  ])
})

test('what version 2026.7 changed is said', () => {
  const releases = readReleases(releasesFolder)
  const [before, after] = [releases.get('2026.6'), releases.get('2026.7')]
  const changes = before && after ? formChanges(before, after) : []
  expect(changes).toContain('suffix (text) is new, with a column of its own in exports.')
  expect(changes).toContain('perm_resident can be answered with U.')
  expect(changes).toContain(
    'intl_test_version takes its list from institution.json: test_versions.TOEFL, test_versions.IELTS.',
  )
  expect(changes.filter((each) => each.includes('no longer asked'))).toEqual([])
})
