import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type AnswerMap,
  type Application,
  emptyApplication,
  everyItem,
  holds,
  isGiven,
  mayBeLeftOut,
  optionsOf,
  placesOf,
  presetAfter,
  type Question,
  questionsByKey,
  questionsShown,
  withAnswer,
  withPresets,
} from '../engine/index.ts'
import { admissions, carriedBlocks, carriedKeys, legalName } from './admissions.ts'
import { form, today } from './testing/bridger.ts'

describe('admissions', () => {
  test('an application for another term begins with the person and the schools', () => {
    const carried = carriedKeys(admissions)
    for (const key of [
      'first_name',
      'ssn',
      'address_line_1',
      'college_name',
      'college_8_name',
      'hs_name',
      'parent_first_name',
    ])
      expect([key, carried.has(key)]).toEqual([key, true])
    expect([...carriedBlocks(admissions)]).toEqual(expect.arrayContaining(['colleges', 'parents']))
  })

  test.each([
    'entry_term',
    'optin_sms_ind',
    'crime_no',
    'college_transcript',
    'certification_signature',
    'instate_residency',
  ])('%s is answered anew', (key) => expect(carriedKeys(admissions).has(key)).toBe(false))

  test('nothing of the last page, on which applicants certify and sign, is carried', () => {
    const carried = carriedKeys(admissions)
    expect(admissions.pages.at(-1)?.keys.filter((key) => carried.has(key))).toEqual([])
    expect(everyItem(admissions).filter((item) => item.kind === 'section').length).toBeGreaterThan(10)
  })
})

describe('legal name', () => {
  test.each([
    ['Ada Lovelace', { first_name: 'Ada', last_name: 'Lovelace' }],
    [
      'Ada King Noel Jr.',
      { first_name: 'Ada ', middle_name: ' King', last_name: 'Noel', suffix: 'Jr.', prev_name: 'B' },
    ],
    ['Teller', { first_name: 'Teller', last_name: 'Teller', one_name: 'true' }],
    ['Teller Teller', { first_name: 'Teller', last_name: 'Teller', one_name: '' }],
    ['', {}],
  ])('"%s" is the name of %o', (name, answer) => expect(legalName(answer)).toBe(name))
})

test('the browser fills in the mailing address like the permanent one, and no address of somebody else', () => {
  const tokens = (prefix: string) =>
    ['country', 'address_line_1', 'address_line_2', 'zip', 'city', 'state', 'region'].map(
      (part) => questionsByKey(admissions).get(prefix + part)?.autocomplete,
    )
  expect(tokens('')).toEqual([
    'country',
    'address-line1',
    'address-line2',
    'postal-code',
    'address-level2',
    'address-level1',
    'address-level1',
  ])
  expect(tokens('mailing_')).toEqual(tokens('').map((token) => `shipping ${token}`))
  for (const others of ['parent_', 'instate_employer_', 'instate_spouse_employer_', 'college_'])
    expect(tokens(others).filter(Boolean), others).toEqual([])
})

test.each(['email_address', 'contact_email_address'])('%s shows how an address is written (WCAG 3.3.3)', (key) => {
  expect(questionsByKey(admissions).get(key)?.help).toMatch(/For example, \S+@\S+\./)
})

const places = placesOf(admissions)

test('every question has a place, hidden or not', () => {
  expect([...places.keys()].toSorted()).toEqual(admissions.keys.toSorted())
})

test('no two questions of the form read the same', () => {
  const words = [...places.values()].map(({ under, label }) => `${under}: ${label}`)
  expect(words.filter((each, index) => words.indexOf(each) !== index)).toEqual([])
})

/** Their legend says that one is enough, and none of them is marked. */
const unmarked = new Set(everyItem(form).flatMap((item) => (item.kind === 'alternatives' ? item.keys : [])))
const shown = (application: Application) => questionsShown(form, application).map(({ question }) => question)

/** One answer more: which of the questions that are shown without an answer, and which of its answers. */
type Step = { readonly question: number; readonly value: number }
const filling: fc.Arbitrary<readonly Step[]> = fc.array(fc.record({ question: fc.nat(), value: fc.nat() }), {
  minLength: 20,
  maxLength: 60,
})

/** Gives one answer as the screen does: the first one of an address also stores its country. */
function answered(application: Application, step: Step): Application {
  const open = shown(application).filter(({ key }) => !isGiven(application.answer[key]))
  const question = open[step.question % open.length]
  if (question === undefined) return application
  const { key } = question
  const value = answersTo(question)[step.value % answersTo(question).length] ?? ''
  const preset = presetAfter(form, application.answer, key, value)
  const next = withAnswer(form, application, key, value)
  return preset ? withAnswer(form, next, preset.key, preset.value) : next
}

/** The answers of a person. From a long list, the few on which other questions depend. */
function answersTo(question: Question): readonly string[] {
  if (question.kind === 'tick') return ['true']
  if (question.kind !== 'choice') return ['12', 'Butte']
  const values = optionsOf(question, today).flatMap(([value]) => (value === '' ? [] : [value]))
  return values.includes('CAN') ? ['USA', 'CAN', 'FRA'] : values
}

const isRequired = ({ required }: Question, answer: AnswerMap) =>
  typeof required === 'boolean' ? required : holds(required, answer)

test('in whatever order one fills in, nothing that was called optional is required later', () => {
  fc.assert(
    fc.property(filling, (steps) => {
      const calledOptional = new Set<string>()
      let application = emptyApplication
      for (const step of steps) {
        const seen = withPresets(form, application.answer)
        const marked = shown(application).filter(({ key }) => !unmarked.has(key))
        const optional = marked.filter((each) => mayBeLeftOut(each, seen))
        const required = marked.filter((each) => isRequired(each, seen))
        for (const { key } of optional) calledOptional.add(key)
        expect(required.filter(({ key }) => calledOptional.has(key)).map(({ key }) => key)).toEqual([])
        application = answered(application, step)
      }
    }),
    { numRuns: 100 },
  )
})
