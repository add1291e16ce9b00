import { choice, section, tick, tickGroup } from '../../engine/index.ts'
import { ethnicity } from '../options/ethnicity.ts'
import { gender } from '../options/gender.ts'

const ownGender = choice('gender', 'Gender', gender, { as: 'radio', care: 'sensitive' })
const ownEthnicity = choice('ethnicity', 'Are you Hispanic or Latino?', ethnicity, { as: 'radio', care: 'sensitive' })
// The federal categories of March 2024, which add the fourth to those of the specification (Q86).
const race = tickGroup(
  'What is your race? Check all that apply.',
  [
    tick('race_american_indian', 'American Indian or Alaska Native', { care: 'sensitive' }),
    tick('race_asian', 'Asian', { care: 'sensitive' }),
    tick('race_black', 'Black or African American', { care: 'sensitive' }),
    tick('race_middle_eastern', 'Middle Eastern or North African', { care: 'sensitive' }),
    tick('race_native_hawaiian', 'Native Hawaiian or Pacific Islander', { care: 'sensitive' }),
    tick('race_white', 'White', { care: 'sensitive' }),
  ],
  { none: tick('race_not_stated', 'Prefer not to say', { care: 'sensitive' }) },
)

export const demographics = section('demographics', 'Gender and Race', [ownGender, ownEthnicity, race], {
  note: 'You don’t have to answer. We keep these answers on a separate sheet, and they play no part in our decision.',
  ownSheet: true,
})
