import { describe, expect, test } from 'vitest'
import {
  type Application,
  emptyApplication,
  everyItem,
  type Item,
  keysAsked,
  questionsShown,
  tabShown,
  withAnswer,
  withDescriptions,
  withoutHidden,
} from '../engine/index.ts'
import { proves } from '../testing/proves.ts'
import { domestic, veteran, visitor } from './sample-applicants.ts'
import { form } from './testing/bridger.ts'

const items = everyItem(form)
const asked = (application: Application) => questionsShown(form, application).map(({ question }) => question.key)
const answering = (application: Application, key: string, value: string) =>
  withoutHidden(form, withAnswer(form, application, key, value)).application
const find = <Kind extends Item['kind']>(kind: Kind, id: string): Extract<Item, { kind: Kind }> => {
  const isWanted = (item: Item): item is Extract<Item, { kind: Kind }> =>
    item.kind === kind && 'id' in item && item.id === id
  const found = items.find(isWanted)
  if (!found) throw new Error(`The form has no ${kind} ${id}.`)
  return found
}

test('conditions depend only on earlier questions', () => {
  const order = new Map<string, number>(form.keys.map((key, index) => [key, index]))
  const place = (key: string) => order.get(key) ?? Number.NaN
  const laterKeys = items.flatMap((item) => {
    const conditions =
      item.kind === 'when'
        ? [{ condition: item.condition, keys: item.keys }]
        : item.kind === 'branch'
          ? item.branches.map(({ condition }) => ({ condition, keys: item.keys }))
          : item.kind === 'conditionalChoice'
            ? [{ condition: item.isMatched, keys: item.keys }]
            : []
    return conditions.flatMap(({ condition, keys }) =>
      keysAsked(condition).filter((key) => keys.some((own) => !(place(key) < place(own)))),
    )
  })
  expect(laterKeys).toEqual([])
})
describe('international tests', () => {
  const answers = { us_citizen: 'N', intl_other_first_language: 'Y', intl_english_at_school: '2' }
  const isAsked = (change: Readonly<Record<string, string>>) =>
    asked({ ...domestic, answer: { ...domestic.answer, ...answers, ...change } }).includes('intl_test')
  test.each([
    ['another first language, some schooling in English', {}, true],
    ['another first language, no schooling in English', { intl_english_at_school: '3' }, true],
    ['another first language, all schooling in English', { intl_english_at_school: '1' }, false],
    ['schooling not answered', { intl_english_at_school: '' }, false],
    ['English as first language', { intl_other_first_language: 'N' }, false],
    ['first language not answered', { intl_other_first_language: '' }, false],
    ['a citizen of the United States', { us_citizen: 'Y' }, false],
  ])('%s', (_, change, expected) => expect(isAsked(change), proves('4.conditional.11')).toBe(expected))
})

describe('a conditional dropdown', () => {
  test('the year of a parent is asked when the parent was here', () => {
    expect(asked(veteran)).toContain('parent_alum_year')
    expect(asked(answering(veteran, 'parent_bozeman', 'N')), proves('4.conditional.9')).not.toContain(
      'parent_alum_year',
    )
    expect(asked(answering(veteran, 'parent_bozeman', 'N'))).toContain('parent_2_alum_year')
  })
  test('the versions of a test are those of the chosen test, and are cleared with it', () => {
    const described = { ...veteran, answer: withDescriptions(form, veteran) }
    expect(described.answer).toMatchObject({ intl_test_version: 'IBT', intl_test_version_desc: 'iBT at a test center' })
    const ielts = answering(described, 'intl_test', 'IELTS')
    expect(ielts.answer).toMatchObject({ intl_test_version: '' })
    expect(ielts.answer, proves('4.conditional.8')).not.toHaveProperty('intl_test_version_desc')
    expect(asked(ielts)).toContain('intl_test_version')
    const withoutVersions = asked(answering(veteran, 'intl_test', 'PTE'))
    expect(withoutVersions, proves('4.conditional.10')).not.toContain('intl_test_version')
  })
})

describe('how high school was completed', () => {
  test.each([
    ['D', ['hs_name', 'grad_month', 'hs_gpa', 'hs_record'], ['ged_test']],
    ['G', ['hs_name', 'ged_test', 'ged_location', 'hs_record'], ['grad_month', 'hs_gpa']],
    ['N', [], ['hs_name', 'grad_month', 'ged_test', 'hs_record']],
  ])('%s', (value, shown, hidden) => {
    const both: Application = { ...veteran, answer: { ...veteran.answer, ged_test: 'GED', ged_location: 'Helena' } }
    const application = answering(both, 'ged_transfer', value)
    expect(asked(application)).toEqual(expect.arrayContaining([...shown]))
    const shownToo = asked(application).filter((key) => hidden.some((each) => each === key))
    expect(shownToo, proves('4.conditional.7')).toEqual([])
    expect(hidden.filter((key) => !both.answer[key])).toEqual([])
    const left = hidden.filter((key) => application.answer[key])
    expect(left, proves('4.conditional.4')).toEqual([])
  })
})

describe('pressing the button of a STOP note shows more', () => {
  test.each([
    ['returning-student', ['prev_attend_undergraduate_from_month', 'prev_attend_undergraduate_to_year']],
    ['neither-citizen-nor-resident', ['visa_type']],
  ])('%s', (id, behind) => {
    const block = find('confirmThen', id)
    expect(block.confirm).toEqual({ by: 'button', label: 'I understand, continue' })
    expect(block.before).toMatchObject([{ kind: 'note', tone: 'stop', title: 'STOP!' }])
    expect(block.keys).toEqual(expect.arrayContaining(behind))
  })
  test('a required question is not hidden by the button', () => {
    expect(asked({ ...visitor, answer: { ...visitor.answer, visa_type: '' } })).toContain('stopintl_copy')
  })
})

test('the mailing address is asked unless it is the same as the permanent address', () => {
  expect(asked(veteran)).toContain('mailing_zip')
  const same = answering(veteran, 'mailing_addr_same_as_perm_addr', 'true')
  expect(asked(same), proves('4.conditional.6')).not.toContain('mailing_zip')
  expect(same.answer).toMatchObject({ mailing_zip: '' })
})

test('two groups have tabs, and the first of each is the default', () => {
  expect(find('tabs', 'proof-of-residency').tabs.map(({ id }) => id)).toEqual(['driver-license', 'state-id', 'other'])
  expect(find('tabs', 'high-school-record').tabs.map(({ id }) => id)).toEqual(['diploma', 'ged-documents'])
  const groups = items.filter((item) => item.kind === 'tabs')
  const defaults = groups.map((group) => [group.id, tabShown(group, emptyApplication)?.id])
  expect(defaults, proves('3.state.3')).toEqual([
    ['proof-of-residency', 'driver-license'],
    ['high-school-record', 'diploma'],
  ])
})

test('blocks are repeated as often as required', () => {
  const counts = ['colleges', 'residences', 'parents'].map((id) => find('repeated', id).entries.length)
  expect(counts, proves('9.colleges.1', '9.timeline.1', '9.parents.1')).toEqual([8, 4, 2])
})

test('one answer is secret, and gender, ethnicity and race, conduct, and an explained status have grades of their own', () => {
  const questions = items.flatMap((item) => ('key' in item ? [item] : []))
  const withCare = (care: string) => questions.filter((each) => each.care === care).map(({ key }) => key)
  expect(withCare('secret')).toEqual(['ssn'])
  expect(withCare('sensitive')).toEqual(['stopintl_explanation'])
  expect(withCare('demographics').filter((key) => !key.startsWith('race_'))).toEqual(['gender', 'ethnicity'])
  expect(withCare('conduct').filter((key) => !/^(crime|pending|charges)_/.test(key))).toEqual(['register'])
  expect(withCare('demographics')).toHaveLength(2 + 7)
  expect(withCare('conduct')).toHaveLength(1 + 10 + 10 + 12)
})
