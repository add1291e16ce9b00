import { choice, paragraph, section, tick, tickGroup } from '../../engine/index.ts'
import { ethnicity } from '../options/ethnicity.ts'
import { gender } from '../options/gender.ts'

const ownGender = choice('gender', 'Gender', gender, { as: 'radio', care: 'sensitive' })
const ownEthnicity = choice('ethnicity', 'Are you Hispanic or Latino?', ethnicity, { as: 'radio', care: 'sensitive' })
const race = tickGroup(
  'What is your race? Check all that apply.',
  [
    tick('race_american_indian', 'American Indian or Alaska Native', { care: 'sensitive' }),
    tick('race_asian', 'Asian', { care: 'sensitive' }),
    tick('race_black', 'Black or African American', { care: 'sensitive' }),
    tick('race_native_hawaiian', 'Native Hawaiian or Other Pacific Islander', { care: 'sensitive' }),
    tick('race_white', 'White', { care: 'sensitive' }),
  ],
  { none: tick('race_not_stated', 'Prefer not to say', { care: 'sensitive' }) },
)
const essay = paragraph('decision_essay', 'Is there anything else you would like us to know?', {
  help: 'For example, why you want to transfer, or something your transcripts don’t show. We read this when we decide.',
  limit: 'character_limit',
})

export const demographics = section('demographics', 'About You', [ownGender, ownEthnicity, race, essay], {
  note: 'Gender, ethnicity and race play no part in our decision.',
})
