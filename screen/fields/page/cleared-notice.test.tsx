// @vitest-environment happy-dom
import { act } from 'react'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { choice, is, section, ssn, text, tick, tickGroup, upload, when } from '../../../engine/index.ts'
import { preloadLazyCode } from '../../parts/index.ts'
import { drawItems } from '../drawn-for-test.tsx'

const yesNo = [
  ['Y', 'Yes'],
  ['N', 'No'],
] as const
const abroad = choice('abroad', 'Were you abroad?', yesNo, { as: 'radio' })
const where = text('where', 'Where')
const why = text('why', 'Why', { labels: [{ when: is(where, 'Home'), label: 'Why home' }] })
const moved = choice('moved', 'Did you move there?', yesNo, { as: 'radio' })
const since = text('since', 'Since when')
const paper = upload('paper', 'Visa')
const number = ssn('number', 'Foreign Number')
const one = tick('one', 'One')
const other = tick('other', 'Other')
const none = tick('none', 'None')
const items = [
  section('all', 'All', [
    abroad,
    when(is(abroad, 'Y'), [where, why, moved, when(is(moved, 'Y'), [since]), paper, number]),
    tickGroup('Which', [one, other], { none }),
  ]),
] as const

beforeAll(preloadLazyCode)
let drawn: Awaited<ReturnType<typeof drawItems>>
afterEach(() => drawn.remove())

async function open(answer: Record<string, string>) {
  drawn = await drawItems(items, { answer })
}
const change = (key: string, value: string) =>
  act(async () => {
    drawn.store.write(key, value)
    drawn.store.commit(key)
  })
const words = (element: Element | null | undefined) => (element?.textContent ?? '').replace(/\s+/g, ' ')
const buttons = () => [...document.querySelectorAll('button')].filter((each) => words(each).startsWith('Bring back'))
const said = () =>
  [...document.querySelectorAll('[aria-live=polite]')].map(words).filter((each) => each.startsWith('Your change'))
const text_ = () => words(document.body)
const press = () => act(async () => buttons().at(-1)?.click())
const answers = () =>
  Object.fromEntries(Object.entries(drawn.store.current().answer).filter(([, value]) => value !== ''))

const full = { abroad: 'Y', where: 'Oslo', why: 'Work', moved: 'Y', since: '2020' }

describe('a change that clears others', () => {
  test('says so below its question, is read aloud once and takes no focus', async () => {
    await open(full)
    const radio = document.querySelector<HTMLInputElement>('#abroad-N')
    radio?.focus()
    await act(async () => radio?.click())
    expect(text_()).toContain('Your change cleared 4 answers: “Where”, “Why”, “Did you move there?”, and “Since when”.')
    expect(document.activeElement).toBe(radio)
    expect(said()).toEqual([])
    await act(async () => new Promise((resolve) => setTimeout(resolve, 200)))
    expect(said()).toHaveLength(1)
    const notice = buttons()[0]?.closest('section') ?? document.body
    expect(words(notice).indexOf('Your change cleared')).toBeGreaterThan(words(notice).indexOf('Were you abroad?'))
  })

  test('names each question as it was called', async () => {
    await open({ abroad: 'Y', where: 'Home', why: 'Work' })
    await change('abroad', 'N')
    expect(text_()).toContain('Your change cleared 2 answers: “Where” and “Why home”.')
  })

  test('is undone by ordinary writings, the changed answer first', async () => {
    await open(full)
    await change('abroad', 'N')
    drawn.changes.length = 0
    await press()
    expect(answers()).toEqual(full)
    expect(drawn.changes.filter(({ how }) => how === 'commit').map(({ keys }) => keys)).toEqual([
      ['abroad'],
      ['where'],
      ['why'],
      ['moved'],
      ['since'],
    ])
    expect(buttons()).toEqual([])
    expect(document.activeElement?.id).toBe('abroad-Y')
    expect(text_()).toContain('Your answers are back.')
  })

  test('keeps what was typed anew', async () => {
    await open(full)
    await change('abroad', 'N')
    await change('abroad', 'Y')
    await change('where', 'Bergen')
    await press()
    expect(answers()).toEqual({ ...full, where: 'Bergen' })
  })

  test('one change after the other is undone, the last one first', async () => {
    await open(full)
    await change('moved', 'N')
    await change('abroad', 'N')
    expect(text_()).toContain('Your change cleared 3 answers: “Where”, “Why”, and “Did you move there?”.')
    await press()
    expect(answers()).toEqual({ ...full, moved: 'N', since: undefined })
    await press()
    expect(answers()).toEqual(full)
  })

  test('what was answered in between is offered again when undoing hides it', async () => {
    await open({ ...full, abroad: 'N', where: '', why: '', moved: '', since: '' })
    await change('abroad', 'Y')
    await change('where', 'Oslo')
    await change('abroad', 'N')
    await press()
    expect(answers()).toEqual({ abroad: 'Y', where: 'Oslo' })
  })
})

test('documents and a masked number are not promised', async () => {
  await open({ ...full, paper: 'ANSWERED', number: '***-**-6789' })
  await change('abroad', 'N')
  expect(text_()).toContain('Documents don’t come back: please attach them again.')
  expect(text_()).toContain('Please enter your Foreign Number again.')
  await press()
  expect(answers()).toEqual(full)
})

test('a number that was typed in this page comes back whole', async () => {
  await open({ abroad: 'Y', number: '501-55-0187' })
  await change('abroad', 'N')
  expect(text_()).not.toMatch(/501-?55/)
  await press()
  expect(answers()).toEqual({ abroad: 'Y', number: '501-55-0187' })
})

test('if only a document went, there is nothing to press', async () => {
  await open({ abroad: 'Y', paper: 'ANSWERED' })
  await change('abroad', 'N')
  expect(text_()).toContain('Your change cleared this answer: “Visa”.')
  expect(buttons()).toEqual([])
})

test('an item that replaces "none" is no news, "none" that replaces items is', async () => {
  await open({ none: 'true' })
  await change('one', 'true')
  await change('other', 'true')
  expect(text_()).not.toContain('Your change')
  await change('none', 'true')
  expect(text_()).toContain('Your change cleared 2 answers: “One” and “Other”.')
  await press()
  expect(answers()).toEqual({ one: 'true', other: 'true' })
})

test('nothing is said when nothing was lost, or after another person came', async () => {
  await open({ abroad: 'Y' })
  await change('abroad', 'N')
  expect(text_()).not.toContain('Your change')
  await act(async () => drawn.store.replace({ ...drawn.store.current(), answer: full }))
  await change('abroad', 'N')
  await act(async () => drawn.store.replace({ ...drawn.store.current(), answer: {} }))
  expect(text_()).not.toContain('Your change')
})
