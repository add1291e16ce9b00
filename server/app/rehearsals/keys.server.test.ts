import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, describe, expect, inject, test, vi } from 'vitest'
import {
  applicantAt,
  completeAnswers,
  freePort,
  PATIENCE,
  type Program,
  startPostgres,
  startProgram,
} from '../../testing/index.ts'

const postgres = 'skipped' in inject('postgres') ? { skipped: 'there is no PostgreSQL' } : await startPostgres()
const ports = [await freePort(), await freePort()] as const
const key = (id: string) => `${id}:${Buffer.alloc(32, id).toString('base64')}`
const [old, fresh] = [key('old'), key('fresh')]
/**
 * Moves by a minute the time at which those that began with the old key were last alive. Processes that have stopped
 * count for a minute, because one that was killed counts too.
 */
async function forgetTheStopped(database: string): Promise<void> {
  const client = new pg.Client({ connectionString: database })
  await client.connect()
  await client.query(`update process set beat_at = beat_at - interval '1 minute' where key_id = 'old'`)
  await client.end()
}

/** Each try starts a process. */
const SELDOM = { ...PATIENCE, interval: 5_000 }

describe.skipIf('skipped' in postgres)('the secret key of two servers is changed', { timeout: 600_000 }, () => {
  let folder = ''
  const running: Program[] = []
  afterAll(async () => {
    for (const program of running) if (program.isRunning()) await program.kill()
    if (!('skipped' in postgres)) await postgres.stop()
    await rm(folder, { recursive: true, force: true })
  })

  /** Restarts one of the servers with these keys. The first one does the jobs and has the files. */
  async function restart(which: 0 | 1, ...keys: readonly string[]) {
    if ('skipped' in postgres) throw new Error(postgres.skipped)
    await running[which]?.stop()
    running[which] = await startProgram('main.ts', {
      ...{ DATABASE_URL: postgres.url, SECRET_KEY: keys.join(), DATA_DIR: join(folder, String(which)) },
      ...{ PORT: String(ports[which]), JOBS: which === 0 ? 'on' : 'off', BASE_URL: addressOf(0) },
    })
  }
  const addressOf = (which: 0 | 1) => `http://localhost:${ports[which]}`

  /** `npm run keys` at the first server: its exit code and what it prints. */
  async function keysCommand() {
    const program = join(import.meta.dirname, '../../platform/control/command.ts')
    const env = { PATH: process.env.PATH, DATA_DIR: join(folder, '0') }
    const child = spawn(process.execPath, [program, 'keys'], { env })
    const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
    return { code: child.exitCode, output, errors }
  }

  test('while both serve, and nothing needs the old key at the end', async () => {
    if ('skipped' in postgres) throw new Error(postgres.skipped)
    folder = await mkdtemp(join(tmpdir(), 'causeway-keys-'))
    const mails = join(folder, '0')
    await restart(0, old)
    await restart(1, old)
    const signed = await applicantAt(addressOf(0), mails, 'signed@mail.example')
    await signed.call('PUT', '/api/answer', completeAnswers)
    expect(await signed.call('POST', '/api/submit')).toMatchObject({ status: 200 })
    await vi.waitUntil(async () => (await signed.call('GET', '/api/pdf')).body.status === 'COMPLETED', PATIENCE)
    const pdfNow = async () => {
      await signed.logIn()
      const { body } = await signed.call('GET', '/api/pdf')
      return Buffer.from(await (await fetch(addressOf(0) + body.url)).arrayBuffer())
    }
    const pdf = await pdfNow()
    const writer = await applicantAt(addressOf(0), mails, 'writer@mail.example')
    let ssn = ''
    const saveOnBoth = async (number: string) => {
      await writer.logIn() // a new first key ends sessions
      for (const which of [0, 1] as const) {
        ssn = `501-55-${number}${which}`
        expect(await writer.at(addressOf(which)).call('PUT', '/api/answer', { ssn })).toMatchObject({ status: 200 })
        const { status, body } = await writer.at(addressOf(which === 0 ? 1 : 0)).call('GET', '/api/profile')
        expect([status, body.answer.ssn]).toEqual([200, `***-**-${ssn.slice(-4)}`])
      }
    }

    const seconds: Record<string, number> = {}
    async function timed<Result>(step: string, work: () => Promise<Result>): Promise<Result> {
      const start = performance.now()
      const result = await work()
      seconds[step] = (performance.now() - start) / 1000
      return result
    }
    const roll =
      (...keys: readonly string[]) =>
      async () => {
        for (const which of [1, 0] as const) await restart(which, ...keys)
      }

    await saveOnBoth('001')
    await timed('new key behind the old one', roll(old, fresh))
    await saveOnBoth('002')
    await timed('new key in front', roll(fresh, old))
    await saveOnBoth('003')

    let isDone = false
    const saves = (async () => {
      let count = 0
      for (; !isDone; count += 1) {
        const saved = await writer.call('PUT', '/api/answer', { first_name: `Ada ${count}` })
        expect(saved.status).toBe(200)
        await sleep(50)
      }
      return count
    })()
    await forgetTheStopped(postgres.url)
    await vi
      .waitFor(async () => {
        const command = await timed('npm run keys', keysCommand)
        expect(command).toMatchObject({ code: 0, output: expect.stringContaining('key_in_use: fresh') })
      }, SELDOM)
      .finally(() => {
        isDone = true
      })
    expect(await saves).toBeGreaterThan(0)

    await timed('old key gone', roll(fresh))
    await saveOnBoth('004')
    const text = Object.entries(seconds).map(([step, taken]) => `${step} ${taken.toFixed(1)} s`)
    console.log(`Key change of two servers: ${text.join(', ')}`)
    expect((await pdfNow()).equals(pdf)).toBe(true)
    await running[1]?.stop()
    await expect(restart(1, old)).rejects.toThrow('did not start')
  })
})
