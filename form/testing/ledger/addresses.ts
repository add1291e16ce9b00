import type { Ledger } from './ledger.ts'

export const addresses: Ledger = [
  [
    'required in the United States and Canada',
    'college_state',
    'College 1: State/province',
    ['5.application.19'],
    [{ college_country: 'USA', college_zip: '59601' }, { college_country: 'CAN' }],
    [{ college_country: 'CAN', college_state: 'Ontario' }, { college_country: 'NOR' }, { college_country: '' }],
  ],
  [
    'at least 5 characters in the United States',
    'college_zip',
    'College 1: enter a five-digit ZIP code, like 59717.',
    ['5.application.21', '9.zip.1'],
    [{ college_country: 'USA', college_zip: '5960' }],
    [{ college_country: 'USA', college_zip: '59601' }],
  ],
  [
    'required in the United States',
    'college_zip',
    'College 1: ZIP/postal code',
    ['5.application.20'],
    [{ college_country: 'USA', college_zip: '' }],
    [
      { college_country: 'USA', college_zip: '59601' },
      { college_country: 'CAN', college_zip: '' },
      { college_country: 'NOR', college_zip: '0150' },
    ],
  ],
  [
    'required of a later college once it has an answer',
    'college_2_state',
    'College 2: State/province',
    ['5.application.19'],
    [{ college_2_country: 'USA' }],
    [{}, { college_2_country: 'NOR' }, { college_country: 'USA', college_2_name: 'B' }],
  ],
  [
    'required in the United States and Canada',
    'state',
    'State/province',
    ['5.application.22'],
    [
      { country: 'USA', state: '' },
      { country: 'CAN', state: '' },
    ],
    [
      { country: 'USA', state: 'Montana' },
      { country: 'NOR', state: '' },
    ],
  ],
  [
    'at least 5 characters in the United States',
    'zip',
    'Enter a five-digit ZIP code, like 59717.',
    ['5.application.24', '9.zip.1'],
    [{ country: 'USA', zip: '5960' }],
    [
      { country: 'USA', zip: '59601' },
      { country: 'USA', zip: '59601-1234' },
    ],
  ],
  [
    'required in the United States',
    'zip',
    'ZIP/postal code',
    ['5.application.23'],
    [{ country: 'USA', zip: '' }],
    [
      { country: 'USA', zip: '59601' },
      { country: 'CAN', zip: '' },
      { country: 'NOR', zip: '0150' },
    ],
  ],
]
