import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Child } from './create-child.ts'
import { wasmOffice } from './office.ts'

type Answer = Awaited<ReturnType<Child['ask']>>

/** Processes that are ready at once and record what they receive. */
function children(answers: Answer[] = []) {
  const all: { readonly saw: string[]; alive: boolean }[] = []
  const begin = (): Child => {
    const own = { saw: [] as string[], alive: true }
    all.push(own)
    return {
      isAlive: () => own.alive,
      kill: () => {
        own.alive = false
      },
      ask: async (_, work) => {
        if (work === undefined) return { reply: 'ready' }
        own.saw.push(Buffer.from(work instanceof Uint8Array ? work : []).toString())
        return answers.shift() ?? { reply: { pdf: Buffer.from('pdf') } }
      },
    }
  }
  return { all, begin, alive: () => all.filter(({ alive }) => alive).length }
}

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test('each document has its own process, and a spare starts after the first and ends 15 minutes after the last', async () => {
  const { all, begin, alive } = children()
  const office = wasmOffice(begin)
  expect(all).toHaveLength(0)
  for (const text of ['first', 'second', 'third']) await office.convert(Buffer.from(text))
  expect(all.map(({ saw }) => saw)).toEqual([['first'], ['second'], ['third'], []])
  expect(alive()).toBe(1) // the spare
  await vi.advanceTimersByTimeAsync(15 * 60_000 - 1)
  expect(alive()).toBe(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(alive()).toBe(0)
  await office.convert(Buffer.from('later'))
  expect([all.length, alive()]).toEqual([6, 1])
})

test('two documents at once have two processes', async () => {
  const { all, begin, alive } = children()
  const office = wasmOffice(begin)
  await Promise.all(['one', 'other'].map((text) => office.convert(Buffer.from(text))))
  expect(all.map(({ saw }) => saw).filter(({ length }) => length > 0)).toEqual([['one'], ['other']])
  expect(alive()).toBe(1)
})

test('a spare that has ended does not fail the next document, and closing leaves no process', async () => {
  const { all, begin, alive } = children([{ crashed: 'It ended with SIGSEGV.' }])
  const office = wasmOffice(begin)
  expect(await office.convert(Buffer.from('evil'))).toEqual({ crashed: 'It ended with SIGSEGV.' })
  const [, spare] = all
  if (spare) spare.alive = false
  expect(await office.convert(Buffer.from('good'))).toHaveProperty('pdf')
  expect(spare?.saw).toEqual([])
  office.close()
  expect(alive()).toBe(0)
})
