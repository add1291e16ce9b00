import { expect, test } from 'vitest'
import { createLanguages } from '../../platform/languages/index.ts'
import { readInstitution } from './read-institution.ts'
import { translationWarnings } from './translation-warnings.ts'

const ours = readInstitution({ institutionFile: 'institution.json' })
const { languages, translations } = ours
const offered = createLanguages(languages, translations)

test('our own institution and our own sentences are translated', () => {
  expect(offered.offered).toEqual(['en', 'es'])
  expect(translationWarnings(ours, offered)).toEqual([])
})

test('what stays English in a language is counted and named, of the institution and of ours', () => {
  const astronomy: (typeof ours.majors)[number] = ['ASTR', 'Astronomy']
  const own = {
    ...ours,
    majors: [...ours.majors, astronomy],
    sentences: { 'First Name': 'Your first name' },
    wording: { contact: { note: 'We call only if we must.' } },
    alert: { text: 'We are closed on Friday.', start: '2026-12-24T17:00:00-07:00', end: '2026-12-26T17:00:00-07:00' },
  }
  expect(translationWarnings(own, { ...offered, untranslatedIn: () => ['Save'] })).toEqual([
    'In es 4 of your texts in institution.json stay English, for want of an entry in translations: “We are closed on Friday.”, “Astronomy”, “We call only if we must.” and others.',
    'In es 1 of our sentences stay English, for want of a translation in languages/es: “Save”.',
  ])
})

test('nothing is said of English, nor of a language that is not offered', () => {
  expect(translationWarnings(ours, { ...createLanguages(), untranslatedIn: () => ['Save'] })).toEqual([])
})
