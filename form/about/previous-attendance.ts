import {
  choice,
  confirmByButton,
  is,
  note,
  section,
  text,
  tick,
  tickGroup,
  when,
  withPrefix,
} from '../../engine/index.ts'
import { pastMonth } from '../blocks.ts'
import { yesNo } from '../options/short-lists.ts'

const returning =
  'You indicated that you previously attended {partner_name} as an undergraduate student. Please do not continue with this application. Former students don’t need to apply again. To come back, contact the Registrar.'
const asUndergraduate = choice(
  'prev_attend_undergraduate',
  'Have you attended {partner_name} as an undergraduate student before?',
  yesNo,
  { as: 'radio', rules: [{ rule: 'oneOf', values: ['N'], message: `STOP! ${returning}` }] },
)
const returningStudent = confirmByButton(
  'returning-student',
  'I understand, continue',
  [
    note(returning, {
      tone: 'stop',
      title: 'STOP!',
      link: { text: 'Register as a returning student', href: '{links.registration}' },
    }),
  ],
  [
    note('You can’t submit this application with this answer, but your dates will help us find your record.'),
    withPrefix('prev_attend_undergraduate_from_', { ...pastMonth, label: 'Started as an undergraduate' }),
    withPrefix('prev_attend_undergraduate_to_', { ...pastMonth, label: 'Finished as an undergraduate' }),
  ],
)

const inAnotherWay = choice('prev_attend_webapp', 'Have you taken any other classes at {partner_name}?', yesNo, {
  as: 'radio',
  help: 'For example, in high school, at Gallatin College or in continuing education.',
})
const inHighSchool = tick('prev_attend_ehs', 'While I was in high school')
const withoutDegree = tick('prev_attend_nondegree', 'Without seeking a degree')
const atGallatin = tick('prev_attend_gallatin', 'At Gallatin College')
const forAnotherDegree = tick('prev_attend_degree_seeking', 'For a degree other than a bachelor’s')
const continuing = tick('prev_attend_conitnue_education', 'In continuing education')

const appliedBefore = choice(
  'applied_previously_transfer',
  'Have you applied to {partner_name} as a transfer student before?',
  yesNo,
  { as: 'radio' },
)
const appliedFor = text('applied_previously_term_transfer', 'For which term?', {
  help: 'For example, Fall 2024.',
  fits: 15,
})

export const previousAttendance = section(
  'previous-attendance',
  'Previous attendance at {partner_name}',
  [
    asUndergraduate,
    when(is(asUndergraduate, 'Y'), [returningStudent]),
    inAnotherWay,
    when(is(inAnotherWay, 'Y'), [
      tickGroup('How? Check all that apply.', [inHighSchool, withoutDegree, atGallatin, forAnotherDegree, continuing]),
      when(is(inHighSchool, 'true'), [
        withPrefix('prev_attend_ehs_from_', { ...pastMonth, label: 'Started in high school' }),
        withPrefix('prev_attend_ehs_to_', { ...pastMonth, label: 'Finished in high school' }),
      ]),
      when(is(withoutDegree, 'true'), [
        withPrefix('prev_attend_nondegree_from_', { ...pastMonth, label: 'Started without seeking a degree' }),
        withPrefix('prev_attend_nondegree_to_', { ...pastMonth, label: 'Finished without seeking a degree' }),
      ]),
      when(is(atGallatin, 'true'), [
        withPrefix('prev_attend_gallatin_from_', { ...pastMonth, label: 'Started at Gallatin College' }),
        withPrefix('prev_attend_gallatin_to_', { ...pastMonth, label: 'Finished at Gallatin College' }),
      ]),
      when(is(forAnotherDegree, 'true'), [
        withPrefix('prev_attend_degree_seeking_from_', { ...pastMonth, label: 'Started another degree' }),
        withPrefix('prev_attend_degree_seeking_to_', { ...pastMonth, label: 'Finished another degree' }),
      ]),
      when(is(continuing, 'true'), [
        withPrefix('prev_attend_conitnue_education_from_', { ...pastMonth, label: 'Started in continuing education' }),
        withPrefix('prev_attend_conitnue_education_to_', { ...pastMonth, label: 'Finished in continuing education' }),
      ]),
    ]),
    appliedBefore,
    when(is(appliedBefore, 'Y'), [appliedFor]),
  ],
  { note: 'If you’ve taken classes here or applied before, this helps us find your record.' },
)
