import {
  any,
  choice,
  choiceWhen,
  confirmByButton,
  entry,
  is,
  numbered,
  repeated,
  section,
  when,
} from '../../engine/index.ts'
import { isAbroad, postalAddress } from '../blocks.ts'
import { pastYears, yesNo } from '../options/short-lists.ts'
import { usCitizen } from './citizenship.ts'

const MOST_PARENTS = 2 // 9.parents.1

const attendedHere = entry.choice('bozeman', 'Did this parent or guardian attend {partner_name}?', yesNo, {
  as: 'radio',
})

/** The relationship of a parent or guardian to the applicant. */
export const relationships = [
  ['', '--'],
  ['MOTHER', 'Mother'],
  ['FATHER', 'Father'],
  ['STEP', 'Stepparent'],
  ['GRAND', 'Grandparent'],
  ['FOSTER', 'Foster parent'],
  ['GUARDIAN', 'Legal guardian'],
  ['OTHER', 'Other'],
] as const

const parents = repeated(
  'parents',
  'Who are your parents or guardians?',
  numbered('parent', MOST_PARENTS),
  'Parent {entry}/Guardian {entry}',
  [
    entry.choice('relationship', 'Relationship to you', relationships),
    entry.text('first_name', 'First Name'),
    entry.text('last_name', 'Last Name'),
    entry.email('email_address', 'Email address', {
      invalid: 'Parent {entry}/Guardian {entry}: Please enter a valid email address.',
    }),
    entry.phone('phone', 'Phone', {
      invalid: 'Parent {entry}/Guardian {entry}: Please enter a valid phone number.',
    }),
    postalAddress(),
    // As for the applicant: it may be somebody abroad, or somebody from abroad. After the country, which shows it.
    when(any<'entry'>(is(usCitizen, 'N'), isAbroad), [
      entry.text('phone_international', 'International phone', {
        help: 'Include the country code. Use this for a number outside the U.S. and Canada.',
        fits: 20,
      }),
    ]),
    attendedHere,
    choiceWhen(
      attendedHere,
      is(attendedHere, 'Y'),
      entry.choice('alum_year', 'Year graduated, or last year attended', pastYears),
    ),
  ],
  { add: 'Add another parent/guardian' },
)

/** Levels of education, lowest first. */
export const educationLevels = [
  ['', '--'],
  ['NONE', 'Did not complete high school'],
  ['HS', 'High school diploma or GED'],
  ['SOME', 'Some college, no degree'],
  ['ASSOC', 'Associate degree'],
  ['BACH', 'Bachelor’s degree'],
  ['GRAD', 'Graduate or professional degree'],
  ['UNKNOWN', 'I don’t know'],
] as const

const highestEducation = choice(
  'parent_education',
  'What is the highest level of school a parent or guardian finished?',
  educationLevels,
)

const degreeFromHere = choice(
  'parent_degree_msu',
  'Does a parent or guardian have a degree from {partner_name}?',
  yesNo,
  { as: 'radio' },
)

/** Long, and none of it required: it opens with one press, which is no answer. Answers that are there open it as well. */
const parentsWhenWanted = confirmByButton('parents-wanted', 'Add a parent or guardian', [], [parents])

export const parentsSection = section(
  'parents',
  'Parents and guardians',
  [parentsWhenWanted, highestEducation, degreeFromHere],
  {
    note: 'We ask so we can reach your family and find aid for first-generation students.',
  },
)
