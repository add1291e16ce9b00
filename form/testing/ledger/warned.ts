import type { AnswerMap } from '../../../engine/index.ts'

export const month = (prefix: string, number: string, year: string) => ({
  [`${prefix}month`]: number,
  [`${prefix}year`]: year,
})
export const born = { birth_date: '2005-04-19' }
export const college = (prefix: string, name: string, city = 'Helena') => ({
  [`${prefix}name`]: name,
  [`${prefix}city`]: city,
  [`${prefix}state`]: 'Montana',
})

/** Answers that are allowed but can hardly be meant on 2026-11-22: what they are, and what is said at which key. */
export const warned: readonly (readonly [what: string, answer: AnswerMap, Readonly<Record<string, RegExp>>])[] = [
  [
    'an end before the beginning',
    { ...month('college_attend_from_', '9', '2024'), ...month('college_attend_to_', '1', '2020') },
    { college_attend_to_month: /before it begins/ },
  ],
  [
    'service that ended before it began',
    { ...month('military_start_', '6', '2020'), ...month('military_end_', '5', '2020') },
    { military_end_month: /before it begins/ },
  ],
  [
    'a college before birth',
    { ...born, ...month('college_attend_from_', '9', '1970') },
    { college_attend_from_month: /born/ },
  ],
  ['a diploma before birth', { ...born, ...month('grad_', '3', '2005') }, { grad_month: /born/ }],
  ['a test still to come', month('sat_test_', '12', '2026'), { sat_test_month: /still to come/ }],
  ['a plan for the past', month('act_plan_', '10', '2026'), { act_plan_month: /over/ }],
  ['a graduation expected in the past', month('hs_expected_', '6', '2026'), { hs_expected_month: /over/ }],
  [
    'a GPA above its scale',
    { college_3_gpa: '4.6', college_3_gpa_scale: '4' },
    { college_3_gpa: /above the scale of 4\./ },
  ],
  ['a GPA above all scales', { hs_gpa: '999' }, { hs_gpa: /above every scale/ }],
  [
    'a GPA that is no number',
    { college_gpa: '-1', hs_gpa: 'A' },
    { college_gpa: /as a number/, hs_gpa: /as a number/ },
  ],
  ['credits in words', { college_8_credits: 'about sixty' }, { college_8_credits: /as a number/ }],
  ['a rank above the class', { hs_class_rank: '400', hs_class_size: '350' }, { hs_class_size: /higher/ }],
  ['a class size in words', { hs_class_size: 'abc' }, { hs_class_size: /as a number/ }],
  [
    'a college listed twice',
    {
      ...college('college_', 'Carroll College'),
      ...college('college_2_', 'X'),
      ...college('college_3_', ' carroll  COLLEGE'),
    },
    { college_3_name: /also College 1/ },
  ],
  [
    'half an address',
    { mailing_city: 'Butte', mailing_country: 'USA' },
    { mailing_address_line_1: /address isn’t complete/ },
  ],
  [
    'an address without a ZIP code',
    { parent_address_line_1: '1 Way', parent_city: 'Butte' },
    { parent_zip: /address isn’t complete/ },
  ],
  [
    'a TOEFL score off both scales',
    { intl_test: 'TOEFL', intl_test_score: '9999' },
    { intl_test_score: /1 to 6 in half points, or 0 to 120/ },
  ],
  ['a TOEFL score between two steps', { intl_test: 'TOEFL', intl_test_score: '4.2' }, { intl_test_score: /1 to 6/ }],
  [
    'a new TOEFL score on an old test',
    { intl_test: 'TOEFL', intl_test_score: '4.5', intl_test_year: '2025' },
    { intl_test_score: /were 0 to 120/ },
  ],
  ['an IELTS score of a TOEFL', { intl_test: 'IELTS', intl_test_score: '90' }, { intl_test_score: /0 to 9/ }],
  ['a Duolingo score', { intl_test: 'DUOLINGO', intl_test_score: '112' }, { intl_test_score: /steps of 5/ }],
  [
    'an SAT total that its parts do not add up to',
    { sat_score_total: '1400', sat_score_reading_writing: '700', sat_score_math: '680' },
    { sat_score_total: /add up to 1380/ },
  ],
  ['an SAT total off the scale', { sat_score_total: '36' }, { sat_score_total: /400 to 1600/ }],
  ['a number that nobody has', { ssn: '000-12-3456' }, { ssn: /Nobody/ }],
  ['another', { ssn: '666-12-3456' }, { ssn: /Nobody/ }],
  ['one without a serial number', { ssn: '123-45-0000' }, { ssn: /Nobody/ }],
  ['one printed on a sample card', { ssn: '078-05-1120' }, { ssn: /Nobody/ }],
  ['a taxpayer number', { ssn: '912-70-1234' }, { ssn: /ITIN/ }],
]
