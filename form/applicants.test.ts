import { describe, expect, test } from 'vitest'
import { type Application, answerTo, isGiven, problemsIn, questionsShown, withoutHidden } from '../engine/index.ts'
import { domestic, veteran, visitor } from './sample-applicants.ts'
import { form, today } from './testing/bridger.ts'

const asked = (application: Application) => questionsShown(form, application).map(({ question }) => question.key)

const applicants = [
  ['a citizen who asks for nothing out of the ordinary', domestic],
  ['a veteran with eight colleges', veteran],
  ['a visa holder', visitor],
] as const

test.each(applicants)('%s can submit, and none of the answers is hidden', (_, application) => {
  expect(problemsIn(form, application, today)).toEqual([])
  expect(withoutHidden(form, application).cleared).toEqual([])
  const shown = new Set(asked(application))
  expect(Object.keys(application.answer).filter((key) => isGiven(application.answer[key]) && !shown.has(key))).toEqual(
    [],
  )
})

const changed = (application: Application, answer: Application['answer']) => ({
  ...application,
  answer: { ...application.answer, ...answer },
})
const noDiploma = { grad_month: '', grad_year: '' }

test.each([
  ['a U.S. national', changed(domestic, { us_citizen: 'N', perm_resident: 'U', citizenship: 'ASM' })],
  [
    'a citizen with an address of the armed forces and only a foreign number',
    changed(domestic, { state: 'Armed Forces Europe', phone_mobile: '', phone_international: '+49 6371 123456' }),
  ],
  ['somebody with one name', changed(domestic, { first_name: 'Teller', last_name: 'Teller', one_name: 'true' })],
  [
    'a student still in high school',
    changed(domestic, { ...noDiploma, ged_transfer: 'S', hs_expected_month: '6', hs_expected_year: '2027' }),
  ],
  ['somebody who was homeschooled', changed(domestic, { ...noDiploma, ged_transfer: 'H', hs_name: '' })],
  ['somebody who finished school in another country', changed(domestic, { ...noDiploma, ged_transfer: 'F' })],
  ['somebody with a pending status', changed(visitor, { visa_type: 'APPLIED' })],
  [
    'somebody who has no document yet and explains why',
    changed(visitor, { visa_type: 'NONE', stopintl_none: 'true', stopintl_explanation: 'My interview is in May.' }),
  ],
  ['somebody with another status', changed(visitor, { visa_type: 'OTHER', visa_type_other: 'S visa' })],
])('%s can submit, and none of the answers is hidden', (_, application) => {
  expect(problemsIn(form, application, today)).toEqual([])
  expect(withoutHidden(form, application).cleared).toEqual([])
})

test('only a citizen of age is asked about voting', () => {
  const resident = { instate_tuition: 'Y', instate_dependent: 'N' }
  const asksAboutVoting = (answer: Application['answer']) =>
    asked(changed(domestic, { ...resident, ...answer })).includes('instate_voter')
  expect(asksAboutVoting({})).toBe(true)
  expect(asksAboutVoting({ instate_dependent: 'Y' })).toBe(true)
  expect(asksAboutVoting({ instate_dependent: 'U' })).toBe(false)
  expect(asksAboutVoting({ instate_dependent: '' })).toBe(false)
  expect(asksAboutVoting({ us_citizen: 'N', perm_resident: 'Y' })).toBe(false)
})

test('the veteran answers every question that the veteran is asked', () => {
  const implied = /^(crime|pending|charges)_|^mailing_addr_same|^race_not_stated|_ongoing$|^one_name$/ // implied by the other answers
  expect(asked(veteran).filter((key) => answerTo(veteran.answer, key) === '' && !implied.test(key))).toEqual([])
})

test('every question of the form is asked of at least one applicant', () => {
  const others: readonly Application[] = [
    changed(domestic, returning),
    changed(domestic, {
      ...noDiploma,
      ged_transfer: 'S',
      instate_tuition: 'Y',
      instate_dependent: 'N',
      instate_voter: 'Y',
    }),
    changed(visitor, { visa_type: 'OTHER', intl_test: 'OTHER', stopintl_none: 'true' }),
    { ...visitor, tabs: { 'proof-of-residency': 'other' } },
  ]
  const askedOfAny = new Set([domestic, veteran, visitor, ...others].flatMap(asked))
  const isPrinted = (key: string) => !key.endsWith('list_id') // only the screen needs the source of a school
  expect(form.keys.filter((key) => isPrinted(key) && !askedOfAny.has(key))).toEqual([])
})
const returning = { prev_attend_undergraduate: 'Y', prev_attend_undergraduate_from_year: '2019' }

describe('an adult citizen is never asked about', () => {
  test.each([
    ['another status', /^(perm_resident|citizenship|visa_type|stopintl_copy)$/],
    ['a number abroad', /^phone_international$/],
    ['English', /^intl_/],
    ['a region', /region$/],
    ['another address for mail', /^mailing_(address|city|state|zip|country)/],
    ['earlier studies', /^prev_attend_(?!undergraduate$|webapp$)/],
    ['military service that was not done', /^military_(?!served$|rotc$)/],
    ['residence, work, taxes and family', /^(instate_(?!tuition$)|accredited_|grad_in_|other_state)/],
    ['scores of tests not taken', /^(sat|act)_(test|score|plan)/],
    ['a GED', /^ged_(?!transfer$|record$)/],
    ['what a suspension was for', /^suspended_academic_explain$/],
    ['other kinds of school and degree', /_other$/],
    ['when a parent was here', /alum_year$/],
  ])('%s', (_, about) => expect(asked(domestic).filter((key) => about.test(key))).toEqual([]))

  test('a citizen who lives abroad may give a phone number there', () => {
    const abroad = { ...domestic, answer: { ...domestic.answer, country: 'NOR', state: '' } }
    expect(asked(abroad)).toContain('phone_international')
  })
})
