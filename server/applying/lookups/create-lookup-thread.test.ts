import { expect, test } from 'vitest'
import { createLookupThread } from './create-lookup-thread.ts'

const open = (file = new URL('./testing/odd-lookup-worker.ts', import.meta.url), deadline = 500) =>
  createLookupThread({ contents: [], near: '' }, { file, deadline, hangsAfter: 20 * deadline })
const asking = (text: string) => ({ text, category: 'college_ceeb' as const, most: 5 })
const found = (text: string) => ({ answer: [{ text, id: '', sub_text: '' }] })

test('each question gets its own answer', async () => {
  const thread = await open()
  expect(await Promise.all(['one', 'two', 'three'].map((text) => thread.ask(asking(text))))).toEqual(
    ['one', 'two', 'three'].map(found),
  )
  await thread.close()
})

test.each(['hang', 'throw'])(
  'a thread that %ss is ended, and waiting callers get no answer within the deadline',
  async (text) => {
    const thread = await open(undefined, 200)
    const start = performance.now()
    expect(await Promise.all([thread.ask(asking(text)), thread.ask(asking('behind'))])).toEqual([undefined, undefined])
    expect(performance.now() - start).toBeLessThan(3_000)
    await thread.ended
  },
)

test('a thread that only waits for a turn is not ended: what is asked later has its answer', async () => {
  const thread = await open()
  expect(await thread.ask(asking('slow'))).toBeUndefined()
  await expect.poll(() => thread.ask(asking('next')), { timeout: 20_000 }).toEqual(found('next'))
  await thread.close()
})

test('questions beyond what can be answered in time are refused', async () => {
  const thread = await open()
  const asked = await Promise.all(Array.from({ length: 600 }, () => thread.ask(asking('one'))))
  expect(asked.filter((each) => each === undefined)).toHaveLength(100)
  await thread.close()
})

test('a thread that cannot start is an error', async () => {
  await expect(open(new URL('./testing/none.ts', import.meta.url))).rejects.toThrow('ended before it was ready')
})
