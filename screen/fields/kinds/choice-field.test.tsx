// @vitest-environment happy-dom
import { act } from 'react'
import { afterEach, expect, test } from 'vitest'
import { choice, is, text, when } from '../../../engine/index.ts'
import { proves } from '../../../testing/proves.ts'
import { focusQuestion } from '../controls/focus-question.ts'
import { controlFor, drawItems, type drawPage, keyDown, keyUp, leave, press, the, wordsOf } from '../drawn-for-test.tsx'

let drawn: Awaited<ReturnType<typeof drawPage>>
afterEach(() => drawn.remove())

const citizen = choice(
  'citizen',
  'Citizen?',
  [
    ['Y', 'Yes'],
    ['N', 'No'],
  ],
  { as: 'radio', required: true, message: 'Citizenship' },
)
const country = text('country', 'Country')
const items = [citizen, when(is(citizen, 'N'), [country])]
const answer = { citizen: 'N', country: 'Norway' }
const answers = () => drawn.store.current().answer
const changeKinds = () => drawn.changes.map(({ how }) => how)

test('the fieldset has the key, the label and the messages', async () => {
  drawn = await drawItems(items, { problems: true })
  const group = controlFor(citizen)
  expect(group.tagName).toBe('FIELDSET')
  expect(group.getAttribute('role'), proves('2.widgets.9')).toBe('radiogroup')
  expect(wordsOf(the('legend'))).toBe('Citizen?')
  expect(group.getAttribute('aria-invalid')).toBe('true')
  expect(group.hasAttribute('aria-describedby')).toBe(false)
})

test.each([
  ['the first button', '', ['citizen-error', null]],
  ['the chosen one', 'N', [null, 'citizen-error']],
])('%s, where the focus enters, is described by the message', async (_, citizen, expected) => {
  drawn = await drawItems(items, { problems: true, answer: { citizen } })
  await act(async () => drawn.store.refuse([{ key: 'citizen', page: 'about', message: 'Citizenship' }]))
  const buttons = [...document.querySelectorAll('#citizen input')]
  expect(buttons.map((button) => button.getAttribute('aria-describedby'))).toEqual(expected)
  expect(wordsOf(the('[id="citizen-error"]'))).toContain('Citizenship')
})

test('a click commits the answer at once', async () => {
  drawn = await drawItems(items, { answer })
  await press('#citizen-Y')
  expect(answers(), proves('2.widgets.9')).toMatchObject({ citizen: 'Y', country: '' })
  expect(changeKinds()).toEqual(['keystroke', 'commit'])
})

test('arrow keys commit it on leaving the group, and clear nothing before', async () => {
  drawn = await drawItems(items, { answer })
  await keyDown(the('#citizen-N'), 'ArrowUp')
  await press('#citizen-Y') // the browser's own click on the option that the arrow key selects
  await keyUp(the('#citizen-Y'), 'ArrowUp')
  expect(answers()).toMatchObject({ citizen: 'Y', country: 'Norway' })
  expect(document.querySelector('#country')).toBeNull()
  await leave(the('#citizen-Y'), the('#citizen-N'))
  expect(changeKinds()).toEqual(['keystroke'])
  await leave(the('#citizen-Y'))
  expect(answers().country).toBe('')
  expect(changeKinds()).toEqual(['keystroke', 'commit'])
})

test('passing other options with arrow keys and returning clears no dependent answers', async () => {
  drawn = await drawItems(items, { answer })
  for (const [key, next] of [
    ['ArrowUp', 'Y'],
    ['ArrowDown', 'N'],
  ] as const) {
    await keyDown(controlFor(citizen), key)
    await press(`#citizen-${next}`)
    await keyUp(controlFor(citizen), key)
  }
  await leave(the('#citizen-N'))
  expect(answers()).toMatchObject(answer)
})

test.each(['the space bar', 'a click'])('%s commits the option selected with arrow keys', async (how) => {
  drawn = await drawItems(items, { answer })
  await keyDown(the('#citizen-N'), 'ArrowUp')
  await press('#citizen-Y')
  await keyUp(the('#citizen-Y'), 'ArrowUp')
  if (how === 'a click') await press('#citizen-Y')
  else {
    await keyDown(the('#citizen-Y'), ' ')
    await keyUp(the('#citizen-Y'), ' ')
  }
  expect(changeKinds()).toEqual(['keystroke', 'commit'])
  await press('#citizen-N')
  expect(changeKinds()).toEqual(['keystroke', 'commit', 'keystroke', 'commit'])
})

test.each([
  [{}, 'citizen-Y'],
  [{ citizen: 'N' }, 'citizen-N'],
])('a link focuses the chosen radio button, or the first', async (given, id) => {
  drawn = await drawItems(items, { answer: given })
  expect(focusQuestion('citizen')).toBe(true)
  expect(document.activeElement?.id).toBe(id)
  expect(focusQuestion('nowhere')).toBe(false)
})
