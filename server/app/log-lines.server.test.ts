import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, inject, test, vi } from 'vitest'
import { freePort, keyForTests, PATIENCE, startPostgres, startProgram } from '../testing/index.ts'

const postgres = inject('postgres')

describe.skipIf('skipped' in postgres)('standard output', { timeout: 240_000 }, () => {
  test('is one JSON object for each line through start, traffic, faults and stop', async () => {
    const database = await startPostgres()
    if ('skipped' in database) throw new Error(database.skipped)
    const DATA_DIR = await mkdtemp(join(tmpdir(), 'causeway-log-'))
    const PORT = String(await freePort())
    const shared = { DATA_DIR, DATABASE_URL: database.url, SECRET_KEY: keyForTests, LOG_LEVEL: 'debug' }
    const server = await startProgram('main.ts', { ...shared, PORT, TRUST_PROXY: '1', JOBS: 'off' })
    const worker = await startProgram('worker.ts', { ...shared, LOG_LEVEL: 'warn' })
    try {
      const address = `http://127.0.0.1:${PORT}`
      const ask = (path: string, id: string, body?: string) =>
        fetch(address + path, {
          ...(body === undefined ? {} : { method: 'POST', body }),
          headers: { 'x-request-id': id, 'content-type': 'application/json' },
        })
      const login = JSON.stringify({ username: 'ada@mail.example', password: 'Wrong-password-1' })
      expect((await ask('/about', 'page-1')).headers.get('x-request-id')).toBe('page-1')
      await ask('/public/login', 'login-1', login)
      await ask('/public/login', 'broken-1', '{"username')
      await noise(Number(PORT), 'not HTTP at all\r\n\r\n')
      await database.pause()
      expect((await ask('/public/login', 'away-1', login)).status).toBe(503)
      await vi.waitUntil(() => worker.output().includes('The job queue failed.'), PATIENCE)
      await database.resume()
      await vi.waitUntil(async () => (await ask('/readyz', 'back-1')).status === 200, PATIENCE)
    } finally {
      expect(await server.stop()).toBe(0)
      expect(await worker.stop()).toBe(0)
      await database.stop()
      await rm(DATA_DIR, { recursive: true })
    }

    for (const [kind, { output }] of Object.entries({ server, worker })) {
      const lines = output().split('\n')
      expect(lines.pop()).toBe('')
      const parsed = lines.map((line) => JSON.parse(line))
      expect(parsed.length).toBeGreaterThan(1)
      for (const line of parsed) {
        expect(line).toMatchObject({
          level: expect.any(Number),
          time: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
          host: expect.any(String),
          process: kind,
          pid: expect.any(Number),
          msg: expect.any(String),
        })
      }
      expect(parsed.some(({ msg }) => msg === 'Started.')).toBe(true)
      expect(parsed.find(({ msg }) => msg === 'Told to stop.')).toMatchObject({ signal: 'SIGTERM' })
      expect(parsed.at(-1)?.msg).toBe('Stopped.')
    }
    const ids = (msg: string) =>
      server
        .output()
        .split('\n')
        .flatMap((line) => (line === '' ? [] : [JSON.parse(line)]))
        .flatMap((line) => (line.msg === msg ? [line.reqId] : []))
    expect(ids('reply')).toEqual(expect.arrayContaining(['page-1', 'login-1', 'broken-1', 'away-1', 'back-1']))
  })
})

async function noise(port: number, text: string): Promise<void> {
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  socket.end(text)
  socket.resume()
  await once(socket, 'close')
}
