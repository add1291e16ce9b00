import { at, type Ledger } from './ledger.ts'

export const emails: Ledger = [
  [
    'an email address when given',
    'parent_email_address',
    'Parent 1/Guardian 1: Please enter a valid email address.',
    ['5.application.25'],
    at('parent_email_address', 'ada', 'ada@mail', 'ada@@mail.example'),
    at('parent_email_address', 'ada@mail.example', ''),
  ],
  [
    'an email address when given',
    'parent_2_email_address',
    'Parent 2/Guardian 2: Please enter a valid email address.',
    ['5.application.26'],
    at('parent_2_email_address', 'ada', 'ada@mail'),
    at('parent_2_email_address', 'ada@mail.example', ''),
  ],
  [
    'an email address',
    'email_address',
    'Please enter a valid email address.',
    ['5.application.27'],
    at('email_address', '', 'june', 'june@mail'),
    at('email_address', 'june@mail.example', ' june@mail.example '),
  ],
  [
    'an email address when given',
    'contact_email_address',
    'Please enter a valid contact email address',
    ['5.application.28'],
    at('contact_email_address', 'june', 'june@mail'),
    at('contact_email_address', 'june@home.example', ''),
  ],
]

const malformed = ['4065550142', '(406) 555-014', '(106) 555-0142', '(406) 155-0142', '(406) 555-01422', 'home']
export const phones: Ledger = [
  [
    '(NXX) NXX-XXXX, or empty',
    'phone_home',
    'Please enter a valid phone number.',
    ['5.application.29', '9.phone.1'],
    at('phone_home', ...malformed),
    at('phone_home', '(206) 255-0142', '(999) 999-9999', ''),
  ],
  [
    'the first parent',
    'parent_phone',
    'Parent 1/Guardian 1: Please enter a valid phone number.',
    ['5.application.30'],
    at('parent_phone', ...malformed),
    at('parent_phone', '(406) 555-0142', ''),
  ],
  [
    'the second parent',
    'parent_2_phone',
    'Parent 2/Guardian 2: Please enter a valid phone number.',
    ['5.application.30'],
    at('parent_2_phone', ...malformed),
    at('parent_2_phone', '(406) 555-0142', ''),
  ],
  [
    '(NXX) NXX-XXXX',
    'phone_mobile',
    'Please enter a valid cell phone/text number.',
    ['5.application.31', '9.phone.1'],
    at('phone_mobile', ...malformed),
    at('phone_mobile', '(406) 555-0142'),
  ],
  [
    'required without a cell phone',
    'phone_home',
    'Please enter a valid phone number.',
    ['5.application.32'],
    [{ phone_mobile: '', phone_home: '' }],
    [
      { phone_mobile: '', phone_home: '(406) 555-0142' },
      { phone_mobile: '(406) 555-0142', phone_home: '' },
    ],
  ],
  [
    'required abroad without a cell phone and a number there',
    'phone_home',
    'Please enter a valid phone number.',
    ['5.application.33'],
    [{ country: 'NOR', phone_mobile: '', phone_home: '', phone_international: '' }],
    [{ country: 'NOR', phone_mobile: '', phone_home: '', phone_international: '+47 22 12 34 56' }],
  ],
  [
    'required to receive text messages',
    'phone_mobile',
    'A cell phone/text number is required to receive text message updates.',
    ['5.application.34'],
    [{ optin_sms_ind: 'true', phone_mobile: '', phone_home: '(406) 555-0142' }],
    [{ optin_sms_ind: 'true' }, { optin_sms_ind: '', phone_mobile: '', phone_home: '(406) 555-0142' }],
  ],
]

const long = (count: number) => 'x'.repeat(count)
export const lengths: Ledger = [
  [
    '45 characters by default',
    'middle_name',
    'Middle Name: please use no more than 45 characters.',
    ['5.application.63', '9.text.1'],
    at('middle_name', long(46)),
    at('middle_name', long(45), ''),
  ],
  [
    '7000 characters by configuration',
    'decision_essay',
    'Is there anything else you would like us to know?: please use no more than 7,000 characters.',
    ['5.application.64', '9.text-area.1'],
    at('decision_essay', long(7001)),
    at('decision_essay', long(7000), ''),
  ],
  [
    '1500 characters by default',
    'instate_absence_explain',
    'Where were you, and why?: please use no more than 1,500 characters.',
    ['5.application.64', '9.text-area.1'],
    [{ instate_tuition: 'Y', instate_absence: 'Y', instate_absence_explain: long(1501) }],
    [{ instate_tuition: 'Y', instate_absence: 'Y', instate_absence_explain: long(1500) }],
  ],
]

/** Our own rules, where the requirements have none: invalid Social Security numbers, options and scores. */
export const own: Ledger = [
  [
    'nine digits',
    'ssn',
    'Please enter all nine digits of your Social Security number.',
    [],
    at('ssn', '123-45-678', '123456789'),
    at('ssn', '123-45-6789', ''),
  ],
  [
    'an option of the list',
    'birth_state',
    'State or province of birth',
    [],
    at('birth_state', 'Atlantis'),
    at('birth_state', 'Utah', ''),
  ],
  [
    'a number',
    'intl_test_score',
    'Total or overall score: enter a number, like 6.5 or 95.',
    [],
    [
      {
        us_citizen: 'N',
        intl_other_first_language: 'Y',
        intl_english_at_school: '2',
        intl_test: 'IELTS',
        intl_test_score: 'B2',
      },
    ],
    [
      {
        us_citizen: 'N',
        intl_other_first_language: 'Y',
        intl_english_at_school: '2',
        intl_test: 'IELTS',
        intl_test_score: '6.5',
      },
    ],
  ],
]
