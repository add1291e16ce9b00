import { at, type Ledger } from './ledger.ts'

export const highSchool: Ledger = [
  [
    'required with a diploma, month and year',
    'grad_month',
    'Graduation month and year',
    ['5.application.16', '5.application.17'],
    [{ grad_month: '' }, { grad_year: '' }, { grad_month: '', grad_year: '' }],
    [
      { grad_month: '6', grad_year: '2022' },
      { ged_transfer: 'G', grad_month: '', grad_year: '' },
      { ged_transfer: '', grad_month: '', grad_year: '' },
    ],
  ],
  [
    'numeric',
    'hs_class_rank',
    'High School Class Rank (answer must be numeric)',
    ['5.application.18'],
    at('hs_class_rank', 'twelfth', '12th', '-1'),
    at('hs_class_rank', '12', ''),
  ],
]

/** Scores between two limits, which are checked only if the test was taken. */
const score = (
  what: string,
  test: string,
  key: string,
  message: string,
  ids: readonly string[],
  refused: readonly string[],
  accepted: readonly string[],
): Ledger[number] => [
  what,
  key,
  message,
  ids,
  refused.map((value) => ({ [test]: 'Y', [key]: value })),
  [...accepted.map((value) => ({ [test]: 'Y', [key]: value })), { [test]: 'N', [key]: refused[0] }],
]
const sections = ['190', '810', '205', '20', 'high'] as const
export const sat: Ledger = [
  score(
    '1 to 4 digits',
    'sat_taken',
    'sat_score_total',
    'SAT Total: enter up to four digits, like 1200.',
    ['5.application.45', '5.application.46'],
    ['14000', '-1', '1.4', 'a'],
    ['1', '1400', '9999', ''],
  ),
  score(
    '200 to 800 in steps of 10',
    'sat_taken',
    'sat_score_reading_writing',
    'SAT Reading and Writing: enter 200 to 800 in steps of 10, like 640.',
    ['5.application.45', '5.application.47', '9.tests.1'],
    sections,
    ['200', '210', '800', ''],
  ),
  score(
    '200 to 800 in steps of 10',
    'sat_taken',
    'sat_score_math',
    'SAT Math: enter 200 to 800 in steps of 10, like 640.',
    ['5.application.45', '5.application.48', '9.tests.1'],
    sections,
    ['200', '210', '800', ''],
  ),
  score(
    '10 to 40',
    'sat_taken',
    'sat_score_writ_language_test',
    'SAT Writing and Language Test: enter 10 to 40, like 32.',
    ['5.application.45', '5.application.49', '9.tests.1'],
    ['9', '41', '20.5'],
    ['10', '40', ''],
  ),
  score(
    '10 to 40, decimals allowed',
    'sat_taken',
    'sat_score_math_test',
    'SAT Math Test: enter 10 to 40, like 32.',
    ['5.application.45', '5.application.50', '9.tests.1'],
    ['9.5', '40.5', 'x'],
    ['10', '20.5', '40', ''],
  ),
]
const composite = ['0', '37', '20.5', 'x'] as const
export const act: Ledger = [
  score(
    '1 to 36',
    'act_taken',
    'act_score_composite',
    'ACT Composite: enter 1 to 36, like 24.',
    ['5.application.51', '5.application.52', '9.tests.1'],
    composite,
    ['1', '36', ''],
  ),
  score(
    '1 to 36',
    'act_taken',
    'act_score_english',
    'ACT English: enter 1 to 36, like 24.',
    ['5.application.51', '5.application.53', '9.tests.1'],
    composite,
    ['1', '36', ''],
  ),
  score(
    '1 to 36',
    'act_taken',
    'act_score_math',
    'ACT Math: enter 1 to 36, like 24.',
    ['5.application.51', '5.application.54', '9.tests.1'],
    composite,
    ['1', '36', ''],
  ),
  score(
    '1 to 36',
    'act_taken',
    'act_score_writing_english_arts',
    'ACT English Language Arts: enter 1 to 36, like 24.',
    ['5.application.51', '5.application.55', '9.tests.1'],
    composite,
    ['1', '36', ''],
  ),
  score(
    '1 to 12',
    'act_taken',
    'act_score_writing',
    'ACT Writing: enter 1 to 12, like 8.',
    ['5.application.51', '5.application.56', '9.tests.1'],
    ['0', '13', '6.5'],
    ['1', '12', ''],
  ),
]
