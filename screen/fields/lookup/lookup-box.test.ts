import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { proves } from '../../../testing/proves.ts'
import type { Suggestion } from './look-up.ts'
import { createSuggester } from './lookup-box.tsx'

const found = (text: string): Suggestion => ({ text, id: text, sub_text: '' })
type Search = { readonly text: string; readonly answer: (...texts: string[]) => void }
let searches: Search[] = []
const onChange = vi.fn()
const made = () =>
  createSuggester((text) => {
    const { promise, resolve } = Promise.withResolvers<readonly Suggestion[]>()
    searches.push({ text, answer: (...texts) => resolve(texts.map(found)) })
    return promise
  }, onChange)
const searched = () => searches.map(({ text }) => text)
const shown = () => onChange.mock.lastCall?.[0].found.map(({ text }: Suggestion) => text)
const pass = (time: number) => vi.advanceTimersByTimeAsync(time)

beforeEach(() => {
  vi.useFakeTimers()
  searches = []
  onChange.mockClear()
})
afterEach(() => vi.useRealTimers())

describe('a search', () => {
  test('waits 200 ms for the next letter', async () => {
    const { type } = made()
    type('mo')
    await pass(199)
    type('mon')
    await pass(199)
    expect(searched()).toEqual([])
    await pass(1)
    expect(searched(), proves('7.lookup.3', '9.lookup.2')).toEqual(['mon'])
  })

  test('waits 500 ms at most, however fast the typing', async () => {
    const { type } = made()
    for (let letter = 0; letter < 11; letter += 1) {
      type('montana state'.slice(0, letter + 2))
      await pass(100)
    }
    expect(searched(), proves('7.lookup.3', '9.lookup.2')).toEqual(['montan', 'montana sta'])
  })

  test('is not made for one letter, nor after typing has ended', async () => {
    const { type } = made()
    type('m')
    await pass(1_000)
    type('mon')
    type(undefined)
    await pass(1_000)
    expect(searched()).toEqual([])
  })
})

describe('an answer', () => {
  test('that arrives late is dropped, because only the newest search counts', async () => {
    const { type } = made()
    type('first')
    await pass(200)
    type('second')
    await pass(200)
    searches[1]?.answer('Second')
    await pass(0)
    searches[0]?.answer('First')
    await pass(0)
    expect(shown()).toEqual(['Second'])
  })

  test('to a search from before typing ended is dropped', async () => {
    const { type } = made()
    type('first')
    await pass(200)
    type(undefined)
    searches[0]?.answer('First')
    await pass(0)
    expect(shown()).toEqual([])
  })

  test('stays until the next one arrives', async () => {
    const { type } = made()
    type('first')
    await pass(200)
    searches[0]?.answer('First')
    await pass(0)
    expect(onChange).toHaveBeenLastCalledWith({ found: [found('First')], loading: false, replied: true })
    type('first and')
    expect(onChange).toHaveBeenLastCalledWith({ found: [found('First')], loading: true, replied: true })
  })

  test.each([
    ['none', []],
    ['some', ['Slow']],
  ])('that arrives after 20 s counts: %s', async (_, names) => {
    const { type } = made()
    type('slow')
    await pass(20_200)
    expect(onChange).toHaveBeenLastCalledWith({ found: [], loading: true, replied: false })
    searches[0]?.answer(...names)
    await pass(0)
    expect(onChange).toHaveBeenLastCalledWith({ found: names.map(found), loading: false, replied: true })
  })
})
