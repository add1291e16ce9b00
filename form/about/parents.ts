import { choice, choiceWhen, copy, is, numbered, repeated, section } from '../../engine/index.ts'
import { postalAddress } from '../blocks/postal-address.ts'
import { educationLevels } from '../options/education-levels.ts'
import { relationships } from '../options/relationships.ts'
import { pastYears } from '../options/years.ts'
import { yesNo } from '../options/yes-no.ts'

const MOST_PARENTS = 2 // 9.parents.1

const attendedHere = copy.choice('bozeman', 'Did this parent or guardian attend {partner_name}?', yesNo, {
  as: 'radio',
})

const parents = repeated(
  'parents',
  'Parents and guardians',
  numbered('parent', MOST_PARENTS),
  'Parent {copy}/Guardian {copy}',
  [
    copy.choice('relationship', 'Relationship to you', relationships),
    copy.text('first_name', 'First Name', { autocomplete: 'section-parent-{copy} given-name' }),
    copy.text('last_name', 'Last Name', { autocomplete: 'section-parent-{copy} family-name' }),
    copy.email('email_address', 'Email Address', {
      invalid: 'Parent {copy}/Guardian {copy}: Please enter a valid email address.',
      autocomplete: 'section-parent-{copy} email',
    }),
    copy.phone('phone', 'Phone', {
      invalid: 'Parent {copy}/Guardian {copy}: Please enter a valid phone number.',
      autocomplete: 'section-parent-{copy} tel',
    }),
    postalAddress,
    attendedHere,
    choiceWhen(
      attendedHere,
      is(attendedHere, 'Y'),
      copy.choice('alum_year', 'Year of graduation, or last year there', pastYears),
    ),
  ],
)

const highestEducation = choice(
  'parent_education',
  'What is the highest education of any of your parents or guardians?',
  educationLevels,
)
const degreeFromHere = choice(
  'parent_degree_msu',
  'Does a parent or guardian hold a degree from {partner_name}?',
  yesNo,
  { as: 'radio' },
)

export const parentsSection = section('parents', 'Parents and Guardians', [parents, highestEducation, degreeFromHere], {
  note: 'You may leave this section empty. We ask so that we can reach your family and offer aid to first-generation students.',
})
