import {
  choice,
  confirmByButton,
  date,
  is,
  note,
  paragraph,
  section,
  text,
  tick,
  upload,
  when,
} from '../../engine/index.ts'
import { countriesNoUsa } from '../options/countries.ts'
import { yesNo } from '../options/short-lists.ts'
import { stateAndProvince } from '../options/state-and-province.ts'

const YOUNGEST = 13 // 9.age.1
const OLDEST = 100 // 9.age.1
const unsupported = 'This date is not supported. Please contact help support for assistance.'

const birthDate = date('birth_date', 'Date of birth', {
  required: true,
  help: 'For example, 4 / 19 / 2007.',
  invalid: 'That date doesn’t exist. Check the month, the day and the year.',
  rules: [
    {
      rule: 'age',
      min: YOUNGEST,
      max: OLDEST,
      message: `You must be ${YOUNGEST} years or older to apply.`,
      unsupported,
    },
  ],
  autocomplete: 'bday',
})
const birthCity = text('birth_city', 'City of birth')

const birthState = choice('birth_state', 'State or province of birth', stateAndProvince, {
  list: 'states',
  help: 'Leave blank if you were born outside the U.S. or Canada.',
})

export const usCitizen = choice('us_citizen', 'Are you a citizen of the United States?', yesNo, {
  as: 'radio',
  required: true,
})

/**
 * Whether somebody who is not a citizen may stay for good. A U.S. national is neither a citizen nor a permanent resident
 * and needs no visa (Q82).
 */
export const permanentResidentOptions = [
  ['Y', 'Yes'],
  ['N', 'No'],
  ['U', 'No, I’m a U.S. national'],
] as const

const permanentResident = choice(
  'perm_resident',
  'Are you a permanent resident of the United States?',
  permanentResidentOptions,
  {
    as: 'radio',
    required: true,
    help: 'Permanent residents have a Green Card. U.S. nationals were born in American Samoa or on Swains Island.',
  },
)

const citizenship = choice('citizenship', 'Country of citizenship', countriesNoUsa, {
  list: 'countries',
  as: 'searchable',
  otherNames: 'countries',
  required: true,
})
const noDocument = tick('stopintl_none', 'I don’t have a document yet')

const explanation = paragraph('stopintl_explanation', 'Tell us about your status', {
  help: 'What have you applied for, and when do you expect a document? Then attach what you wrote, below.',
  care: 'sensitive',
})

const immigrationDocument = upload('stopintl_copy', 'Visa or immigration document', {
  fromText: explanation.key,
  required: true,
  message:
    'STOP! We need a copy of your visa or immigration document before you can submit. International students without one apply at {links.international}.',
})

/** The status under which someone who is neither a citizen nor a permanent resident is, or will be, in the country. */
export const visaTypes = [
  ['', '--'],
  ['F1', 'F-1 student'],
  ['F2', 'F-2 (family of a student)'],
  ['J1', 'J-1 exchange visitor'],
  ['J2', 'J-2 (family of an exchange visitor)'],
  ['H', 'H visa (worker or family member)'],
  ['L', 'L visa (transferee or family member)'],
  ['E', 'E visa (trader, investor or family member)'],
  ['TN', 'TN or TD'],
  ['ASYLUM', 'Refugee or asylee'],
  ['APPLIED', 'Asylum or Green Card pending'],
  ['TPS', 'Temporary Protected Status (TPS)'],
  ['PAROLE', 'Humanitarian parole'],
  ['UT', 'U or T visa'],
  ['DACA', 'Deferred action (DACA)'],
  ['OTHER', 'Another visa or status'],
  ['NONE', 'I don’t have one yet'],
] as const

const visaType = choice('visa_type', 'Visa or immigration status', visaTypes)
const otherVisa = text('visa_type_other', 'Which visa or status?')

const neitherCitizenNorResident = confirmByButton(
  'neither-citizen-nor-resident',
  'I understand, continue',
  [
    note(
      'You told us that you are not a citizen or permanent resident of the United States. You will need to upload a visa or immigration document.',
      {
        tone: 'stop',
        title: 'STOP!',
        link: { text: 'How international students apply', href: '{links.international}' },
      },
    ),
  ],
  [
    note('Upload a copy of your visa or immigration document. Then you can submit your application.'),
    visaType,
    when(is(visaType, 'OTHER'), [otherVisa]),
  ],
)

export const citizenshipSection = section('citizenship', 'Birth and citizenship', [
  birthDate,
  birthCity,
  birthState,
  usCitizen,
  when(is(usCitizen, 'N'), [
    permanentResident,
    citizenship,
    when(is(permanentResident, 'N'), [
      neitherCitizenNorResident,
      noDocument,
      when(is(noDocument, 'true'), [explanation]),
      immigrationDocument,
    ]),
  ]),
])
