import { expect, test } from 'vitest'
import {
  type Changes,
  contentOf,
  editionContent,
  isUntranslated,
  placeOf,
  translationOf,
  valuesIn,
  withChanges,
  withContent,
} from '../../../api/index.ts'
import { everyItem } from '../../../engine/index.ts'
import { speakIn } from '../../platform/languages/index.ts'
import {
  definitionOf,
  type Edition,
  filledForm,
  formToRead,
  languagesOf,
  readInstitution,
  registerOfInstitution,
} from '../../running/institution/index.ts'
import { brokenPlaces, languagesOfRoom, untaken, untranslated, wordedEditables } from './translations.ts'

/** The edition that an institution has with these changes to the sample's. */
function editionWith(changes: Changes = {}): Edition {
  const file = readInstitution({ institutionFile: 'institution.json' })
  const content = editionContent.parse(withChanges(contentOf(file), changes))
  const institution = withContent(file, content)
  const languages = languagesOf(institution)
  return {
    number: 1,
    hash: '',
    base: '',
    content,
    institution,
    form: filledForm(institution),
    definition: definitionOf(institution),
    register: registerOfInstitution(institution),
    languages,
    ownLanguages: undefined,
  }
}

const sample = editionWith()
const PREVIOUS = placeOf('sentences', 'Previous name')

/** What the desk shows of one row in Spanish. */
function inSpanish(place: string, edition: Edition) {
  const row = wordedEditables(edition).find((each) => each.place === place)
  const [spanish] = languagesOfRoom(edition)
  if (!row || !spanish) throw new Error(`${place} has no row.`)
  const values = valuesIn(edition.content)
  return translationOf(row, spanish, (each) => values[each] ?? null)
}

test('everything that is translated has its Spanish beside it, and what reads the same in every language has none', () => {
  const rows = wordedEditables(sample)
  const [spanish] = languagesOfRoom(sample)
  expect(spanish).toMatchObject({ tag: 'es', name: 'Spanish' })
  const values = valuesIn(sample.content)
  // Our Spanish is complete, and so is that of the sample institution.
  const missing = rows.filter((row) => spanish && isUntranslated(row, spanish, (place) => values[place] ?? null))
  expect(missing.map(({ place }) => place)).toEqual([])
  expect(rows.filter(({ english }) => english !== undefined).length).toBeGreaterThan(350)
  expect(inSpanish(PREVIOUS, sample)).toMatchObject({ own: null, ours: 'Nombre anterior' })
  expect(inSpanish('/majors/GEOL', sample)).toMatchObject({ english: 'Geology', own: 'Geología' })
  expect(inSpanish('/decision_time', sample)).toMatchObject({ own: 'de cuatro a seis semanas' })
  for (const place of ['/phone', '/partner_name', '/links/aid', '/majors', '/majors/'])
    expect(inSpanish(place, sample), place).toBeUndefined()
  // A translation is no row of its own while its English has one.
  expect(rows.filter(({ place }) => place.startsWith('/translations/'))).toEqual([])
})

test('what an office asks of its own has its words and their Spanish, and no codes', () => {
  const own = {
    own_job: { kind: 'repeated', in: 'page:education', label: 'Jobs', entry: 'Job {number}' },
    own_shift: { kind: 'radio', in: 'repeated:own_job', label: 'When?' },
  }
  const edition = editionWith({
    ...Object.fromEntries(
      Object.entries(own).flatMap(([id, item]) =>
        Object.entries(item).map(([name, value]) => [placeOf('structure', 'own', id, name), value]),
      ),
    ),
    [placeOf('structure', 'own', 'own_shift', 'options', 'DAY')]: 'By day',
    [placeOf('structure', 'own', 'own_shift', 'options', 'NIGHT')]: 'By night',
    [placeOf('translations', 'es', 'By night')]: 'De noche',
    [placeOf('translations', 'es', 'Job {number}')]: 'Empleo {number}',
  })
  const rows = wordedEditables(edition).filter(({ place }) => place.startsWith('/structure/'))
  expect(rows.map(({ place, published }) => [place.replace('/structure/own/', ''), published]).toSorted()).toEqual([
    ['own_job/entry', 'Job {number}'],
    ['own_job/label', 'Jobs'],
    ['own_shift/label', 'When?'],
    ['own_shift/options/DAY', 'By day'],
    ['own_shift/options/NIGHT', 'By night'],
  ])
  expect(inSpanish('/structure/own/own_shift/options/NIGHT', edition)).toMatchObject({ own: 'De noche' })
  expect(inSpanish('/structure/own/own_job/entry', edition)).toMatchObject({ own: 'Empleo {number}' })
  const spanish = speakIn(edition.languages.wordsOf('es'), () => formToRead(edition))
  const titles = everyItem(spanish).flatMap((item) => (item.kind === 'entry' ? [item.title] : []))
  expect(titles).toContain('Empleo 2')
})

test('what mails say is there by mail, unless the institution has mails of its own', () => {
  const groups = (custom_email_copy: boolean) =>
    wordedEditables({ ...sample, institution: { ...sample.institution, custom_email_copy } }).map(({ group }) => group)
  expect(groups(false)).toEqual(
    expect.arrayContaining(['Mail: Receipt', 'Mails: sentences of several', 'Before you start']),
  )
  expect(groups(true).filter((group) => group.startsWith('Mail'))).toEqual([])
  expect(groups(true)).toContain('Before you start')
})

test('what the desk shows is what an applicant reads in Spanish', () => {
  const reworded = { [PREVIOUS]: 'Former name' }
  const place = placeOf('translations', 'es', 'Former name')
  const shows = (changes: Changes) => {
    const edition = editionWith(changes)
    const read = speakIn(edition.languages.wordsOf('es'), () => JSON.stringify(formToRead(edition)))
    return (words: string) => read.includes(`"label":"${words}"`)
  }
  expect(inSpanish(PREVIOUS, editionWith(reworded))).toMatchObject({ own: null, ours: null, before: 'Nombre anterior' })
  expect(shows(reworded)('Former name')).toBe(true)
  const both = { ...reworded, [place]: 'Apellido de antes' }
  expect(inSpanish(PREVIOUS, editionWith(both))).toMatchObject({ place, own: 'Apellido de antes' })
  expect(shows(both)('Apellido de antes')).toBe(true)
  const only = { [placeOf('translations', 'es', 'Previous name')]: 'Nombre de antes' }
  expect(inSpanish(PREVIOUS, editionWith(only))).toMatchObject({ own: 'Nombre de antes', ours: 'Nombre anterior' })
  expect(shows(only)('Nombre de antes')).toBe(true)
})

test('the check names what has no translation once, with the first place, and what of it people sign', () => {
  expect(untranslated(sample, sample.content)).toEqual([])
  const signed = wordedEditables(sample).find((row) => row.is_signed && row.kind === 'paragraph')
  const { content } = editionWith({ [PREVIOUS]: 'Former name', '/majors/DATA': 'Data Science' })
  expect(untranslated(sample, content)).toEqual([
    {
      grade: 'told',
      place: '/majors/DATA',
      says: 'In Spanish 2 texts stay in English, for want of a translation: “Data Science”, “Former name”.',
    },
  ])
  const statement = { [signed?.place ?? '']: `${signed?.product} Truly.` }
  expect(untranslated(sample, editionWith(statement).content)).toMatchObject([
    { place: signed?.place, says: expect.stringMatching(/^In Spanish one text stays in English/) },
    { place: signed?.place, says: expect.stringMatching(/^Whoever reads Spanish signs this in English/) },
  ])
})

const named = [...wordedEditables(sample)].find(({ product }) => product?.includes('{partner_name}'))?.product ?? ''
const without = named.replace('{partner_name}', 'us')

test.each<readonly [string, Changes, string, RegExp | undefined]>([
  [
    'a name that is lost',
    { [placeOf('sentences', named)]: without },
    placeOf('sentences', named),
    /has lost \{partner_name\}/,
  ],
  ['a name that stays', { [placeOf('sentences', named)]: `{partner_name}. ${without}` }, '', undefined],
  ['a setting that is added', { [PREVIOUS]: 'Former name ({phone})' }, '', undefined],
  ['a value that nothing fills', { [PREVIOUS]: 'Former {name}' }, PREVIOUS, /has \{name\}, which nothing fills in/],
  [
    'a translation that lost a name',
    { [placeOf('translations', 'es', named)]: 'Nada' },
    placeOf('translations', 'es', named),
    /“Nada” has lost \{partner_name\}/,
  ],
  [
    'a translation with a tag of its own',
    { [placeOf('translations', 'es', 'Previous name')]: 'Nombre <b>anterior</b>' },
    placeOf('translations', 'es', 'Previous name'),
    /has <\/b>, which nothing/,
  ],
])('the check stops %s', (_, changes, place, says) => {
  const content = editionContent.parse(withChanges(sample.content, changes))
  const found = brokenPlaces(sample, content)
  if (says === undefined) return expect(found).toEqual([])
  expect(found).toMatchObject([{ grade: 'stopped', place, says: expect.stringMatching(says) }])
  // Once it is published, by a release before this one, it is told and stops nothing else.
  expect(brokenPlaces({ ...sample, content }, content)).toMatchObject([{ grade: 'told' }])
})

test('translations into a language that is not offered, with which no server could start, stop', () => {
  expect(untaken(sample.institution)).toEqual([])
  expect(untaken({ ...sample.institution, translations: { fr: { Geology: 'Géologie' } } })).toMatchObject([
    { grade: 'stopped', place: '/translations/fr', says: expect.stringContaining('fr') },
  ])
})
