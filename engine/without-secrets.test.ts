import { expect, test } from 'vitest'
import { ssn, text } from './index.ts'
import { formOf } from './testing/form-of.ts'
import { withoutSecrets } from './without-secrets.ts'

test.each([
  [
    { ssn: '501-55-0187', name: 'Maya' },
    { ssn: '***-**-0187', name: 'Maya' },
  ],
  [
    { ssn: '501-55', name: '501-55-0187' },
    { ssn: '***-**-****', name: '501-55-0187' },
  ],
  [
    { ssn: '', other: '1' },
    { ssn: '', other: '1' },
  ],
])('%j is seen as %j', (answer, seen) => {
  expect(withoutSecrets(formOf(ssn('ssn', 'Number'), text('name', 'Name')), answer)).toEqual(seen)
})
