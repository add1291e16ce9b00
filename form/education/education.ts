import {
  all,
  branch,
  choice,
  choiceByValue,
  is,
  isAnswered,
  isNot,
  isNotAnswered,
  isOneOf,
  page,
  scores,
  section,
  text,
  tick,
  upload,
  when,
  withPrefix,
} from '../../engine/index.ts'
import { usCitizen } from '../about/citizenship.ts'
import { comingMonth, pastMonth } from '../blocks.ts'
import { yesNo } from '../options/short-lists.ts'
import { collegesSection } from './colleges.ts'
import { highSchoolSection } from './high-school.ts'

// The ranges are those of requirements 5.application.46 to 5.application.56. Scores that a test lacks are left empty.

const satTaken = choice('sat_taken', 'Have you taken the SAT?', yesNo, { as: 'radio' })
const satUnsure = tick('sat_taken_unsure', 'I am not sure whether I will take the SAT')

const satScores = scores('SAT scores', [
  withPrefix('sat_test_', { ...pastMonth, label: 'SAT test date' }),
  text('sat_score_total', 'SAT Total', {
    invalid: 'SAT Total: enter up to four digits, like 1200.',
    rules: [{ rule: 'pattern', pattern: '^\\d{1,4}$' }],
    inputMode: 'numeric',
    fits: 6,
  }),
  text('sat_score_reading_writing', 'SAT Reading and Writing', {
    invalid: 'SAT Reading and Writing: enter 200 to 800 in steps of 10, like 640.',
    rules: [{ rule: 'number', min: 200, max: 800, step: 10 }],
    inputMode: 'numeric',
    fits: 6,
  }),
  text('sat_score_math', 'SAT Math', {
    invalid: 'SAT Math: enter 200 to 800 in steps of 10, like 640.',
    rules: [{ rule: 'number', min: 200, max: 800, step: 10 }],
    inputMode: 'numeric',
    fits: 6,
  }),
  text('sat_score_writ_language_test', 'SAT Writing and Language Test', {
    help: 'Only for tests taken before 2024.',
    invalid: 'SAT Writing and Language Test: enter 10 to 40, like 32.',
    rules: [{ rule: 'number', min: 10, max: 40 }],
    inputMode: 'numeric',
    fits: 6,
  }),
  text('sat_score_math_test', 'SAT Math Test', {
    help: 'Only for tests taken before 2024.',
    invalid: 'SAT Math Test: enter 10 to 40, like 32.',
    rules: [{ rule: 'number', min: 10, max: 40, decimals: true }],
    inputMode: 'decimal',
    fits: 6,
  }),
])

const actTaken = choice('act_taken', 'Have you taken the ACT?', yesNo, { as: 'radio' })
const actUnsure = tick('act_taken_unsure', 'I am not sure whether I will take the ACT')

const actScores = scores('ACT scores', [
  withPrefix('act_test_', { ...pastMonth, label: 'ACT test date' }),
  text('act_score_composite', 'ACT Composite', {
    invalid: 'ACT Composite: enter 1 to 36, like 24.',
    rules: [{ rule: 'number', min: 1, max: 36 }],
    inputMode: 'numeric',
    fits: 6,
  }),
  text('act_score_english', 'ACT English', {
    invalid: 'ACT English: enter 1 to 36, like 24.',
    rules: [{ rule: 'number', min: 1, max: 36 }],
    inputMode: 'numeric',
    fits: 6,
  }),
  text('act_score_math', 'ACT Math', {
    invalid: 'ACT Math: enter 1 to 36, like 24.',
    rules: [{ rule: 'number', min: 1, max: 36 }],
    inputMode: 'numeric',
    fits: 6,
  }),
  text('act_score_writing_english_arts', 'ACT English Language Arts', {
    help: 'Only if you took the writing test.',
    invalid: 'ACT English Language Arts: enter 1 to 36, like 24.',
    rules: [{ rule: 'number', min: 1, max: 36 }],
    inputMode: 'numeric',
    fits: 6,
  }),
  text('act_score_writing', 'ACT Writing', {
    help: 'Only if you took the writing test.',
    invalid: 'ACT Writing: enter 1 to 12, like 8.',
    rules: [{ rule: 'number', min: 1, max: 12 }],
    inputMode: 'numeric',
    fits: 6,
  }),
])

/** The SAT: the scores if it was taken, otherwise the plan to take it. */
const sat = [
  satTaken,
  branch(
    { condition: is(satTaken, 'Y'), items: [satScores] },
    {
      condition: is(satTaken, 'N'),
      items: [
        satUnsure,
        when(isNotAnswered(satUnsure), [
          withPrefix('sat_plan_', { ...comingMonth, label: 'When you plan to take the SAT' }),
        ]),
      ],
    },
  ),
] as const

/** The same for the ACT. */
const act = [
  actTaken,
  branch(
    { condition: is(actTaken, 'Y'), items: [actScores] },
    {
      condition: is(actTaken, 'N'),
      items: [
        actUnsure,
        when(isNotAnswered(actUnsure), [
          withPrefix('act_plan_', { ...comingMonth, label: 'When you plan to take the ACT' }),
        ]),
      ],
    },
  ),
] as const

const otherFirstLanguage = choice(
  'intl_other_first_language',
  'Is your first language a language other than English?',
  yesNo,
  {
    as: 'radio',
  },
)

/** How much of someone's schooling was in English. The last two require a test. */
export const englishAtSchool = [
  ['1', 'All of it, or nearly all'],
  ['2', 'Some of it'],
  ['3', 'None of it'],
] as const

const schooling = choice('intl_english_at_school', 'How much of your schooling was in English?', englishAtSchool, {
  as: 'radio',
})

/** English tests that the office accepts. */
export const languageTests = [
  ['', '--'],
  ['TOEFL', 'TOEFL'],
  ['IELTS', 'IELTS'],
  ['DUOLINGO', 'Duolingo English Test'],
  ['PTE', 'PTE Academic'],
  ['CAMBRIDGE', 'Cambridge English (C1 or C2)'],
  ['OTHER', 'Another test'],
  ['NONE', 'I haven’t taken one yet'],
] as const

const test = choice('intl_test', 'Which English test did you take?', languageTests)

/** The versions of tests that have several: they change, so the institution keeps the lists. */
export const languageTestVersions = {
  TOEFL: { setting: 'test_versions.TOEFL' },
  IELTS: { setting: 'test_versions.IELTS' },
} as const

const version = choiceByValue(
  test,
  isAnswered(test),
  choice('intl_test_version', 'Which version?', [['', '--']]),
  languageTestVersions,
)

const otherTest = when(is(test, 'OTHER'), [text('intl_test_other', 'Which test?')])

const result = when(all(isAnswered(test), isNot(test, 'NONE')), [
  scores('English test score', [
    withPrefix('intl_test_', { ...pastMonth, label: 'Test date' }),
    text('intl_test_score', 'Total or overall score', {
      help: 'TOEFL: 1 to 6, or 0 to 120 on reports that show it.',
      invalid: 'Total or overall score: enter a number, like 6.5 or 95.',
      rules: [{ rule: 'number', decimals: true }],
      inputMode: 'decimal',
      fits: 6,
    }),
    upload('intl_test_report', 'Score report'),
  ]),
])

const plan = when(is(test, 'NONE'), [
  withPrefix('intl_test_plan_', { ...comingMonth, label: 'When you plan to take one' }),
])

/** English tests for applicants who did not grow up with the language (docs/decisions/0007). */
const internationalTests = when(is(usCitizen, 'N'), [
  otherFirstLanguage,
  when(is(otherFirstLanguage, 'Y'), [schooling]),
  when(all(is(otherFirstLanguage, 'Y'), isOneOf(schooling, '2', '3')), [test, otherTest, version, result, plan]),
])

const tests = section('tests', 'Tests', [...sat, ...act, internationalTests], {
  note: 'You don’t need a test to apply. Scores can help with placement and scholarships.',
})

/** Step 2, in three groups (requirements 2.routes.3 and 3.pages.2). */
export const education = page('education', 'Academic History', [highSchoolSection, collegesSection, tests])
