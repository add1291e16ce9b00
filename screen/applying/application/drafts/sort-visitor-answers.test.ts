import { expect, test } from 'vitest'
import {
  type AnswerMap,
  address,
  choice,
  emptyApplication,
  form,
  is,
  page,
  text,
  tick,
  tickGroup,
  when,
} from '../../../../engine/index.ts'
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
    address('Home', [text('street', 'Street'), text('unit', 'Unit'), text('city', 'City')]),
    tickGroup('Crimes', [tick('arson', 'Arson'), tick('dui', 'Driving')], { none: tick('none', 'None') }),
  ]),
])

test.each<[string, AnswerMap, AnswerMap, { fills: AnswerMap; asks: AnswerMap }]>([
  ['nothing saved', {}, { first_name: 'Maya' }, { fills: { first_name: 'Maya' }, asks: {} }],
  ['the same saved', { first_name: 'Maya' }, { first_name: 'Maya' }, { fills: {}, asks: {} }],
  ['another saved', { first_name: 'Ana' }, { first_name: 'Maya' }, { fills: {}, asks: { first_name: 'Maya' } }],
  ['emptied', { first_name: ' ' }, { first_name: 'Maya' }, { fills: { first_name: 'Maya' }, asks: {} }],
  ['blank in the draft', { first_name: 'Ana' }, { first_name: ' ' }, { fills: {}, asks: {} }],
  ['a key that nobody asks', {}, { nonsense: 'x' }, { fills: {}, asks: {} }],
  [
    'hidden by what is saved: it waits with the answer that would show it',
    { us_citizen: 'Y' },
    { us_citizen: 'N', citizenship: 'CAN' },
    { fills: {}, asks: { us_citizen: 'N', citizenship: 'CAN' } },
  ],
  ['hidden, and nothing differs', { us_citizen: 'Y' }, { citizenship: 'CAN' }, { fills: {}, asks: {} }],
  [
    'part of an address that differs: all of it waits, its empty lines too',
    { street: '1 Main', unit: '3B', first_name: 'Maya' },
    { street: '2 Elm', city: 'Helena', first_name: 'Maya' },
    { fills: {}, asks: { street: '2 Elm', unit: '', city: 'Helena' } },
  ],
  [
    'part of an address, and nothing differs',
    { city: 'Butte' },
    { street: '2 Elm', city: 'Butte' },
    { fills: { street: '2 Elm' }, asks: {} },
  ],
  [
    'a tick that what is saved excludes',
    { none: 'true' },
    { arson: 'true' },
    { fills: {}, asks: { arson: 'true', none: '' } },
  ],
  ['a tick beside a saved one', { dui: 'true' }, { arson: 'true' }, { fills: { arson: 'true' }, asks: {} }],
])('%s', (_, answer, visitorDraft, expected) => {
  expect(sortVisitorAnswers(asked, { ...emptyApplication, answer }, visitorDraft)).toEqual(expected)
})
