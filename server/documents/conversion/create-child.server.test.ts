import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { confinement, createChild, type Limits } from './create-child.ts'

const file = new URL('./fixtures/misbehaving-child.ts', import.meta.url)
const MEMORY = 300 * 1024 ** 2
const patient: Limits = { processor: 60_000, idle: 60_000, elapsed: 120_000 }

async function asked(what: string, limits: Partial<Limits> = {}) {
  const child = createChild(file, MEMORY)
  const answer = await child.ask({ ...patient, ...limits }, Buffer.from(what))
  const alive = child.isAlive()
  child.kill()
  return { answer, alive }
}

test('a converter that ends by itself is a crash, but not one that is stopped with its server', async () => {
  expect(await asked('exit')).toEqual({ answer: { crashed: 'It ended with code 3.' }, alive: false })
  for (const signal of ['SIGTERM', 'SIGINT'])
    expect(await asked(signal)).toEqual({ answer: { interrupted: expect.any(String) }, alive: false })
})

describe.runIf(process.platform === 'linux')('its use of resources is measured', () => {
  test.each([
    ['hang', { processor: 2_000 }, { exhausted: 'It took more than 2000 ms of processor time.' }],
    ['sleep', { idle: 2_000 }, { late: 'It did nothing for 2000 ms.' }],
    ['eat', {}, { exhausted: 'It took more than 300 MB.' }],
    ['hang', { elapsed: 2_000 }, { late: expect.stringMatching(/^It was not ready within 2000 ms/) }],
  ])('a converter that does %s is killed within %j, with a result', async (what, limits, answer) => {
    expect(await asked(what, limits)).toEqual({ answer, alive: false })
  })

  test('waiting does not count as processor time', async () => {
    const { answer } = await asked('nap', { processor: 2_500 })
    expect(answer).toEqual({ reply: { did: 'slept 4 s' } })
  })
})

test.each(['read', 'write', 'start'])('it may not %s', async (what) => {
  expect((await asked(what)).answer).toEqual({ reply: { refused: 'ERR_ACCESS_DENIED' } })
})
test('it gets no settings', async () => {
  expect((await asked('environment')).answer).toEqual({ reply: { did: [] } })
})

describe('of a server that listens', () => {
  let folder = ''
  const servers: Server[] = []
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'causeway-test-'))
    for (const place of [{ port: 0, host: '127.0.0.1' }, { path: join(folder, 'control.sock') }]) {
      const server = createServer((socket) => socket.end())
      await once(server.listen(place), 'listening')
      servers.push(server)
    }
  })
  afterAll(async () => {
    for (const server of servers) server.close()
    await rm(folder, { recursive: true })
  })

  const placeOf = (index: number) => {
    const address = servers[index]?.address()
    return typeof address === 'string' ? address : String(address?.port)
  }
  test.runIf(confinement() !== 'none')('it reaches no port if the host supports network isolation', async () => {
    const { answer } = await asked(`connect ${placeOf(0)}`)
    expect(answer).toEqual({ reply: { did: expect.stringMatching(/^E(NETUNREACH|CONNREFUSED)$/) } })
  })
  test.runIf(confinement() === 'files')('it reaches no socket in a folder if bubblewrap works', async () => {
    const { answer } = await asked(`connect ${placeOf(1)}`)
    expect(answer).toEqual({ reply: { did: 'ENOENT' } })
  })
})
if (confinement() !== 'files') console.log('Confinement in files and sockets skipped: bubblewrap does not work here.')
