import { expect, test } from 'vitest'
import { exportCalls } from './call-table.ts'

// Written down a second time: the tests that call with each token ask the table itself which rights are needed.
test('each call of other systems needs the rights that were decided', () => {
  expect(Object.fromEntries(Object.entries(exportCalls).map(([name, { rights }]) => [name, rights]))).toEqual({
    changes: ['changes'],
    application: ['changes'],
    document: ['documents'],
    packet: ['changes', 'documents'],
    referenceLists: ['changes'],
    referenceData: ['changes'],
    form: ['changes'],
    acknowledgements: ['acknowledge'],
  })
})
