import {
  address,
  all,
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
  text,
  tick,
  when,
  withPrefix,
} from '../../engine/index.ts'
import { postalAddress } from '../blocks/postal-address.ts'
import { countriesUsaFirst } from '../options/countries.ts'
import { stateAndProvince } from '../options/state-and-province.ts'
import { usCitizen } from './citizenship.ts'

const emailAddress = email('email_address', 'Email Address', {
  required: true,
  message: 'Please enter a valid email address.',
  autocomplete: 'email',
  fits: 30,
})
const contactEmail = email('contact_email_address', 'Another Email Address', {
  help: 'If you would like us to write to a second address.',
  invalid: 'Please enter a valid contact email address',
  fits: 30,
})

const country = choice('country', 'Country', countriesUsaFirst, {
  role: 'country',
  as: 'searchable',
  otherNames: 'countries',
  required: true,
  autocomplete: 'country',
})
const permanentAddress = address('Permanent address', [
  text('address_line_1', 'Address Line 1', { role: 'address_line_1', required: true, autocomplete: 'address-line1' }),
  text('address_line_2', 'Apt. #', { role: 'address_line_2', autocomplete: 'address-line2', fits: 10 }),
  text('city', 'City', { role: 'city', required: true, autocomplete: 'address-level2' }),
  choice('state', 'State/Province', stateAndProvince, {
    role: 'state',
    required: isOneOf(country, 'USA', 'CAN'),
    autocomplete: 'address-level1',
  }),
  text('zip', 'ZIP/Postal Code', {
    role: 'zip',
    required: is(country, 'USA'),
    rules: [{ rule: 'minLength', length: 5, when: is(country, 'USA') }], // 9.zip.1
    autocomplete: 'postal-code',
    fits: 10,
  }),
  country,
])

const mailingIsPermanent = tick(
  'mailing_addr_same_as_perm_addr',
  'My mailing address is the same as my permanent address',
)
const mailing = confirmByTick(
  mailingIsPermanent,
  [withPrefix('mailing_', { ...postalAddress, label: 'Mailing address' })],
  [note('We will write to your permanent address.')],
  {
    sameAs: {
      mailing_address_line_1: 'address_line_1',
      mailing_address_line_2: 'address_line_2',
      mailing_city: 'city',
      mailing_state: 'state',
      mailing_zip: 'zip',
      mailing_country: 'country',
    },
  },
)

const textMessages = tick('optin_sms_ind', 'Send me text messages about my application')
const internationalPhone = text('phone_international', 'International Phone', {
  help: 'With country code, if you have no number in the United States or Canada.',
  autocomplete: 'tel',
  fits: 20,
})
// Only applicants who live abroad or come from abroad may enter a foreign phone number.
const mayHaveNumberAbroad = any(is(usCitizen, 'N'), all(isAnswered(country), isNoneOf(country, 'USA', 'CAN')))
const cellPhone = phone('phone_mobile', 'Cell Phone/Text Number', {
  required: is(textMessages, 'true'),
  message: 'A cell phone/text number is required to receive text message updates.',
  invalid: 'Please enter a valid cell phone/text number.',
  autocomplete: 'mobile tel',
})
const homePhone = phone('phone_home', 'Home Phone', {
  required: all(isNotAnswered(cellPhone), isNotAnswered(internationalPhone)),
  message: 'Please enter a valid phone number.',
  autocomplete: 'home tel',
})

export const contact = section(
  'contact',
  'Contact',
  [
    emailAddress,
    contactEmail,
    permanentAddress,
    mailing,
    homePhone,
    cellPhone,
    when(mayHaveNumberAbroad, [internationalPhone]),
    textMessages,
  ],
  { note: 'Where we send your decision.' },
)
