import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { freePort, keyForTests, type Program, startPostgres, startProgram } from '../testing/index.ts'

const command = join(import.meta.dirname, '../platform/control/command.ts')

describe.skipIf('skipped' in inject('postgres'))(
  'a server without jobs and its only worker',
  { timeout: 240_000 },
  () => {
    let postgres: Exclude<Awaited<ReturnType<typeof startPostgres>>, { skipped: string }>
    let folder = ''
    let database: pg.Client
    const programs: Program[] = []
    beforeAll(async () => {
      const started = await startPostgres()
      if ('skipped' in started) throw new Error(started.skipped)
      postgres = started
      folder = await mkdtemp(join(tmpdir(), 'causeway-workers-'))
      database = new pg.Client({ connectionString: postgres.url })
      await database.connect()
    })
    afterAll(async () => {
      for (const program of programs) if (program.isRunning()) await program.kill()
      await database.end()
      await postgres.stop()
      await rm(folder, { recursive: true })
    })

    /** Lets a minute pass for the processes that are dead: the living ones beat again before it is asked. */
    const aMinuteAfterTheLastBeatOf = (kind: string) =>
      database.query(`update process set beat_at = beat_at - interval '1 minute' where kind = $1`, [kind])

    test('health, /readyz and the metrics say that no worker is alive, and that one is again', async () => {
      const shared = { DATABASE_URL: postgres.url, SECRET_KEY: keyForTests }
      const [port, metricsPort] = [await freePort(), await freePort()]
      const DATA_DIR = join(folder, 'server')
      const METRICS = `127.0.0.1:${metricsPort}`
      const server = { ...shared, DATA_DIR, METRICS, PORT: String(port), JOBS: 'off' }
      const worker = () => startProgram('worker.ts', { ...shared, DATA_DIR: join(folder, 'worker') })
      programs.push(await startProgram('main.ts', server))

      const health = async () => {
        const env = { PATH: process.env.PATH, ...server }
        const { stdout, code } = await promisify(execFile)(process.execPath, [command, 'health'], { env }).then(
          (ended) => ({ ...ended, code: 0 }),
          (failed: { stdout: string; code: number }) => failed,
        )
        const entries = stdout.split('\n').map((line) => line.split(': ', 2))
        const read = Object.fromEntries(entries)
        const workers = stdout.match(/worker [\d.]+ on /g)?.length ?? 0
        return { ready: read.ready, missing: read.missing, workers, code }
      }
      const readyz = async () => {
        const reply = await fetch(`http://127.0.0.1:${port}/readyz`)
        return [reply.status, await reply.json()]
      }
      const counted = async () =>
        /^causeway_job_processes\{kind="worker"\} (\d)$/m.exec(
          await (await fetch(`http://${METRICS}/metrics`)).text(),
        )?.[1]

      expect(await health()).toEqual({ ready: 'true', missing: '["worker"]', workers: 0, code: 1 })
      const first = await worker()
      programs.push(first)
      expect(await health()).toEqual({ ready: 'true', missing: '[]', workers: 1, code: 0 })
      expect(await counted()).toBe('1')

      await first.kill()
      // It may just be restarting.
      expect(await health()).toEqual({ ready: 'true', missing: '[]', workers: 1, code: 0 })
      await aMinuteAfterTheLastBeatOf('worker')
      expect(await health()).toEqual({ ready: 'true', missing: '["worker"]', workers: 0, code: 1 })
      expect(await readyz()).toEqual([200, { ready: true, missing: ['worker'] }])
      expect(await counted()).toBe('0')

      programs.push(await worker())
      expect(await health()).toEqual({ ready: 'true', missing: '[]', workers: 1, code: 0 })
      expect(await readyz()).toEqual([200, { ready: true, missing: [] }])
    })

    test('a server that does jobs counts, and a process that was silent for an hour is forgotten', async () => {
      const shared = { DATABASE_URL: postgres.url, SECRET_KEY: keyForTests }
      await database.query(`update process set beat_at = beat_at - interval '2 hours'`)
      const { rows: before } = await database.query('select id from process')
      expect(before.length).toBeGreaterThan(1)
      const server = { ...shared, DATA_DIR: join(folder, 'other'), PORT: String(await freePort()) }
      programs.push(await startProgram('main.ts', server))
      const { rows } = await database.query('select kind, does_jobs from process')
      expect(rows).toContainEqual({ kind: 'server', does_jobs: true })
      const reply = await fetch(`http://127.0.0.1:${server.PORT}/readyz`)
      expect(await reply.json()).toEqual({ ready: true, missing: [] })
      const { rows: old } = await database.query(`select id from process where beat_at < now() - interval '1 hour'`)
      expect(old).toEqual([])
    })
  },
)
