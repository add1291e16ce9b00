import { branch, choice, is, isNotAnswered, scores, text, tick, when, withPrefix } from '../../engine/index.ts'
import { comingMonth, pastMonth } from '../blocks/month-and-year.ts'
import { yesNo } from '../options/yes-no.ts'

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
export const sat = [
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
export const act = [
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
