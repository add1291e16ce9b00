import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createJobs } from '../../platform/jobs/index.ts'
import { databasesForTests, PATIENCE, silentLog } from '../../testing/index.ts'
import {
  clockCommand,
  clockReadings,
  clockWarnings,
  contactWarnings,
  createContact,
  healthOf,
  reachReadings,
  startHeartbeat,
} from './index.ts'

const reachable = { checkAccess: async () => {}, trouble: () => undefined }

databasesForTests('health', (on) => {
  let jobs: ReturnType<typeof createJobs>
  let heart: Awaited<ReturnType<typeof startHeartbeat>>
  beforeAll(async () => {
    jobs = createJobs(on.database, silentLog)
    await jobs.start()
    const beating = { kind: 'server', doesJobs: true, release: '1.0', keyId: 'k1', contact: createContact() } as const
    heart = await startHeartbeat({ database: on.database, ...beating })
  })
  afterAll(() => heart.close())
  afterAll(() => jobs.stop())

  const needed = () => ({ database: on.database, storage: reachable, dataDir: on.settings.dataDir })

  test('a server whose database, queue and storage answer is ready', async () => {
    expect(await healthOf(needed())).toMatchObject({
      ready: true,
      missing: [],
      disk_free_mb: expect.any(Number),
      oldest_job_seconds: expect.any(Number),
      mails_refused: 0,
      mails_blocked: 0,
      processes: [expect.stringMatching(/^server 1\.0 on .+, \d+ s ago$/)],
      database: on.kind,
      database_ms: expect.any(Number),
      storage_ms: expect.any(Number),
      jobs_waiting: expect.any(Number),
    })
  })

  test.each([
    ['refuses', () => Promise.reject(new Error('Access denied.'))],
    ['never responds', () => new Promise<void>(() => {})],
  ])(
    'one whose storage %s reports it and is ready, because people can sign in, save and submit without it',
    async (_, reach) => {
      expect(await healthOf({ ...needed(), storage: { ...reachable, checkAccess: reach } })).toMatchObject({
        ready: true,
        missing: ['storage'],
        database_ms: expect.any(Number),
        storage_ms: null,
      })
    },
  )

  test('a storage that answers and takes no files is missing, and the metrics say why', async () => {
    const trouble = () => ({ why: 'full', words: 'is full (507)' }) as const
    const given = { ...needed(), storage: { ...reachable, trouble }, contact: createContact() }
    expect(await healthOf(given)).toMatchObject({ ready: true, missing: ['storage'], storage_ms: expect.any(Number) })
    const readings = (await reachReadings(given)).filter(({ labels }) => labels.what === 'storage')
    expect(Object.fromEntries(readings.map(({ name, labels, value }) => [labels.why ?? name, value]))).toEqual({
      ...{ causeway_up: 0, no_answer: 0, refused: 0, read_only: 0, full: 1, not_storage: 0 },
    })
  })

  test('a full disk is reported as missing, and only with the embedded database the server is not ready', async () => {
    const freeOf = async () => 12
    expect(await healthOf({ ...needed(), freeOf })).toMatchObject({
      ready: on.kind === 'postgres',
      missing: ['disk'],
      disk_free_mb: 12,
    })
  })

  test.each([
    [300, '300 seconds ahead of', 'early'],
    [-300, '300 seconds behind', 'late'],
  ])('a clock that differs from the database by %i s is measured and said', async (seconds, how, when) => {
    const deps = { database: on.database, now: () => new Date(Date.now() + seconds * 1000) }
    expect(await clockWarnings(deps)).toEqual([
      `The clock here is ${how} the clock of the database: if the database is right, terms, codes and sessions end too ${when}. Let both follow a time server.`,
    ])
    const [reading] = await clockReadings(deps)
    expect(reading?.value).toBeCloseTo(seconds, -1)
  })

  test('neither a small difference nor a database that answers slowly is said to be a wrong clock', async () => {
    expect(await clockWarnings({ database: on.database, now: () => new Date(Date.now() + 3_000) })).toEqual([])
    let asked = 0
    const now = () => new Date(Date.now() + (asked++ % 2 === 0 ? -60_000 : 60_000))
    expect(await clockWarnings({ database: on.database, now })).toEqual([])
  })

  test('a time in doubt is said and measured until an operator says that the clock is right', async () => {
    const deps = { database: on.database, now: () => new Date() }
    const inDoubt = async () =>
      (await clockReadings(deps)).find(({ name }) => name === 'causeway_clock_in_doubt')?.value
    const sentence = /^Nothing is erased by time now. The clock says/
    expect(await clockCommand(deps, [])).toEqual([expect.stringContaining('nothing speaks against it')])
    await sql`update clock set right_at = right_at - interval '30 days'`.execute(on.database.db)
    expect(await clockWarnings(deps)).toEqual([expect.stringMatching(sentence)])
    expect(await inDoubt()).toBe(1)
    await expect(clockCommand(deps, ['is-right'])).rejects.toThrow('--by')
    await expect(clockCommand(deps, ['is-wrong'])).rejects.toThrow('Usage')
    expect(await clockCommand(deps, [])).toEqual([expect.stringMatching(sentence)])
    expect(await clockCommand(deps, ['is-right', '--by', 'Ada'])).toEqual([
      expect.stringContaining('nothing speaks against it'),
    ])
    expect(await inDoubt()).toBe(0)
    const rows = on.database.db.selectFrom('audit').select(['subject', 'detail'])
    expect(await rows.where('action', '=', 'clock said to be right').execute()).toEqual([
      { subject: 'clock', detail: { by: 'Ada', before: expect.stringContaining('last at work') } },
    ])
  })

  test('reports permanently refused mails and the longest waiting job', async () => {
    const refused = { key: 'mail 1', kind: 'confirm_code', refused_at: new Date(), refused_status: 550 }
    await on.database.db.insertInto('sent_mail').values(refused).execute()
    expect(await healthOf(needed())).toMatchObject({ mails_refused: 1 })
  })

  test('a process goes on saying that it is alive until it is closed', async () => {
    const contact = createContact()
    const beating = { kind: 'worker', doesJobs: true, release: '2.0', keyId: 'k1', contact, interval: 50 } as const
    const worker = await startHeartbeat({ database: on.database, ...beating })
    const ageAll = () =>
      sql`update process set beat_at = beat_at - interval '10 minutes' where kind = 'worker'`.execute(on.database.db)
    const workers = async () => (await healthOf(needed())).processes?.filter((line) => line.startsWith('worker')).length
    await ageAll()
    await vi.waitUntil(async () => (await workers()) === 1, PATIENCE)
    await worker.close()
    await ageAll()
    await sleep(200)
    expect(await workers()).toBe(0)
  })

  test('a database that answers and refuses every write is missing, and said in words', async () => {
    let now = 0 // ms
    const contact = createContact(() => now)
    const beating = { kind: 'server', doesJobs: true, release: '3.0', keyId: 'k1', contact, interval: 20 } as const
    const beats = await startHeartbeat({ database: on.database, ...beating })
    // As a standby does, or a cloud whose disk is nearly full.
    await sql`create function refuse() returns trigger language plpgsql as
      $$ begin raise exception 'cannot execute INSERT in a read-only transaction' using errcode = '25006'; end $$`.execute(
      on.database.db,
    )
    await sql`create trigger refuse before insert or update on process execute function refuse()`.execute(
      on.database.db,
    )
    await vi.waitUntil(() => contact.refusal() !== undefined, PATIENCE)
    const given = { ...needed(), contact, readySeconds: 60 }
    now += 59_999
    expect(await healthOf(given)).toMatchObject({ ready: true, missing: ['database'], database_ms: expect.any(Number) })
    now += 1
    expect(await healthOf(given)).toMatchObject({ ready: false, missing: ['database'] })
    expect(contactWarnings(contact)).toEqual([
      'The database answers, but is read-only: it is a standby, or default_transaction_read_only is on: nothing can be saved.',
    ])
    const readings = (await reachReadings(given)).filter(({ labels }) => labels.what === 'database')
    expect(Object.fromEntries(readings.map(({ name, labels, value }) => [labels.why ?? name, value]))).toEqual({
      ...{ causeway_up: 0, read_only: 1, full: 0 },
    })
    await sql`drop function refuse cascade`.execute(on.database.db)
    await vi.waitUntil(() => contact.refusal() === undefined, PATIENCE)
    expect(await healthOf(given)).toMatchObject({ ready: true, missing: [] })
    expect(contactWarnings(contact)).toEqual([])
    await beats.close()
  })

  test('an unavailable database is reported as missing', async () => {
    await on.database.close()
    expect(await healthOf(needed())).toMatchObject({ ready: false, missing: ['database'], database_ms: null })
    let now = 0 // ms
    const waiting = { ...needed(), contact: createContact(() => now), readySeconds: 60 }
    now = 59_999
    expect(await healthOf(waiting)).toMatchObject({ ready: true, missing: ['database'] })
    now = 60_000
    expect(await healthOf(waiting)).toMatchObject({ ready: false, missing: ['database'] })
    await on.reopen()
    const again = { ...waiting, database: on.database }
    expect(await healthOf(again)).toMatchObject({ ready: true, missing: [] })
    await on.database.close()
    now += 59_000
    expect(await healthOf({ ...again, database: on.database })).toMatchObject({ ready: true })
    await on.reopen()
  })
})
