import { expect, test } from 'vitest'
import { answerInWords } from './answer-in-words.ts'
import { choice, date, form, page, ssn, text, tick, upload } from './index.ts'

const asked = form('1', [
  page('one', 'One', [
    text('city', 'City', { required: false }),
    tick('agreed', 'I agree', { required: false }),
    date('born', 'Born', { required: false }),
    upload('visa', 'Visa', { required: false }),
    choice('state', 'State', [['MT', 'Montana']], { required: false }),
    choice('state', 'Province', [['AB', 'Alberta']], { required: false }),
    ssn('number', 'Number', { required: false }),
  ]),
])

test.each([
  ['city', 'Butte', 'Butte'],
  ['city', '', 'Not answered'],
  ['agreed', 'true', 'Checked'],
  ['agreed', '', 'Not checked'],
  ['born', '2001-02-03', 'February 3, 2001'],
  ['born', 'soon', 'soon'],
  ['visa', 'ANSWERED', 'Document attached'],
  ['visa', '', 'Not answered'],
  ['state', 'MT', 'Montana'],
  ['state', 'AB', 'Alberta'],
  ['state', 'XX', 'XX'],
  ['no_longer_asked', 'x', 'x'],
])('%s: "%s" reads as %s', (key, value, words) => {
  expect(answerInWords(asked, key, value)).toBe(words)
})

test('a secret answer is never whole', () => {
  expect(answerInWords(asked, 'number', '501-55-0187')).not.toMatch(/501|55/)
})
