import { choice, is, paragraph, section, when } from '../../engine/index.ts'
import { rotc } from '../options/rotc.ts'
import { yesNo } from '../options/yes-no.ts'

const entryTerm = choice(
  'entry_term',
  'When do you want to start?',
  { setting: 'entry_terms' },
  { required: true, dates: 'term_dates' },
)
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
  'Major or area of interest',
  { setting: 'majors' },
  { as: 'searchable', required: true, message: 'Please indicate your area of academic interest.' },
)
const honors = choice('honors_interested', 'Would you like to hear about the Honors College?', yesNo, { as: 'radio' })
const officerTraining = choice(
  'military_rotc',
  'Are you interested in the Reserve Officers’ Training Corps (ROTC)?',
  rotc,
  { as: 'radio' },
)

const essay = paragraph('decision_essay', 'Is there anything else you would like us to know?', {
  help: 'For example, why you want to transfer, or something your transcripts don’t show. We read this when we decide.',
  limit: 'character_limit',
})

export const program = section(
  'program',
  'Your Program',
  [entryTerm, degree, when(is(degree, 'DS'), [major, honors, officerTraining]), essay],
  { note: 'When you want to start and what you want to study.' },
)
