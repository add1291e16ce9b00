import { describe, expect, test } from 'vitest'
import { choice, choiceByValue, type Form, form, type Item, isAnswered, page, section, text } from '../engine/index.ts'
import { admissions } from '../form/index.ts'
import { formChanges } from './form-changes.ts'
import { readReleases, releaseErrors, releaseOf, releasesFolder, releaseText } from './form-releases.ts'

const name = text('name', 'Name', { required: true })
const gate = choice('gate', 'Gate', [
  ['Y', 'Yes'],
  ['N', 'No'],
])
const formOf = (version: string, title: string, ...items: readonly Item<string, 'form'>[]): Form =>
  form(version, [page('about', title, [section('s', 'S', items)])])
const first = formOf('1', 'About', name, gate)
const releasesOf = (...forms: readonly Form[]) => new Map(forms.map((each) => [each.version, releaseOf(each)]))

test('the form matches its release, and every key of an earlier release is asked or retired', () => {
  expect(releaseErrors(admissions, readReleases(releasesFolder))).toEqual([])
})
test('a release contains every key of the form', () => {
  const { pages } = releaseOf(admissions)
  const keys = new Set(pages.flatMap(({ questions }) => questions.map(({ key }) => key)))
  expect([...keys].sort()).toEqual([...admissions.keys].sort())
})
test('a release reads back as it was written', () => {
  const release = releaseOf(admissions)
  expect(JSON.parse(releaseText(release))).toEqual(JSON.parse(JSON.stringify(release)))
})
test('reports a version without a release', () => {
  const faults = releaseErrors(formOf('2', 'About', name, gate), releasesOf(first))
  expect(faults).toEqual(['Version 2 of the form has no release: run npm run form-release.'])
})

describe('reports a difference from the release of its version:', () => {
  const stricter = choice('gate', 'Gate', [
    ['Y', 'Yes'],
    ['N', 'No'],
    ['X', 'Neither'],
  ])
  test.each<[string, Form, RegExp]>([
    ['a key that is new', formOf('1', 'About', name, gate, text('age', 'Age')), /^age is new in version 1/],
    ['a key that is missing', formOf('1', 'About', name), /^gate is gone in version 1/],
    ['another kind', formOf('1', 'About', name, text('gate', 'Gate')), /^gate differs in version 1/],
    ['other options', formOf('1', 'About', name, stricter), /^gate differs in version 1/],
    ['another requirement', formOf('1', 'About', text('name', 'Name'), gate), /^name differs in version 1/],
    ['the title of a page', formOf('1', 'About You', name, gate), /^The pages differ in version 1/],
    ['the order', formOf('1', 'About', gate, name), /^The order differs in version 1/],
  ])('%s', (_, changed, sentence) => {
    expect(releaseErrors(changed, releasesOf(first))).toEqual([expect.stringMatching(sentence)])
  })
  test('does not report a changed label', () => {
    const named = formOf('1', 'About', text('name', 'Your Name', { required: true }), gate)
    expect(releaseErrors(named, releasesOf(first))).toEqual([])
  })
})

test('reports a key of an earlier release that is neither asked nor retired', () => {
  const second = formOf('2', 'About', name)
  const releases = releasesOf(first, second)
  const sentence = 'Version 1 of the form asked gate, which is neither asked now nor in retiredKeys.'
  expect(releaseErrors(second, releases)).toEqual([sentence])
  expect(releaseErrors({ ...second, retired: [{ key: 'gate', care: 'none', kind: 'choice' }] }, releases)).toEqual([])
})
test('reports a retired key that is asked, because its answer would be ignored', () => {
  expect(
    releaseErrors({ ...first, retired: [{ key: 'gate', care: 'none', kind: 'choice' }] }, releasesOf(first)),
  ).toEqual(['The form asks gate, which is in retiredKeys.'])
})

describe('what a version of the form changes', () => {
  const releaseWith = (...items: readonly Item<string, 'form'>[]) =>
    releaseOf(form('1', [page('about', 'About', [section('s', 'S', items)])]))
  const letters = (...values: readonly string[]) => values.map((each) => [each, `Letter ${each}`] as const)
  const name = text('name', 'Name', { required: true })
  const gate = choice('gate', 'Gate', letters('', 'Y', 'N'))

  test.each([
    ['nothing', [name, gate], []],
    ['another wording', [text('name', 'Your name', { required: true }), gate], []],
    [
      'a new key',
      [name, gate, text('age', 'Age')],
      ['age (text) is new, with a column of its own at the end of exports.'],
    ],
    [
      'a key that is gone',
      [gate],
      ['name is no longer asked; its column stays in exports, empty for whoever is not asked it.'],
    ],
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
    expect(changes).toContain('suffix (text) is new, with a column of its own at the end of exports.')
    expect(changes).toContain('perm_resident can be answered with U.')
    expect(changes).toContain(
      'intl_test_version takes its list from institution.json: test_versions.TOEFL, test_versions.IELTS.',
    )
    expect(changes.filter((each) => each.includes('no longer asked'))).toEqual([])
  })
})
