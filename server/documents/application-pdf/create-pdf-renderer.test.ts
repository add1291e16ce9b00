import { afterEach, beforeEach, expect, test } from 'vitest'
import { createThread } from './create-pdf-renderer.ts'

const DEADLINE = 1500 // ms; a busy machine takes most of a second to start a thread
const open = () => createThread<string, string>(new URL('./testing/odd-worker.ts', import.meta.url), DEADLINE)
let thread = open()
beforeEach(() => {
  thread = open()
})
afterEach(() => thread.close())

test('results come in the order of the work', async () => {
  expect(await Promise.all(['one', 'two', 'three'].map(thread.run))).toEqual(['one one', 'two two', 'three three'])
})

test.each([
  ['throw', 'Thrown.'],
  ['leave', 'The thread ended with code 3.'],
  ['hang', `The thread was not ready within ${DEADLINE} ms of processor time.`],
])('after "%s" the caller gets an error, and the next work gets a new thread', async (work, message) => {
  const [failed, next] = await Promise.allSettled([thread.run(work), thread.run('next')])
  expect(failed).toMatchObject({ reason: { message } })
  expect(next).toMatchObject({ value: 'next next' })
  expect(await thread.run('last')).toBe('last last')
})

test('work that gets no processor time is waited for', async () => {
  expect(await thread.run('sleep')).toBe('sleep sleep')
})

test('closing rejects unfinished and later work', async () => {
  const unfinished = Promise.allSettled([thread.run('hang'), thread.run('behind')])
  await thread.close()
  const closed = { reason: { message: 'The thread is closed.' } }
  expect(await unfinished).toMatchObject([closed, closed])
  await expect(thread.run('late')).rejects.toThrow('The thread is closed.')
})
