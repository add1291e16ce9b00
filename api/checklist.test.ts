import { expect, test } from 'vitest'
import { type Application, emptyApplication, withInstitution } from '../engine/index.ts'
import { admissions } from '../form/index.ts'
import institutionFile from '../institution.json' with { type: 'json' }
import {
  checklistOf,
  type DocumentRequest,
  factInWords,
  needInWords,
  schoolOf,
  schoolsToAsk,
  statusInWords,
} from './checklist.ts'

const { public: institution } = institutionFile
const form = withInstitution(admissions, institution)
const zone = 'America/Denver'
const answer = {
  ged_transfer: 'D',
  hs_name: 'Sweet Grass County High School',
  college_name: 'Montana Tech ',
  college_2_name: 'Salish Kootenai College',
  college_3_name: 'Montana Tech',
}
const application = { ...emptyApplication, answer, add_another: { colleges: 3 } }
const SIGNED = '2026-11-28T05:30:00.000Z' // November 27 in Montana
const asked: DocumentRequest = {
  ...{ key: 'request_7', title: 'Spring grades', reason: 'Yours end in fall.', until: '2026-12-11T07:00:00.000Z' },
  ...{ state: 'waiting', answered_at: null, file_name: null },
}
const of = (given: Application, requests: readonly DocumentRequest[] = []) =>
  checklistOf(form, { application: given, submitted_at: SIGNED, requests })
const lines = (facts: ReturnType<typeof of>) =>
  facts.map((fact) => {
    const { title, state } = factInWords(fact, institution)
    return `${title}: ${state}`
  })
const open = { withdrawn_at: null, open_until: null }

test('every school that was attended is asked, once', () => {
  expect(schoolsToAsk(admissions, application).toSorted()).toEqual([
    'Montana Tech',
    'Salish Kootenai College',
    'Sweet Grass County High School',
  ])
})

test('a school that is not asked about, or has no name, is left out', () => {
  const without = { ...answer, ged_transfer: 'N', college_2_name: ' ', college_3_name: '' }
  expect(schoolsToAsk(admissions, { ...application, answer: without })).toEqual(['Montana Tech'])
  expect(schoolsToAsk(admissions, emptyApplication)).toEqual([])
})

test.each([
  ['college_2_transcript', answer, 'Salish Kootenai College'],
  ['college_2_transcript', {}, 'College 2'],
  ['stopintl_copy', answer, undefined],
])('%s with %j is about %s', (key, given, expected) => {
  expect(schoolOf(admissions, { answer: given }, key)).toBe(expected)
})

test('what is asked for stands first, then what is missing, then what came, with its day at the institution', () => {
  const document_answer = { college_2_transcript: { file_name: 'skc.pdf', file_size: 9 } }
  const given = { ...application, document_answer }
  const answered = { ...asked, key: 'request_6', state: 'answered', file_name: 'f.pdf', answered_at: SIGNED } as const
  expect(lines(of(given, [answered, { ...asked, key: 'request_5', state: 'ended' }, asked]))).toEqual([
    'Spring grades: Needed, open through December 10, 2026',
    'Official transcript, Sweet Grass County High School: Needed',
    'Official transcript, Montana Tech: Needed',
    'Official transcript, Salish Kootenai College: Needed',
    'Spring grades: Received November 27, 2026: f.pdf',
    'Application: Received November 27, 2026',
    'Unofficial transcript, Salish Kootenai College: Received November 27, 2026: skc.pdf',
  ])
})

test.each([
  [{ sat_taken: 'N' }, []],
  [{ sat_taken: 'Y' }, ['SAT scores: Optional']],
  [{ sat_taken: 'Y', sat_score_total: '1200' }, ['SAT scores: Received November 27, 2026']],
  [{ sat_taken: 'N', sat_score_total: '1200' }, []], // hidden
  [
    { us_citizen: 'N', intl_other_first_language: 'Y', intl_english_at_school: '2', intl_test: 'NONE' },
    ['English test score: Needed'],
  ],
  [
    {
      us_citizen: 'N',
      intl_other_first_language: 'Y',
      intl_english_at_school: '3',
      intl_test: 'PTE',
      intl_test_score: '70',
    },
    ['English test score: Received November 27, 2026'],
  ],
  [{ us_citizen: 'N', intl_other_first_language: 'Y', intl_english_at_school: '1' }, []],
])('scores of %j', (scores, expected) => {
  const given = { ...application, answer: { ...answer, ...scores } }
  expect(lines(of(given)).filter((line) => line.includes('score'))).toEqual(expected)
})

test('one sentence says where an application stands', () => {
  const one = { ...emptyApplication, answer: { college_name: 'Flathead Valley Community College' } }
  const status = (facts: ReturnType<typeof of>, course = {}) => statusInWords(facts, { ...open, ...course }, zone)
  expect(status(of({ ...application, ...one }))).toBe(
    'Waiting for your transcript from Flathead Valley Community College.',
  )
  expect(status(of({ ...application, answer: { ...answer, ged_transfer: 'N' } }))).toBe(
    'Waiting for your transcripts from Montana Tech and Salish Kootenai College.',
  )
  expect(status(of(application))).toBe('Waiting for transcripts from 3 schools.')
  expect(status(of(application, [asked]))).toBe(
    'We need a document from you: Spring grades, which you can add through December 10, 2026.',
  )
  const sooner = { ...asked, until: '2026-12-09T22:42:00.000Z' }
  expect(status(of(application, [asked, sooner]))).toBe(
    'We need 2 documents from you, which you can add until December 9, 2026 at 3:42 PM MST.',
  )
  expect(status(of({ ...application, answer: { ...answer, ...NOWHERE } }))).toBe('Nothing is missing.')
  expect(status(of(application, [asked]), { open_until: asked.until })).toBe(
    'Open for changes through December 10, 2026. Sign it again by then.',
  )
  expect(status(of(application, [asked]), { withdrawn_at: SIGNED, open_until: asked.until })).toBe(
    'You withdrew this application on November 27, 2026.',
  )
})

const NOWHERE = { ged_transfer: 'N', college_name: '', college_2_name: '', college_3_name: '' }

test('what is optional is not waited for', () => {
  const given = { ...application, answer: { ...answer, ...NOWHERE, sat_taken: 'Y' } }
  expect(statusInWords(of(given), open, zone)).toBe('Nothing is missing.')
})

test('a card says what it needs, and until when', () => {
  expect(needInWords(of(application), zone)).toBeUndefined()
  expect(needInWords(of(application, [asked]), zone)).toBe('Needs a document, open through December 10, 2026')
  expect(needInWords(of(application, [asked, asked]), zone)).toBe('Needs 2 documents, open through December 10, 2026')
})

test('what somebody typed is named as the caller wants it', () => {
  const [first, second] = of({ ...application, add_another: {} }, [asked])
  if (!first || !second) throw new Error('There are two.')
  const named = (given: string) => `<${given}>`
  expect(factInWords(first, institution, named)).toMatchObject({
    title: '<Spring grades>',
    todo: '<Yours end in fall.>',
  })
  expect(factInWords(second, institution, named)).toMatchObject({
    title: 'Official transcript, <Sweet Grass County High School>',
    todo: expect.stringMatching(
      /^Ask <Sweet Grass County High School> to send it to the Office of Admissions, .* 59717\.$/,
    ),
  })
})
