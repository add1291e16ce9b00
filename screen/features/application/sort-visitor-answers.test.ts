import { expect, test } from 'vitest'
import { type AnswerMap, choice, emptyApplication, form, is, page, text, when } from '../../../engine/index.ts'
import { sortVisitorAnswers } from './sort-visitor-answers.ts'

const citizen = choice('us_citizen', 'US citizen', [
  ['Y', 'Yes'],
  ['N', 'No'],
])
const asked = form('1', [
  page('about', 'About', [
    text('first_name', 'First Name'),
    citizen,
    when(is(citizen, 'N'), [text('citizenship', 'Citizenship')]),
  ]),
])

test.each<[string, AnswerMap, AnswerMap, { fills: AnswerMap; asks: AnswerMap }]>([
  ['nothing saved', {}, { first_name: 'Maya' }, { fills: { first_name: 'Maya' }, asks: {} }],
  ['the same saved', { first_name: 'Maya' }, { first_name: 'Maya' }, { fills: {}, asks: {} }],
  ['another saved', { first_name: 'Ana' }, { first_name: 'Maya' }, { fills: {}, asks: { first_name: 'Maya' } }],
  ['emptied', { first_name: ' ' }, { first_name: 'Maya' }, { fills: { first_name: 'Maya' }, asks: {} }],
  ['blank brought', { first_name: 'Ana' }, { first_name: ' ' }, { fills: {}, asks: {} }],
  ['a key that nobody asks', {}, { nonsense: 'x' }, { fills: {}, asks: {} }],
  [
    'hidden by what is saved: it waits with the answer that would show it',
    { us_citizen: 'Y' },
    { us_citizen: 'N', citizenship: 'CAN' },
    { fills: {}, asks: { us_citizen: 'N', citizenship: 'CAN' } },
  ],
  ['hidden, and nothing differs', { us_citizen: 'Y' }, { citizenship: 'CAN' }, { fills: {}, asks: {} }],
])('%s', (_, answer, visitorDraft, expected) => {
  expect(sortVisitorAnswers(asked, { ...emptyApplication, answer }, visitorDraft)).toEqual(expected)
})
