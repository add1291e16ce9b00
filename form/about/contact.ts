import {
  address,
  all,
  alternatives,
  any,
  choice,
  confirmByTick,
  email,
  is,
  isAnswered,
  isNoneOf,
  isNotAnswered,
  isOneOf,
  note,
  phone,
  section,
  ssn,
  text,
  tick,
  when,
  withPrefix,
} from '../../engine/index.ts'
import { LONGEST_LINE, postalAddress } from '../blocks.ts'
import { countriesUsaFirst, territories } from '../options/countries.ts'
import { stateAndProvince } from '../options/state-and-province.ts'
import { usCitizen } from './citizenship.ts'

const emailAddress = email('email_address', 'Email address', {
  required: true,
  message: 'Please enter a valid email address.',
  help: 'For example, name@example.com.', // the specified message gives none (WCAG 3.3.3)
  autocomplete: 'email',
  fits: 30,
})
const contactEmail = email('contact_email_address', 'Second email address', {
  help: 'We’ll copy our emails to this address. For example, name@example.com.',
  invalid: 'Please enter a valid contact email address',
  fits: 30,
})

const country = choice('country', 'Country', countriesUsaFirst, {
  list: 'countries',
  role: 'country',
  as: 'searchable',
  otherNames: 'countries',
  preset: 'USA',
  storedAs: territories,
  required: true,
  autocomplete: 'country',
})
const state = choice('state', 'State/province', stateAndProvince, {
  list: 'states',
  role: 'state',
  labels: [
    { when: is(country, 'USA'), label: 'State' },
    { when: is(country, 'CAN'), label: 'Province' },
  ],
  required: isOneOf(country, 'USA', 'CAN'),
  autocomplete: 'address-level1',
})
const isAbroad = all(isAnswered(country), isNoneOf(country, 'USA', 'CAN'))
const zip = text('zip', 'ZIP/postal code', {
  role: 'zip',
  labels: [
    { when: is(country, 'USA'), label: 'ZIP code' },
    { when: isAnswered(country), label: 'Postal code' },
  ],
  required: is(country, 'USA'),
  // 9.zip.1
  rules: [
    { rule: 'minLength', length: 5, when: is(country, 'USA'), message: 'Enter a five-digit ZIP code, like 59717.' },
  ],
  autocomplete: 'postal-code',
  fits: 10,
})
const permanentAddress = address('Permanent address', [
  country,
  text('address_line_1', 'Address line 1', {
    role: 'address_line_1',
    required: true,
    maxLength: LONGEST_LINE,
    autocomplete: 'address-line1',
  }),
  text('address_line_2', 'Apt. #', {
    role: 'address_line_2',
    labels: [{ when: isAbroad, label: 'Address line 2' }],
    maxLength: LONGEST_LINE,
    autocomplete: 'address-line2',
    fits: 10,
  }),
  zip,
  text('city', 'City', { role: 'city', required: true, maxLength: LONGEST_LINE, autocomplete: 'address-level2' }),
  when(any(isNotAnswered(country), isOneOf(country, 'USA', 'CAN')), [state]),
  when(isAbroad, [
    text('region', 'Region, state or province', {
      role: 'region',
      maxLength: LONGEST_LINE,
      autocomplete: 'address-level1',
    }),
  ]),
])

const mailingIsPermanent = tick(
  'mailing_addr_same_as_perm_addr',
  'My mailing address is the same as my permanent address',
)
const mailing = confirmByTick(
  mailingIsPermanent,
  [withPrefix('mailing_', { ...postalAddress('shipping'), label: 'Mailing address' })],
  [note('We’ll mail letters to your permanent address.')],
  {
    gate: {
      question: 'Is your mailing address different?',
      no: 'No, it’s the same',
      yes: 'Yes',
    },
    sameAs: {
      mailing_address_line_1: 'address_line_1',
      mailing_address_line_2: 'address_line_2',
      mailing_city: 'city',
      mailing_state: 'state',
      mailing_region: 'region',
      mailing_zip: 'zip',
      mailing_country: 'country',
    },
  },
)

const textMessages = tick('optin_sms_ind', 'Send me text messages about my application', {
  help: 'Message and data rates may apply. Reply STOP to end them or HELP for help.',
})
const internationalPhone = text('phone_international', 'International phone', {
  help: 'Include the country code. Use this if you don’t have a U.S. or Canadian number.',
  autocomplete: 'tel',
  fits: 20,
})
// Only applicants who live abroad, also with the armed forces, or come from abroad may enter a foreign phone number.
const mayHaveNumberAbroad = any(
  is(usCitizen, 'N'),
  isAbroad,
  isOneOf(state, 'Armed Forces Americas', 'Armed Forces Europe', 'Armed Forces Pacific'),
)
const cellPhone = phone('phone_mobile', 'Cell phone/text number', {
  required: is(textMessages, 'true'),
  message: 'A cell phone/text number is required to receive text message updates.',
  invalid: 'Please enter a valid cell phone/text number.',
  autocomplete: 'mobile tel',
})
const homePhone = phone('phone_home', 'Home phone', {
  required: all(isNotAnswered(cellPhone), isNotAnswered(internationalPhone)),
  message: 'Please enter a valid phone number.',
  autocomplete: 'home tel',
})

// Last, because it is not what a stranger is asked first; paper has it with the name.
const socialSecurityNumber = ssn('ssn', 'Social Security number', {
  printedAfter: 'prev_name',
  help: 'Giving it is your choice, and you can add it later. It links you to your financial aid.',
  // What the Privacy Act of 1974, section 7, asks of a state university that asks for the number.
  notice: {
    title: 'How we use your number',
    text: 'Privacy Act notice: you don’t have to give your number. We use it to match you to your financial aid (FAFSA) and to report your tuition for taxes (26 U.S.C. 6050S). We encrypt it. Our staff see the last four digits; who needs the whole number must say why, and we keep a record of it. No number? Leave this blank.',
  },
  invalid: 'Please enter all nine digits of your Social Security number.',
})

export const contact = section(
  'contact',
  'Contact',
  [
    emailAddress,
    contactEmail,
    permanentAddress,
    mailing,
    alternatives('Phone (one is enough)', [cellPhone, homePhone, when(mayHaveNumberAbroad, [internationalPhone])]),
    textMessages,
    socialSecurityNumber,
  ],
  { note: 'We’ll send your decision here.' },
)
