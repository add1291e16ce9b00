import { choice, is, note, section, when } from '../../engine/index.ts'
import { yesNo } from '../options/yes-no.ts'

const entryTerm = choice('entry_term', 'Entry term', { setting: 'entry_terms' }, { required: true })
const degree = choice(
  'degree_nondegree',
  'Are you seeking a degree?',
  [
    ['DS', 'Yes, I want to earn a degree'],
    ['ND', 'No, I want to take courses without earning a degree'],
  ],
  { as: 'radio', required: true },
)
const major = choice(
  'applied_major',
  'Academic interest',
  { setting: 'majors' },
  {
    required: true,
    message: 'Please indicate your area of academic interest.',
  },
)

const returning =
  'You indicated that you previously attended {partner_name} as an undergraduate student. Do not continue with this application: former students return through registration, not through admission.'
const attendedBefore = choice(
  'prev_attend_undergraduate',
  'Have you attended {partner_name} as an undergraduate student before?',
  yesNo,
  { as: 'radio', rules: [{ rule: 'oneOf', values: ['N'], message: `STOP! ${returning}` }] },
)

export const program = section('program', 'Program', [
  entryTerm,
  degree,
  when(is(degree, 'DS'), [major]),
  attendedBefore,
  when(is(attendedBefore, 'Y'), [
    note(returning, {
      tone: 'stop',
      title: 'STOP!',
      link: { text: 'Register as a returning student', href: '{links.registration}' },
    }),
  ]),
])
