import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { sql } from 'kysely'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { domestic } from '../../../form/testing/index.ts'
import { inTransaction } from '../../platform/database/index.ts'
import { createJobs, type Jobs } from '../../platform/jobs/index.ts'
import { createMetrics } from '../../platform/metrics/index.ts'
import { createKeyRing } from '../../platform/secrets/index.ts'
import { formOf, readInstitution } from '../../running/institution/index.ts'
import {
  databasesForTests,
  keyForTests,
  makeCertificate,
  onOneDatabase,
  PATIENCE,
  silentLog,
} from '../../testing/index.ts'
import { newestChange } from '../exports/index.ts'
import { submitted } from '../exports/testing/index.ts'
import { defineWebhookJob, requestWebhooks, type WebhooksDeps, webhooksCommand, webhookWarnings } from './index.ts'
import { sendWebhooks } from './send-webhooks.ts'

const MINUTE = 60_000 // ms
const HOUR = 60 * MINUTE
const SECRET = `whsec_${Buffer.alloc(32, 5).toString('base64')}`
const LOCAL = ['127.0.0.0/8', '::1/128']

type Received = { readonly headers: Record<string, string>; readonly body: string; readonly path: string }

onOneDatabase('webhooks', (on) => {
  let deps: WebhooksDeps
  let jobs: Jobs
  let server: Server
  let port = 0
  let now = new Date()
  let received: Received[] = []
  let answer: (path: string) => number = () => 204
  /** Waited for before a request is answered. */
  let before: () => Promise<unknown> = async () => {}
  const logged: unknown[] = []
  const metrics = createMetrics()

  beforeAll(async () => {
    const { authority, certificate, key } = await makeCertificate()
    server = createServer({ cert: certificate, key }, async (request, reply) => {
      let body = ''
      for await (const chunk of request) body += chunk
      received.push({ headers: request.headers as Record<string, string>, body, path: request.url ?? '' })
      await before()
      const status = answer(request.url ?? '')
      if (status === 101)
        request.socket.write('HTTP/1.1 101 Switching Protocols\r\nupgrade: h2c\r\nconnection: upgrade\r\n\r\n')
      else reply.writeHead(status, { location: '/elsewhere' }).end('x'.repeat(1_000_000))
    })
    server.listen(0)
    await once(server, 'listening')
    port = (server.address() as AddressInfo).port
    writeFileSync(join(on.settings.dataDir, 'ca.pem'), authority)
    writeFileSync(join(on.settings.dataDir, 'secret'), `${SECRET}\n`)
    const settings = { ...on.settings, deliveriesFile: join(on.settings.dataDir, 'deliveries.json') }
    const log = { warn: (...line: unknown[]) => void logged.push(line) }
    jobs = createJobs(on.database, silentLog)
    deps = { database: on.database, settings, jobs, metrics, log, now: () => now }
  })
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })
  beforeEach(() => {
    received = []
    answer = () => 204
    before = async () => {}
    now = new Date()
  })

  /** Names one webhook in DELIVERIES_FILE, which has nothing to send yet. */
  async function configured(name: string, more: object = {}) {
    const url = `https://localhost:${port}/${name}`
    const webhook = { name, url, secret_file: 'secret', ca_file: 'ca.pem', allow_addresses: LOCAL, ...more }
    writeFileSync(deps.settings.deliveriesFile ?? '', JSON.stringify({ webhooks: [webhook] }))
    await sendWebhooks(deps)
    expect(received).toEqual([])
  }
  const submit = async () => {
    const institution = readInstitution(on.settings)
    const applications = { ...deps, keyRing: createKeyRing(on.settings), form: formOf(institution), institution }
    return (await submitted({ ...applications, database: on.database }, domestic)).id
  }
  const rowOf = (name: string) =>
    on.database.db.selectFrom('webhook').selectAll().where('name', '=', name).executeTakeFirstOrThrow()
  const passes = (milliseconds: number) => {
    now = new Date(now.getTime() + milliseconds)
  }

  test('are told of each change in its order, once, with ids only and a signature that others verify', async () => {
    await configured('crm')
    const ids = [await submit(), await submit(), await submit()]
    await sendWebhooks(deps)
    await sendWebhooks(deps)
    const newest = await newestChange(on.database.db)
    expect(received.map(({ body }) => JSON.parse(body))).toEqual(
      ids.map((application_id, index) => ({
        type: 'application.submitted',
        timestamp: expect.stringMatching(/^\d{4}-.*Z$/),
        data: { sequence: newest - 2 + index, application_id, version: 1 },
      })),
    )
    for (const { body, headers } of received) {
      expect(new Webhook(SECRET).verify(body, headers)).toEqual(JSON.parse(body))
      expect(() => new Webhook(SECRET).verify(`${body} `, headers)).toThrow()
      expect(() => new Webhook(`whsec_${Buffer.alloc(32, 6).toString('base64')}`).verify(body, headers)).toThrow()
    }
    expect(new Set(received.map(({ headers }) => headers['webhook-id'])).size).toBe(3)
    expect(await metrics.text()).toContain('causeway_webhook_messages_total{webhook="crm",outcome="sent"} 3')
    expect(await webhooksCommand(deps, [])).toEqual([
      expect.stringMatching(`^crm: has taken everything up to change ${newest} of ${newest}; the last one 2`),
    ])
  })

  test('are told of the form too, in the same order, if they ask for it', async () => {
    const { db } = on.database
    const tell = (edition: number) =>
      sql`select tell_form(${edition}::integer, ${`2026.9+${edition}`}, ${`digest ${edition}`})`.execute(db)
    await tell(1) // with what the feed begins
    await configured('form', { form: true })
    const first = await submit()
    await tell(2)
    await tell(2)
    const second = await submit()
    await sendWebhooks(deps)
    const newest = await newestChange(db)
    expect(received.map(({ body }) => JSON.parse(body))).toMatchObject([
      { type: 'application.submitted', data: { sequence: newest - 2, application_id: first } },
      { type: 'form.changed', data: { sequence: newest - 1, form_version: '2026.9+2', edition: 2 } },
      { type: 'application.submitted', data: { sequence: newest, application_id: second } },
    ])
    const [, told] = received
    expect(Object.keys(JSON.parse(told?.body ?? '').data)).toEqual(['sequence', 'form_version', 'edition'])
    expect(new Webhook(SECRET).verify(told?.body ?? '', told?.headers ?? {})).toBeTruthy()
    // One that does not ask for it reads past it.
    received = []
    await configured('plain')
    await tell(3)
    const third = await submit()
    await sendWebhooks(deps)
    expect(received.map(({ body }) => JSON.parse(body).data.application_id)).toEqual([third])
    await tell(4)
    expect(await webhooksCommand(deps, [])).toEqual([
      expect.stringMatching(`^plain: has taken everything up to change ${newest + 2} of ${newest + 2}`),
    ])
  })

  test('are signed with both secrets while one replaces the other', async () => {
    const other = `whsec_${Buffer.alloc(24, 8).toString('base64')}`
    writeFileSync(join(on.settings.dataDir, 'two'), `${SECRET}\n${other}\n`)
    await configured('rotating', { secret_file: 'two' })
    await submit()
    await sendWebhooks(deps)
    const [{ body, headers } = { body: '', headers: {} }] = received
    for (const secret of [SECRET, other]) expect(new Webhook(secret).verify(body, headers)).toBeTruthy()
  })

  test('are tried again with growing pauses, the same id and a new time, and later changes wait', async () => {
    await configured('flaky')
    const ids = [await submit(), await submit()]
    answer = () => 500
    for (const pause of [1, 5, 30, 120, 300, 600, 600]) {
      const tried = received.length
      await sendWebhooks(deps)
      expect(received).toHaveLength(tried + 1)
      passes(pause * MINUTE - 1)
      await sendWebhooks(deps)
      expect(received).toHaveLength(tried + 1)
      passes(1)
    }
    expect(await metrics.text()).toContain('causeway_webhook_messages_total{webhook="flaky",outcome="failed"} 7')
    answer = () => 200
    await sendWebhooks(deps)
    expect(received.map(({ body }) => JSON.parse(body).data.application_id)).toEqual([...Array(8).fill(ids[0]), ids[1]])
    const [first, ...others] = received.slice(0, 8).map(({ headers }) => headers)
    expect(new Set(others.map((each) => each['webhook-id']))).toEqual(new Set([first?.['webhook-id']]))
    expect(others.at(-1)?.['webhook-timestamp']).not.toBe(first?.['webhook-timestamp'])
    expect(await rowOf('flaky')).toMatchObject({ tries: 0, failing_since: null, outcome: 'answered 200' })
  })

  test('are warned of after 48 hours, turned off after a week, and go on where they stood', async () => {
    await configured('down')
    const id = await submit()
    answer = () => 503
    const start = now.getTime()
    await sendWebhooks(deps)
    passes(48 * HOUR - 1)
    expect(await webhookWarnings(deps)).toEqual([])
    passes(1)
    expect(await webhookWarnings(deps)).toEqual([
      expect.stringMatching(/^The webhook down has failed since .*: it answered 503\.$/),
    ])
    while (now.getTime() - start <= 7 * 24 * HOUR) {
      await sendWebhooks(deps)
      passes(10 * HOUR)
    }
    await sendWebhooks(deps)
    const tried = received.length
    passes(100 * HOUR)
    answer = () => 200
    await sendWebhooks(deps)
    expect(received).toHaveLength(tried)
    expect(await webhookWarnings(deps)).toEqual([expect.stringMatching(/^The webhook down has been turned off since /)])
    await expect(webhooksCommand(deps, ['on', 'down'])).rejects.toThrow('Say who')
    await webhooksCommand(deps, ['on', 'down', '--by', 'June Hale'])
    await sendWebhooks(deps)
    expect(JSON.parse(received.at(-1)?.body ?? '').data.application_id).toBe(id)
    expect(await webhookWarnings(deps)).toEqual([])
    const rows = on.database.db.selectFrom('audit').select(['action', 'detail']).where('subject', '=', 'down')
    expect(await rows.orderBy('id').execute()).toEqual([
      { action: 'webhook turned off', detail: { change: expect.any(Number), reason: 'answered 503' } },
      { action: 'webhook turned on', detail: { by: 'June Hale' } },
    ])
  })

  test('that fail are tried at once when the operator says so, and not when nothing is wrong', async () => {
    await configured('mended')
    await submit()
    answer = () => 503
    for (let tries = 1; tries <= 6; tries += 1) {
      await sendWebhooks(deps)
      passes(10 * HOUR)
    }
    await sendWebhooks(deps) // the next try is ten hours away
    answer = () => 200
    await sendWebhooks(deps)
    expect(received).toHaveLength(7)
    await webhooksCommand(deps, ['on', 'mended', '--by', 'June Hale'])
    await sendWebhooks(deps)
    expect(received).toHaveLength(8)
    expect(await rowOf('mended')).toMatchObject({ failing_since: null, outcome: 'answered 200' })
    await expect(webhooksCommand(deps, ['on', 'mended', '--by', 'J'])).rejects.toThrow('There is no webhook mended')
  })

  test('that come back to the settings begin a week of failures anew', async () => {
    await configured('returning')
    await submit()
    answer = () => 503
    await sendWebhooks(deps)
    passes(10 * 24 * HOUR) // not in the settings, or no process ran
    await sendWebhooks(deps)
    expect(received).toHaveLength(2)
    expect(await rowOf('returning')).toMatchObject({ turned_off_at: null, failing_since: now })
  })

  test('that answer 410 are turned off at once, until the operator turns them on', async () => {
    await configured('gone')
    await submit()
    answer = () => 410
    await sendWebhooks(deps)
    passes(1000 * HOUR)
    await sendWebhooks(deps)
    expect(received).toHaveLength(1)
    expect(await webhookWarnings(deps)).toEqual([expect.stringContaining('it answered 410.')])
    await expect(webhooksCommand(deps, ['on', 'other', '--by', 'J'])).rejects.toThrow('There is no webhook other')
  })

  test('follow no redirect', async () => {
    await configured('moved')
    await submit()
    answer = (path) => (path === '/moved' ? 307 : 200)
    await sendWebhooks(deps)
    expect(received.map(({ path }) => path)).toEqual(['/moved'])
    expect(await rowOf('moved')).toMatchObject({ tries: 1, outcome: 'answered 307' })
  })

  test('reach no private address, whether it is given or a name has it', async () => {
    for (const [index, host] of ['127.0.0.1', 'localhost', '[::1]', '[::ffff:127.0.0.1]', '2130706433'].entries()) {
      const name = `inside-${index}`
      await configured(name, { url: `https://${host}:${port}/`, allow_addresses: [] })
      await submit()
      await sendWebhooks(deps)
      expect([host, received]).toEqual([host, []])
      expect((await rowOf(name)).outcome).toMatch(/^the address .* is not public and not allowed$/)
    }
    await configured('allowed', { url: `https://127.0.0.1:${port}/`, allow_addresses: ['127.0.0.1/32'] })
    await submit()
    await sendWebhooks(deps)
    expect(received).toHaveLength(1)
  })

  test('of a server without a trusted certificate get nothing', async () => {
    await configured('untrusted', { ca_file: undefined })
    await submit()
    await sendWebhooks(deps)
    expect([received, (await rowOf('untrusted')).outcome]).toEqual([
      [],
      expect.stringContaining('could not be reached'),
    ])
  })

  test('give up a receiver that says nothing', async () => {
    await configured('silent')
    await submit()
    const { promise, resolve } = Promise.withResolvers<void>()
    before = () => promise
    await sendWebhooks(deps)
    resolve()
    expect(await rowOf('silent')).toMatchObject({ tries: 1, outcome: 'gave no answer in 10 seconds' })
  }, 30_000)

  test('fail when they want to speak another protocol', async () => {
    await configured('switching')
    await submit()
    answer = () => 101
    await sendWebhooks(deps)
    expect(await rowOf('switching')).toMatchObject({ tries: 1, outcome: 'closed the connection without an answer' })
  }, 30_000)

  test('that are slow end their turn before the job expires, and go on in the next one', async () => {
    await configured('slow')
    const ids = [await submit(), await submit(), await submit()]
    before = async () => passes(MINUTE / 2)
    await sendWebhooks(deps)
    expect(received).toHaveLength(2)
    await sendWebhooks(deps)
    expect(received.map(({ body }) => JSON.parse(body).data.application_id)).toEqual(ids)
  })

  test('are sent to by one process at a time', async () => {
    await configured('shared')
    const ids = [await submit(), await submit(), await submit()]
    await Promise.all([sendWebhooks(deps), sendWebhooks(deps), sendWebhooks(deps)])
    expect(received.map(({ body }) => JSON.parse(body).data.application_id)).toEqual(ids)
  })

  test('are told by a job soon after the commit', async () => {
    await configured('job')
    await defineWebhookJob(deps)
    await jobs.start()
    try {
      const id = await submit()
      await inTransaction(on.database.db, (transaction) => requestWebhooks(deps, transaction))
      await vi.waitFor(
        () => expect(received.map(({ body }) => JSON.parse(body).data.application_id)).toEqual([id]),
        PATIENCE,
      )
    } finally {
      await jobs.stop()
    }
  })

  test('that are cut off as the process ends have not failed, and send nothing more', async () => {
    await configured('cut')
    const ids = [await submit(), await submit()]
    const end = new AbortController()
    before = async () => end.abort()
    await sendWebhooks(deps, end.signal)
    expect(received).toHaveLength(1)
    expect(await rowOf('cut')).toMatchObject({ tries: 0, failing_since: null, outcome: '', claim: null })
    before = async () => {}
    received = []
    await sendWebhooks(deps, end.signal)
    expect(received).toEqual([])
    await sendWebhooks(deps)
    expect(received.map(({ body }) => JSON.parse(body).data.application_id)).toEqual(ids)
  })

  test('that another process has taken over meanwhile are left to it', async () => {
    await configured('taken')
    await submit()
    await submit()
    const { after_seq } = await rowOf('taken')
    before = () =>
      on.database.db.updateTable('webhook').set({ claim: randomUUID() }).where('name', '=', 'taken').execute()
    await sendWebhooks(deps)
    expect(received).toHaveLength(1)
    expect(await rowOf('taken')).toMatchObject({ after_seq, sent_at: null, claim: expect.any(String) })
  })

  test('are listed with where each stands', async () => {
    const { deliveriesFile = '' } = deps.settings
    await configured('listed')
    const webhook = JSON.parse(readFileSync(deliveriesFile, 'utf8')).webhooks[0]
    writeFileSync(deliveriesFile, JSON.stringify({ webhooks: [webhook, { ...webhook, name: 'new' }] }))
    const newest = await newestChange(on.database.db)
    const stands = `listed: has taken everything up to change ${newest} of`
    expect(await webhooksCommand(deps, [])).toEqual([
      `${stands} ${newest}; nothing sent yet`,
      'new: begins with the next change.',
    ])
    writeFileSync(deliveriesFile, JSON.stringify({ webhooks: [webhook] }))
    await submit()
    answer = () => 500
    await sendWebhooks(deps)
    const [since, next] = [now.toISOString(), new Date(now.getTime() + MINUTE).toISOString()]
    expect(await webhooksCommand(deps, [])).toEqual([
      `${stands} ${newest + 1}; nothing sent yet; answered 500, failing since ${since}; next try ${next}`,
    ])
    passes(MINUTE)
    answer = () => 410
    await sendWebhooks(deps)
    expect(await webhooksCommand(deps, [])).toEqual([
      `${stands} ${newest + 1}; nothing sent yet; answered 410, failing since ${since}; turned off ${now.toISOString()}`,
    ])
    writeFileSync(deliveriesFile, '{}')
    expect(await webhooksCommand(deps, [])).toEqual(['There are no webhooks: DELIVERIES_FILE names none.'])
    expect(await webhookWarnings(deps)).toEqual([])
  })

  test.each([['off', 'listed'], ['on'], ['on', 'one', 'two'], ['listed']])('%j is no command', async (...words) => {
    await expect(webhooksCommand(deps, [...words, '--by', 'June Hale'])).rejects.toThrow('Usage: npm run webhooks')
    await expect(webhooksCommand(deps, ['--by', 'June Hale'])).rejects.toThrow('Usage: npm run webhooks')
  })

  test('whose settings were edited wrongly since the start are warned of', async () => {
    writeFileSync(deps.settings.deliveriesFile ?? '', '{')
    expect(await webhookWarnings(deps)).toEqual([expect.stringMatching(/^DELIVERIES_FILE .* is not JSON/)])
  })

  test('are no job where there are none', async () => {
    const enqueue = vi.fn<Jobs['enqueue']>(async () => true)
    const requested = (deliveriesFile: string | undefined) =>
      requestWebhooks({ ...deps, settings: { deliveriesFile }, jobs: { ...jobs, enqueue } }, on.database.db)
    await requested(undefined)
    expect(enqueue).not.toHaveBeenCalled()
    await requested('deliveries.json')
    expect(enqueue.mock.calls.map(([, { name }, data, more]) => [name, data, more])).toEqual([
      ['send-webhooks', {}, { key: 'changes' }],
    ])
  })

  test('leave no secret and no address in the log', () => {
    expect(logged.length).toBeGreaterThan(5)
    for (const hidden of [SECRET.slice(6), 'https://', String(port)])
      expect(JSON.stringify(logged)).not.toContain(hidden)
  })
})

databasesForTests(
  'a process that is killed after it has sent',
  (on) => {
    test('lets another one send the same message again', async () => {
      const { authority, certificate, key } = await makeCertificate()
      const seen: Record<string, unknown>[] = []
      let killed = () => {}
      const server = createServer({ cert: certificate, key }, (request, reply) => {
        seen.push(request.headers)
        killed()
        reply.writeHead(204).end()
      })
      server.listen(0)
      await once(server, 'listening')
      const folder = on.settings.dataDir
      writeFileSync(join(folder, 'ca.pem'), authority)
      writeFileSync(join(folder, 'secret'), SECRET)
      const url = `https://localhost:${(server.address() as AddressInfo).port}/`
      const webhook = { name: 'crm', url, secret_file: 'secret', ca_file: 'ca.pem', allow_addresses: LOCAL }
      const deliveriesFile = join(folder, 'deliveries.json')
      writeFileSync(deliveriesFile, JSON.stringify({ webhooks: [webhook] }))
      const database = on.database
      const jobs = createJobs(database, silentLog)
      const settings = { ...on.settings, deliveriesFile }
      const deps = { database, settings, jobs, metrics: createMetrics(), log: silentLog, now: () => new Date() }
      await sendWebhooks(deps)
      const institution = readInstitution(on.settings)
      await submitted({ ...deps, keyRing: createKeyRing(settings), form: formOf(institution), institution }, domestic)

      const child = spawn(process.execPath, [join(import.meta.dirname, 'fixtures/send.ts')], {
        env: {
          PATH: process.env.PATH,
          DATA_DIR: folder,
          DELIVERIES_FILE: deliveriesFile,
          DATABASE_URL: on.settings.databaseUrl,
          SECRET_KEY: keyForTests,
        },
        stdio: 'inherit',
      })
      killed = () => child.kill('SIGKILL')
      await once(child, 'exit')
      killed = () => {}
      expect([child.signalCode, seen.length]).toEqual(['SIGKILL', 1])
      await sendWebhooks(deps)
      expect(seen).toHaveLength(1) // nobody knows yet that it was killed
      await database.db
        .updateTable('webhook')
        .set({ claimed_until: new Date(0) })
        .execute()
      await sendWebhooks(deps)
      await sendWebhooks(deps)
      expect(seen.map((headers) => headers['webhook-id'])).toEqual([seen[0]?.['webhook-id'], seen[0]?.['webhook-id']])
      server.close()
    })
  },
  'postgres',
)
