import { expect, test } from 'vitest'
import { choice, emptyApplication, form, page, section, ssn, text } from '../../../engine/index.ts'
import { differencesIn } from './differences-in.ts'

const asked = form('1', [
  page('about', 'About', [
    text('first_name', 'First Name'),
    section('citizenship', 'Citizenship', [
      choice('us_citizen', 'Are you a US citizen?', [
        ['Y', 'Yes'],
        ['N', 'No'],
      ]),
      ssn('ssn', 'Social Security number'),
    ]),
  ]),
])

test('answers that differ are read as a person reads them, a secret only by its end', () => {
  const application = { ...emptyApplication, answer: { first_name: 'Maya', us_citizen: 'Y', ssn: '123-45-6789' } }
  const answer = { first_name: 'Maya', us_citizen: 'N', ssn: '987-65-4321' }
  expect(differencesIn(asked, application, answer)).toEqual([
    { key: 'us_citizen', label: 'Are you a US citizen?', under: 'Citizenship', saved: 'Yes', here: 'No' },
    {
      key: 'ssn',
      label: 'Social Security number',
      under: 'Citizenship',
      saved: '***-**-6789',
      here: '***-**-4321',
    },
  ])
})

test('what only one side has is no difference', () => {
  expect(differencesIn(asked, emptyApplication, { first_name: 'Maya' })).toEqual([])
})
