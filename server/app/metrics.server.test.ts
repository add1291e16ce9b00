import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text as textOf } from 'node:stream/consumers'
import { afterAll, describe, expect, inject, test, vi } from 'vitest'
import {
  applicantAt,
  copyDatabase,
  freePort,
  keyForTests,
  PATIENCE,
  type Program,
  startPostgres,
  startProgram,
} from '../testing/index.ts'
import { pdfOf } from '../testing/sample-files/index.ts'

const folders: string[] = []
const programs: Program[] = []
afterAll(async () => {
  for (const program of programs) if (program.isRunning()) await program.kill()
  await Promise.all(folders.map((folder) => rm(folder, { recursive: true })))
})

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'causeway-metrics-'))
  folders.push(folder)
  return folder
}

async function started(entry: 'main.ts' | 'worker.ts', environment: Readonly<Record<string, string>>) {
  const program = await startProgram(entry, environment)
  programs.push(program)
  return program
}

/** The value of each series of a scrape. Every line is a comment or a series, as the text format demands. */
function seriesIn(text: string): ReadonlyMap<string, number> {
  const lines = text.split('\n').filter((line) => line !== '' && !/^# (HELP|TYPE) \w+ \S/.test(line))
  return new Map(
    lines.map((line) => {
      const [, series, value] = /^(\w+(?:\{(?:\w+="(?:[^"\\\n]|\\.)*",?)*\})?) (\S+)$/.exec(line) ?? []
      if (series === undefined || Number.isNaN(Number(value?.replace('+Inf', 'Infinity')))) throw new Error(line)
      return [series, Number(value)]
    }),
  )
}

describe('the metrics of a server', { timeout: 240_000 }, () => {
  test('count what applicants do, on a port of their own, and hold nothing of theirs', async () => {
    const DATA_DIR = await newFolder()
    await copyDatabase(inject('embeddedTemplate'), DATA_DIR)
    const LIMITS_FILE = join(DATA_DIR, 'limits.json')
    await writeFile(LIMITS_FILE, JSON.stringify({ service_view: { most: 1, seconds: 900 } }))
    const [port, metricsPort] = [await freePort(), await freePort()]
    const METRICS = `127.0.0.1:${metricsPort}`
    await started('main.ts', { DATA_DIR, PORT: String(port), METRICS, LIMITS_FILE })
    const address = `http://127.0.0.1:${port}`
    const scrape = async () => (await fetch(`http://${METRICS}/metrics`)).text()

    const maya = await applicantAt(address, DATA_DIR, 'maya.metrics@mail.example')
    const { body: profile } = await maya.call('GET', '/api/profile')
    await maya.call('PUT', '/api/answer', { first_name: 'Mayametric', us_citizen: 'N', perm_resident: 'N' })
    await maya.attach('stopintl_copy', 'Transcript-of-Maya.pdf', await pdfOf('A page'))
    await vi.waitUntil(async () => (await maya.conversion('stopintl_copy')) === 'COMPLETED', PATIENCE)
    await maya.call('POST', '/public/login', { username: 'maya.metrics@mail.example', password: 'Wrong-password-1' })
    for (const token of ['tokenone', 'tokentwo']) await maya.call('GET', `/service/tmp-pdf?service_token=${token}`)
    await fetch(`${address}/reset?username=maya.metrics@mail.example&id=resetsecret`)
    await fetch(`${address}/api/no-such-call/tokenthree`)

    const text = await scrape()
    const series = seriesIn(text)
    for (const [name, value] of [
      ['causeway_done_total{what="sign_up"}', 1],
      ['causeway_done_total{what="log_in"}', 1],
      ['causeway_done_total{what="save"}', 1],
      ['causeway_done_total{what="submit"}', 0],
      ['causeway_answers_read_total{from="database"}', 1],
      ['causeway_answers_read_total{from="memory"}', 1],
      ['causeway_limit_hits_total{limit="service_view"}', 1],
      ['causeway_conversions_total{outcome="converted"}', 1],
      ['causeway_jobs_total{queue="mail",outcome="done"}', 1],
      ['causeway_mails{outcome="sent"}', 1],
      ['causeway_jobs_failed{queue="mail"}', 0],
      ['causeway_up{what="database"}', 1],
      ['causeway_up{what="storage"}', 1],
      ['causeway_clock_ahead_seconds', 0],
      ['causeway_clock_in_doubt', 0],
      ['causeway_mails{outcome="blocked"}', 0],
      ['causeway_request_seconds_count{method="PUT",route="/api/answer",status="200"}', 1],
      ['causeway_request_seconds_count{method="GET",route="/service/tmp-pdf",status="429"}', 1],
    ] as const) {
      expect({ name, value: series.get(name) }).toEqual({ name, value })
    }
    expect(series.get('process_resident_memory_bytes')).toBeGreaterThan(50e6)
    const theirs = ['maya', 'metric@', 'Mayametric', 'Transcript', 'tokenone', 'tokentwo', 'tokenthree', 'resetsecret']
    for (const word of [...theirs, String(profile.account_id ?? 'no-id'), '@mail.example']) {
      expect(text.toLowerCase()).not.toContain(word.toLowerCase())
    }
    // Ids and tokens of any kind: a label holds words, patterns and numbers only.
    expect([...text.matchAll(/="([^"]*)"/g)].filter(([, value]) => /[\da-f]{8}|[\w-]{25}/i.test(value ?? ''))).toEqual(
      [],
    )

    const onPublicPort = await fetch(`${address}/metrics`)
    expect({ status: onPublicPort.status, code: JSON.parse(await onPublicPort.text()).code }).toEqual({
      status: 404,
      code: 'not_found',
    })
    expect((await fetch(`http://${METRICS}/readyz`)).status).toBe(404)
  })
})

const postgres = inject('postgres')
describe.skipIf('skipped' in postgres)('the metrics of a worker', { timeout: 240_000 }, () => {
  test('are on a socket, also after a kill, and a scrape works while the database is away', async () => {
    const database = await startPostgres()
    if ('skipped' in database) throw new Error(database.skipped)
    try {
      const DATA_DIR = await newFolder()
      const socketPath = join(DATA_DIR, 'metrics.sock')
      const environment = { DATA_DIR, METRICS: socketPath, DATABASE_URL: database.url, SECRET_KEY: keyForTests }
      await (await started('worker.ts', environment)).kill()
      await started('worker.ts', environment)
      expect((await stat(socketPath)).mode & 0o777).toBe(0o660)
      const scrape = async () => seriesIn(await viaSocket(socketPath))
      const before = await scrape()
      expect(before.get('causeway_up{what="database"}')).toBe(1)
      expect(before.get('causeway_jobs_due{queue="mail"}')).toBe(0)
      // The queues begin by all asking at once.
      const waiting = async () => (await scrape()).get('causeway_database_connections{state="waiting"}')
      await expect.poll(waiting, PATIENCE).toBe(0)
      await database.pause()
      const during = await scrape()
      expect(during.get('causeway_up{what="database"}')).toBe(0)
      expect(during.has('causeway_jobs_due{queue="mail"}')).toBe(false)
      expect(during.get('causeway_up{what="storage"}')).toBe(1)
      expect(during.get('process_resident_memory_bytes')).toBeGreaterThan(1e6)
      await database.resume()
      await vi.waitUntil(async () => (await scrape()).get('causeway_up{what="database"}') === 1, PATIENCE)
    } finally {
      for (const program of programs) if (program.isRunning()) await program.kill()
      await database.stop()
    }
  })
})

async function viaSocket(socketPath: string): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  request({ socketPath, path: '/metrics' }, (reply) => resolve(textOf(reply)))
    .on('error', reject)
    .end()
  return promise
}
