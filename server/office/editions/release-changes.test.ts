import { expect, test } from 'vitest'
import { contentOf, editionContent, withChanges, withContent } from '../../../api/index.ts'
import { textDifferences, textsShown } from '../../../engine/index.ts'
import { admissions, baseRegister } from '../../../form/index.ts'
import { changedForm, domestic, veteran, visitor } from '../../../form/testing/index.ts'
import { filledForm, readInstitution } from '../../running/institution/index.ts'
import { askedOtherwise, releaseChanges } from './release-changes.ts'

const file = readInstitution({ institutionFile: 'institution.json' })
const content = editionContent.parse(
  withChanges(contentOf(file), { '/sentences/First Name': 'Given name', '/lists/degrees/labels/AA': 'A.A.' }),
)
const institution = withContent(file, content)
const later = changedForm(admissions, {
  drop: ['chosen_name'],
  retire: { gender: 'F' },
  reword: { last_name: 'Family name' },
  ask: ['favorite_color'],
})
const base = admissions.version

test('what a release asks and offers otherwise is said of an edition over the version before, and of no other', () => {
  const says = askedOtherwise({ base, institution }, later.register).map((each) => each.says)
  expect(says).toContain('Version 2030.1 of the form no longer asks “Chosen name”.')
  expect(says).toContain('Version 2030.1 of the form no longer offers “Female”.')
  expect(says.filter((each) => each.includes(`which ${base} did not`))).toHaveLength(1)
  expect(says).toHaveLength(3)
  expect(askedOtherwise({ base: '2030.1', institution }, later.register)).toEqual([])
  expect(askedOtherwise({ base: '1999.1', institution }, later.register).map((each) => each.says)).toEqual([
    'This edition was made over version 1999.1 of the form, which is not known here.',
  ])
})

test('over an earlier version, what each version since has changed is one list', () => {
  const earliest = baseRegister().versions[0] ?? ''
  const says = askedOtherwise({ base: earliest, institution }).map((each) => each.says)
  const added = baseRegister().keys.filter(({ first, last }) => first !== earliest && last === undefined)
  expect(says.length).toBeGreaterThan(0)
  expect(says.length).toBeLessThan(added.length) // later entries are those of the first
  expect(says.join()).not.toMatch(/\{\w+/)
})

test('words of an edition that have no place in the form stand in the same list', () => {
  const lost = { ...institution, sentences: { ...institution.sentences, 'What an earlier release said': 'x' } }
  expect(releaseChanges({ base, institution })).toEqual([])
  expect(releaseChanges({ base, institution: lost })).toEqual([
    'public.sentences replaces “What an earlier release said”, which the form does not say.',
  ])
})

test.each([
  ['domestic', domestic],
  ['veteran', veteran],
  ['visitor', visitor],
])(
  'two releases that serve one edition differ for %s by what the release changed, and by nothing of the office',
  (_, application) => {
    const shown = (form: typeof later.form, of = institution) => textsShown(filledForm(of, form), application)
    const ofRelease = textDifferences(shown(admissions, file), shown(later.form, file))
    const ofEdition = textDifferences(shown(admissions), shown(later.form))
    expect(ofRelease.length).toBeGreaterThan(0)
    expect(ofEdition).toEqual(ofRelease)
    for (const form of [admissions, later.form])
      expect(shown(form).map(({ text }) => text)).toContainEqual(expect.stringMatching(/^Given name: /))
  },
)
