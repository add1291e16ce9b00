import { expect, test } from 'vitest'
import { legalName } from './legal-name.ts'

test.each([
  ['Ada Lovelace', { first_name: 'Ada', last_name: 'Lovelace' }],
  ['Ada King Noel Jr.', { first_name: 'Ada ', middle_name: ' King', last_name: 'Noel', suffix: 'Jr.', prev_name: 'B' }],
  ['Teller', { first_name: 'Teller', last_name: 'Teller', one_name: 'true' }],
  ['Teller Teller', { first_name: 'Teller', last_name: 'Teller', one_name: '' }],
  ['', {}],
])('"%s" is the name of %o', (name, answer) => expect(legalName(answer)).toBe(name))
