import { expect, test } from 'vitest'
import { confinement } from './confinement.ts'
import { openChild } from './open-child.ts'

const file = new URL('./fixtures/misbehaving-child.ts', import.meta.url)
const MEMORY = 300 * 1024 ** 2

async function asked(what: string, patience = 30_000) {
  const child = openChild(file, MEMORY)
  const answer = await child.ask(patience, Buffer.from(what))
  const alive = child.isAlive()
  child.kill()
  return { answer, alive }
}

test.each([
  ['hang', 3_000, 'It was not ready within 3000 ms.'],
  ['exit', 30_000, 'It ended with code 3.'],
  ['eat', 30_000, process.platform === 'linux' ? 'It took more than 300 MB.' : 'It was not ready within 30000 ms.'],
])('a converter that does %s is ended, and that is an answer', async (what, patience, crashed) => {
  expect(await asked(what, patience)).toEqual({ answer: { crashed }, alive: false })
})
test.each(['read', 'write', 'start'])('it may not %s', async (what) => {
  expect((await asked(what)).answer).toEqual({ reply: { refused: 'ERR_ACCESS_DENIED' } })
})
test('it knows no setting', async () => {
  expect((await asked('environment')).answer).toEqual({ reply: { did: [] } })
})
test.skipIf(!confinement().includes('unshare'))(
  'it reaches no network where the host allows that to be taken away',
  async () => {
    expect((await asked('network')).answer).toEqual({ reply: { did: 'ENETUNREACH' } })
  },
)
