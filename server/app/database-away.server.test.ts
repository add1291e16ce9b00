import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest'
import { controlSocketPath, sendCommand } from '../platform/control/index.ts'
import {
  applicantAt,
  freePort,
  keyForTests,
  PATIENCE,
  type Program,
  startPostgres,
  startProgram,
} from '../testing/index.ts'

/** A real server and worker with their own PostgreSQL, which fails while an applicant is saving. */
describe.skipIf('skipped' in inject('postgres'))(
  'PostgreSQL fails under a server and a worker',
  () => {
    let postgres: Exclude<Awaited<ReturnType<typeof startPostgres>>, { skipped: string }>
    let dataDir = ''
    let address = ''
    let applicant: Awaited<ReturnType<typeof applicantAt>>
    const programs: Program[] = []
    const ends: (() => Promise<unknown>)[] = []

    beforeAll(async () => {
      const started = await startPostgres()
      if ('skipped' in started) throw new Error(started.skipped)
      postgres = started
      dataDir = await mkdtemp(join(tmpdir(), 'causeway-away-'))
      const environment = {
        DATABASE_URL: postgres.url,
        SECRET_KEY: keyForTests,
        PORT: String(await freePort()),
        LOG_LEVEL: 'info',
        READY_SECONDS: '3',
      }
      address = `http://127.0.0.1:${environment.PORT}`
      programs.push(await startProgram('main.ts', { ...environment, JOBS: 'off', DATA_DIR: join(dataDir, 'server') }))
      // The worker writes the mails to files, which the test reads.
      programs.push(await startProgram('worker.ts', { ...environment, DATA_DIR: join(dataDir, 'worker') }))
      applicant = await applicantAt(address, join(dataDir, 'worker'))
    })
    afterAll(async () => {
      for (const end of ends) await end()
      for (const program of programs) await program.kill()
      await postgres?.stop()
      await rm(dataDir, { recursive: true })
    })

    /** Saves again and again until stopped; records every reply other than 200. */
    function saving(key: string) {
      let isDone = false
      let last = ''
      const others: { status: number; code: unknown; retryAfter: string | null }[] = []
      const done = (async () => {
        for (let count = 0; !isDone; count += 1) {
          const { status, headers, body } = await applicant.call('PUT', '/api/answer', { [key]: `${key} ${count}` })
          if (status === 200) last = `${key} ${count}`
          else others.push({ status, code: body.code, retryAfter: headers.get('retry-after') })
        }
        return { last, others }
      })()
      ends.push(() => done)
      return async () => {
        isDone = true
        return done
      }
    }
    const keys = ['first_name', 'middle_name', 'last_name', 'city']
    const allSave = () => Promise.all(keys.map((key) => applicant.call('PUT', '/api/answer', { [key]: 'again' })))
    const endConnections = async () => {
      const client = new pg.Client({ connectionString: postgres.url })
      // The last of these connections may still be closing when the next one ends all others.
      client.on('error', () => {})
      await client.connect()
      await client.query('select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid()')
      await client.end()
    }
    /** Every save that was acknowledged is stored; for every other one the client was asked to try again later. */
    async function expectKept(stops: ReturnType<typeof saving>[]) {
      const outcomes = await Promise.all(stops.map((stop) => stop()))
      const { answer } = (await applicant.call('GET', '/api/profile')).body
      for (const [index, { last, others }] of outcomes.entries()) {
        expect(others.filter(({ status, code }) => status !== 503 || code !== 'database_away')).toEqual([])
        expect(others.filter(({ retryAfter }) => !(Number(retryAfter) > 0))).toEqual([])
        const [kept, shown] = [answer[keys[index] ?? ''], last].map((value) => Number(value?.split(' ')[1]))
        expect(kept).toBeGreaterThanOrEqual(shown ?? Number.NaN)
      }
      expect(programs.map((program) => program.isRunning())).toEqual([true, true])
      return outcomes
    }

    test('ending connections during saves ends no process and loses no answer', async () => {
      const stops = keys.map(saving)
      for (let times = 0; times < 8; times += 1) {
        await sleep(200)
        await endConnections()
      }
      await vi.waitUntil(async () => (await allSave()).every(({ status }) => status === 200), PATIENCE)
      await expectKept(stops)
    })

    test('while PostgreSQL is unavailable, calls are asked to try again later, and afterwards everything works again', async () => {
      const stops = keys.map(saving)
      await sleep(300)
      await postgres.pause()
      const replies = [
        await applicant.call('PUT', '/api/answer', { city: 'Bozeman' }),
        await applicant.call('GET', '/api/profile'),
        await applicant.call('POST', '/public/login', { username: 'maya@mail.example', password: 'x' }),
        await applicant.call('POST', '/public/signup', {
          username: 'ben@mail.example',
          password: 'Larch-and-snow 2027',
        }),
        await applicant.call('GET', '/public/tmp?token=x'),
      ]
      for (const { status, body, headers } of replies) {
        expect({ status, code: body.code }).toEqual({ status: 503, code: 'database_away' })
        expect(body.message).toMatch(/try again/i)
        expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
      }
      expect((await fetch(`${address}/about`)).status).toBe(200)
      expect((await fetch(`${address}/healthz`)).status).toBe(200)
      const ready = async () => {
        const reply = await fetch(`${address}/readyz`)
        return { status: reply.status, body: await reply.json() }
      }
      // It says so at once, but a balancer is told only when it lasts.
      expect(await ready()).toMatchObject({ body: { missing: ['database'] } })
      expect(await sendCommand(controlSocketPath(join(dataDir, 'server')), 'health', [])).toMatchObject({
        ok: true,
        result: { missing: ['database'], database_ms: null, warnings: expect.any(Array) },
      })
      await vi.waitUntil(async () => (await ready()).status === 503, PATIENCE)
      expect(await ready()).toEqual({ status: 503, body: { ready: false, missing: ['database'] } })
      await postgres.resume()
      await vi.waitUntil(async () => (await fetch(`${address}/readyz`)).status === 200, PATIENCE)
      await vi.waitUntil(async () => (await allSave()).every(({ status }) => status === 200), PATIENCE)
      const outcomes = await expectKept(stops)
      expect(outcomes.flatMap(({ others }) => others).length).toBeGreaterThan(0)
      // The worker works again: a newly requested mail arrives.
      await applicantAt(address, join(dataDir, 'worker'), 'cleo@mail.example')
    })

    test('the log says once that it was unavailable and why, and gives the reason for every failing queue', async () => {
      const output = () => programs.map((program) => program.output()).join('\n')
      await vi.waitUntil(() => output().includes('The database is available again.'), PATIENCE)
      const lines = output()
        .split('\n')
        .filter((line) => line.startsWith('{'))
        .map((line) => JSON.parse(line))
      expect(lines.filter(({ msg }) => msg === 'The database is unavailable.').length).toBeGreaterThan(0)
      const failing = lines.filter(({ msg }) => msg === 'The job queue failed.')
      expect(failing.length).toBeGreaterThan(0)
      for (const { err } of failing) expect(`${err.code ?? ''}${err.message ?? ''}`).not.toBe('')
      expect(lines.filter(({ level }) => level >= 50).map(({ msg }) => msg)).not.toContain('A request failed.')
    })
  },
  240_000,
)
