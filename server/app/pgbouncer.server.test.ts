import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, inject, test, vi } from 'vitest'
import {
  applicantAt,
  completeAnswers,
  freePort,
  keyForTests,
  PATIENCE,
  startPgBouncer,
  startPostgres,
  startProgram,
} from '../testing/index.ts'

const postgres = 'skipped' in inject('postgres') ? { skipped: 'there is no PostgreSQL' } : await startPostgres()
const bouncer = 'skipped' in postgres ? postgres : await startPgBouncer(postgres.url)
if ('skipped' in bouncer) console.log(`PgBouncer tests skipped: ${bouncer.skipped}`)

describe.skipIf('skipped' in bouncer)('behind PgBouncer in session mode', () => {
  afterAll(async () => {
    if (!('skipped' in bouncer)) await bouncer.stop()
    if (!('skipped' in postgres)) await postgres.stop()
  })

  test('two servers start on an empty database, and a worker is woken for each job', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'causeway-bouncer-'))
    const DATABASE_URL = 'skipped' in bouncer ? '' : bouncer.url
    const ports = [await freePort(), await freePort()].map(String)
    const shared = { DATABASE_URL, SECRET_KEY: keyForTests, JOBS: 'off' }
    const programs = await Promise.all([
      ...ports.map((PORT) => startProgram('main.ts', { ...shared, PORT, DATA_DIR: join(folder, PORT) })),
      startProgram('worker.ts', { ...shared, JOBS: 'on', DATA_DIR: join(folder, 'worker') }),
    ])
    try {
      const applicant = await applicantAt(`http://127.0.0.1:${ports[0]}`, join(folder, 'worker'))
      const answers = { ...completeAnswers, email_address: 'maya@mail.example' }
      const saves = Array.from({ length: 20 }, (_, count) =>
        applicant.call('PUT', '/api/answer', { ...answers, middle_name: `Ann ${count}` }),
      )
      expect((await Promise.all(saves)).map(({ status }) => status)).toEqual(saves.map(() => 200))
      expect((await applicant.call('POST', '/api/submit')).status).toBe(200)
      await vi.waitUntil(async () => (await applicant.call('GET', '/api/pdf')).body.status === 'COMPLETED', PATIENCE)
      for (const program of programs) expect(await program.stop()).toBe(0)
      // Lost sessions and prepared statements of others would be errors of the database here.
      expect(programs.map((program) => program.output()).join('')).not.toMatch(/"level":50/)
    } finally {
      for (const program of programs) if (program.isRunning()) await program.kill()
      await rm(folder, { recursive: true })
    }
  })
})
