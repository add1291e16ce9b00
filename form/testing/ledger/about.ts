import { at, type Ledger } from './ledger.ts'

export const program: Ledger = [
  [
    'required of degree seekers',
    'applied_major',
    'Please indicate your area of academic interest.',
    ['5.application.13', '3.keys.22'],
    [{ degree_nondegree: 'DS', applied_major: '' }],
    [
      { degree_nondegree: 'DS', applied_major: 'GEOL' },
      { degree_nondegree: 'ND', applied_major: '' },
    ],
  ],
  [
    'must be N when answered',
    'prev_attend_undergraduate',
    'STOP! You indicated that you previously attended Bridger State University as an undergraduate student. Please do not continue with this application. Former students don’t need to apply again. To come back, contact the Registrar.',
    ['5.application.14', '5.application.15'],
    at('prev_attend_undergraduate', 'Y'),
    at('prev_attend_undergraduate', 'N', ''),
  ],
]

const unsupported = 'This date is not supported. Please contact help support for assistance.'
export const citizenship: Ledger = [
  [
    'a date',
    'birth_date',
    'That date doesn’t exist. Check the month, the day and the year.',
    ['5.application.36'],
    at('birth_date', '2004-02-30', 'yesterday', '02/29/2004'),
    at('birth_date', '2004-02-29'),
  ],
  [
    'no earlier than 100 years ago',
    'birth_date',
    unsupported,
    ['5.application.37', '5.application.39', '9.age.1'],
    at('birth_date', '1926-11-20', '1800-01-01'),
    at('birth_date', '1926-11-21'),
  ],
  [
    'no later than 13 years ago',
    'birth_date',
    'You must be 13 years or older to apply.',
    ['5.application.38', '9.age.1'],
    at('birth_date', '2013-11-22', '2026-11-21', '2030-01-01'),
    at('birth_date', '2013-11-21'),
  ],
  [
    'required of applicants who are not citizens',
    'perm_resident',
    'Are you a permanent resident of the United States?',
    ['5.application.42'],
    [{ us_citizen: 'N', perm_resident: '' }],
    [
      { us_citizen: 'N', perm_resident: 'Y' },
      { us_citizen: 'Y', perm_resident: '' },
    ],
  ],
  [
    'required of applicants who are not permanent residents',
    'stopintl_copy',
    'STOP! We need a copy of your visa or immigration document before you can submit. International students without one apply at https://www.bridger.example/international.',
    ['5.application.43'],
    [{ us_citizen: 'N', perm_resident: 'N', stopintl_copy: '' }],
    [
      { us_citizen: 'N', perm_resident: 'N', stopintl_copy: 'ANSWERED' },
      { us_citizen: 'N', perm_resident: 'Y' },
    ],
  ],
  [
    'required of applicants who are not citizens',
    'citizenship',
    'Country of citizenship',
    ['5.application.44'],
    [{ us_citizen: 'N', citizenship: '' }],
    [
      { us_citizen: 'N', citizenship: 'CAN' },
      { us_citizen: 'Y', citizenship: '' },
    ],
  ],
]
