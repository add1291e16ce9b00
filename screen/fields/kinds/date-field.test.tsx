// @vitest-environment happy-dom

import { act } from 'react'
import { afterEach, describe, expect, test } from 'vitest'
import { date } from '../../../engine/index.ts'
import { proves } from '../../../testing/proves.ts'
import { focusQuestion } from '../controls/focus-question.ts'
import { drawItems, type drawPage, leave, the, type, wordsOf } from '../drawn-for-test.tsx'
import { typedParts, wholeDate } from './date-field.tsx'

describe('date field', () => {
  let drawn: Awaited<ReturnType<typeof drawPage>>
  afterEach(() => drawn.remove())

  const born = date('born', 'Born', {
    required: true,
    help: 'For example, 4 19 2005.',
    invalid: 'This date is not supported.',
    autocomplete: 'bday',
  })
  const stored = () => drawn.store.current().answer.born
  const boxes = () => [...document.querySelectorAll('input')].map(({ value }) => value)
  const descriptions = () => [...document.querySelectorAll('input')].map((box) => box.getAttribute('aria-describedby'))
  const error = () => document.querySelector('[id="born-error"]')

  test('there are three boxes under one legend, and the first has the key as its id', async () => {
    drawn = await drawItems([born], { answer: { born: '2005-04-09' } })
    expect(boxes(), proves('2.widgets.6')).toEqual(['4', '9', '2005'])
    expect(wordsOf(the('legend'))).toBe('Born')
    expect(descriptions()).toEqual(['born-help', null, null])
    expect(the('fieldset').hasAttribute('aria-describedby')).toBe(false) // some screen readers would say it twice
    expect([...document.querySelectorAll('label')].map((label) => [label.htmlFor, label.textContent])).toEqual([
      ['born', 'Month'],
      ['born-day', 'Day'],
      ['born-year', 'Year'],
    ])
    expect([...document.querySelectorAll('input')].map((input) => input.getAttribute('autocomplete'))).toEqual([
      'bday-month',
      'bday-day',
      'bday-year',
    ])
    await act(async () => {
      focusQuestion('born')
    })
    expect(document.activeElement?.id).toBe('born')
  })

  test('is stored once it is a valid date, and its boxes keep the typed text until they are left', async () => {
    drawn = await drawItems([born])
    await type(the('#born'), '04')
    await type(the('#born-day'), '9')
    expect(stored() ?? '').toBe('')
    await type(the('#born-year'), '2005')
    expect(stored()).toBe('2005-04-09')
    expect(boxes()).toEqual(['04', '9', '2005'])
    await leave(the('#born-year'), the('#born'))
    expect(drawn.changes.map(({ how }) => how)).not.toContain('commit')
    await leave(the('#born-year'))
    expect(boxes()).toEqual(['4', '9', '2005'])
    expect(drawn.changes.at(-1)).toEqual({ keys: ['born'], how: 'commit' })
  })

  test('an invalid date clears the stored one and stays in the boxes with its message', async () => {
    drawn = await drawItems([born], { answer: { born: '2005-02-09' } })
    await type(the('#born-day'), '30')
    expect(stored(), proves('5.application.40', '5.application.41')).toBe('')
    expect(error()).toBeNull()
    await leave(the('#born-day'))
    expect(boxes()).toEqual(['2', '30', '2005'])
    expect(error()?.textContent).toBe('This date is not supported.')
    expect(the('#born-day').getAttribute('aria-invalid')).toBe('true')
    expect(descriptions()).toEqual(['born-help born-error', 'born-error', 'born-error'])
    await act(async () => the('#born-day').focus())
    expect(error()?.textContent, 'whoever comes back still reads it').toBe('This date is not supported.')
    await type(the('#born-day'), '3')
    expect(error()).toBeNull()
    await type(the('#born-day'), '30')
    await leave(the('#born-day'))
    expect(error()?.textContent).toBe('This date is not supported.')
    await drawn.remove() // gone to another page and back
    expect(drawn.store.recall(typedParts, 'born')).toEqual(['2', '30', '2005'])
  })

  test('the message of an unfinished date names what is missing', async () => {
    drawn = await drawItems([born])
    await type(the('#born'), '4')
    await type(the('#born-year'), '05')
    await leave(the('#born-year'))
    expect(error()?.textContent).toBe('Enter a month, a day and a four-digit year, like 4 19 2007.')
    await type(the('#born'), '')
    await type(the('#born-year'), '')
    await leave(the('#born-year'))
    expect(error()).toBeNull()
  })

  test('an empty date is missing like any other answer', async () => {
    drawn = await drawItems([born], { problems: true })
    expect(error()?.textContent).toBe('Missing: Born')
  })

  test('a whole date may be pasted into any box', async () => {
    drawn = await drawItems([born])
    await act(async () => {
      const paste = new Event('paste', { bubbles: true, cancelable: true })
      Object.assign(paste, { clipboardData: { getData: () => 'April 19, 2005' } })
      the('#born-year').dispatchEvent(paste)
      expect(paste.defaultPrevented).toBe(true)
    })
    expect(boxes()).toEqual(['4', '19', '2005'])
    expect(stored()).toBe('2005-04-19')
  })
})

describe('whole date', () => {
  test.each([
    ['4/19/2005', ['4', '19', '2005']],
    ['04-19-2005', ['4', '19', '2005']],
    [' 4.19.2005 ', ['4', '19', '2005']],
    ['2005-04-19', ['4', '19', '2005']],
    ['April 19, 2005', ['4', '19', '2005']],
    ['apr 19 2005', ['4', '19', '2005']],
    ['19 April 2005', ['4', '19', '2005']],
    ['2/30/2005', undefined],
    ['Ma 1 2005', undefined],
    ['4/19', undefined],
    ['4/19/05', undefined],
    ['19', undefined],
    ['', undefined],
  ])('%j', (text, parts) => {
    expect(wholeDate(text)).toEqual(parts)
  })
})
