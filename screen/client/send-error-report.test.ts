import { expect, test } from 'vitest'
import { CallError } from './call-error.ts'
import { worded } from './send-error-report.ts'

test.each([
  [
    new SyntaxError('Unexpected token \'M\', "Maya 123-45-6789" is not valid JSON'),
    'SyntaxError: Unexpected token \'M\', "…" is not valid JSON',
  ],
  [new Error('Invalid value 1234567'), 'Error: Invalid value #'],
  [new CallError('busy', 503, 'Many people are here.'), 'CallError busy 503: Many people are here.'],
  ['an answer', 'Not an error but string'],
])('a report of %s contains no answer', (error, expected) => {
  expect(worded(error).split('\n')[0]).toBe(expected)
})

test('a report is never longer than the server accepts', () => {
  expect(worded(new Error('x'.repeat(5000))).length).toBeLessThanOrEqual(2000)
})
