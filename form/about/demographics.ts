import { choice, paragraph, section, tick, tickGroup } from '../../engine/index.ts'
import { gender } from '../options/gender.ts'
import { yesNo } from '../options/yes-no.ts'

const ownGender = choice('gender', 'Gender', gender, { as: 'radio', care: 'sensitive' })
const ethnicity = choice('ethnicity', 'Are you Hispanic or Latino?', yesNo, { as: 'radio', care: 'sensitive' })
const race = tickGroup('What is your race? Tick all that apply.', [
  tick('race_american_indian', 'American Indian or Alaska Native', { care: 'sensitive' }),
  tick('race_asian', 'Asian', { care: 'sensitive' }),
  tick('race_black', 'Black or African American', { care: 'sensitive' }),
  tick('race_native_hawaiian', 'Native Hawaiian or Other Pacific Islander', { care: 'sensitive' }),
  tick('race_white', 'White', { care: 'sensitive' }),
])
const essay = paragraph('decision_essay', 'What should we know when we decide about your application?', {
  help: 'Why you want to transfer, what you hope to study, or what your record does not show.',
  limit: 'character_limit',
})

export const demographics = section('demographics', 'About You', [ownGender, ethnicity, race, essay], {
  note: 'You may leave this section empty. Gender, ethnicity and race are reported as totals only and play no part in the decision.',
})
