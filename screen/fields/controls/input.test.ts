// @vitest-environment happy-dom
import { describe, expect, test } from 'vitest'
import { maskedPhone, maskedSsn } from '../../../engine/index.ts'
import { proves } from '../../../testing/proves.ts'
import { maskTyped } from './input.tsx'

/** `|` is the caret. */
function masked(typed: string, mask = maskedPhone, inputType = 'insertText') {
  const input = document.createElement('input')
  input.value = typed.replace('|', '')
  input.setSelectionRange(typed.indexOf('|'), typed.indexOf('|'))
  expect(maskTyped(input, mask, inputType)).toBe(input.value)
  const caret = input.selectionStart ?? 0
  return `${input.value.slice(0, caret)}|${input.value.slice(caret)}`
}

describe('a phone number', () => {
  test.each([
    ['4|', '(4|'],
    ['(406|', '(406|'],
    ['(4065|', '(406) 5|'],
    ['(406) 5550|', '(406) 555-0|'],
    ['(406) 59|5-5014', '(406) 59|5-5014'],
    ['(4069|) 555-014', '(406) 9|55-5014'],
    ['a|', '|'],
    // pasted
    ['406-555-0142|', '(406) 555-0142|'],
    ['+1 (406) 555.0142|', '(406) 555-0142|'],
    ['14065550142|', '(406) 555-0142|'],
    ['+44 20 7946 0958|', '442079460958|'],
  ])('typed or pasted %s', (typed, expected) => {
    expect(masked(typed), proves('5.application.35')).toBe(expected)
  })

  test('a caret in the middle is not moved by a dropped country code', () => {
    expect(masked('1(406) 55|5-0142')).toBe('(406) 55|5-0142')
  })

  test('deleting backward skips punctuation', () => {
    expect(masked('(406)|555-0142', maskedPhone, 'deleteContentBackward')).toBe('(406|) 555-0142')
    expect(masked('(40|) 555-0142', maskedPhone, 'deleteContentBackward')).toBe('(40|5) 550-142')
    expect(masked('(|', maskedPhone, 'deleteContentBackward')).toBe('|')
  })

  test('deleting forward skips it too', () => {
    expect(masked('(406| 555-0142', maskedPhone, 'deleteContentForward')).toBe('(406) |555-0142')
    expect(masked('(406) |55-0142', maskedPhone, 'deleteContentForward')).toBe('(406) |550-142')
  })
})

test('a Social Security number is formatted as 3-2-4', () => {
  expect(masked('5015|', maskedSsn), proves('4.ssn.1')).toBe('501-5|')
  expect(masked('501 55 0187|', maskedSsn)).toBe('501-55-0187|')
})
