import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { killPostgres } from '../kills/kill-postgres.ts'
import type { Behavior, Reply } from './services.ts'
import type { Site } from './site.ts'

/** Begins a fault. A function that it returns ends it; without one, the site is left to itself. */
export type Fault = (site: Site) => Promise<unknown>

const html = (status: number): Reply => ({
  status,
  headers: { 'content-type': 'text/html' },
  body: Buffer.from('<!doctype html><title>Welcome to the network</title><p>Please sign in.</p>'),
})
const xml = (status: number, code: string): Reply => ({
  status,
  headers: { 'content-type': 'application/xml' },
  body: Buffer.from(`<Error><Code>${code}</Code><Message>As told.</Message></Error>`),
})
const isList = (url = '') => url.includes('list-type') || url.includes('versions')

/** Only these methods, or requests that this finds. */
const only =
  (which: (method: string, url: string) => boolean, behavior: Behavior): Behavior =>
  (request, forward) =>
    which(request.method ?? '', request.url ?? '') ? behavior(request, forward) : forward()
const half = ({ body, ...reply }: Reply): Reply => ({ ...reply, body: body.subarray(0, body.length / 2) })

const storage =
  (behavior: Behavior): Fault =>
  async (site) => {
    site.storage.behave(behavior)
    return () => site.storage.behave(undefined)
  }
const front =
  (behavior: Behavior): Fault =>
  async (site) => {
    site.front.behave(behavior)
    return () => site.front.behave(undefined)
  }
const mail =
  (way: Parameters<Site['mail']['be']>[0]): Fault =>
  async (site) => {
    site.mail.be(way)
    return () => site.mail.be('well')
  }
const network =
  (way: Parameters<Site['database']['be']>[0]): Fault =>
  async (site) => {
    site.database.be(way)
    if (way === 'refused') site.database.cut()
    return () => site.database.be('well')
  }
const stopped =
  (which: (site: Site) => readonly { signal: (name: NodeJS.Signals) => void }[]): Fault =>
  async (site) => {
    for (const each of which(site)) each.signal('SIGSTOP')
    return () => {
      for (const each of which(site)) each.signal('SIGCONT')
    }
  }
/** For the servers' own user of the database, whose connections are ended, so that it counts at once. */
const forUser =
  (change: string, undo: string): Fault =>
  async (site) => {
    await site.asAdministrator(change, END_CONNECTIONS)
    return () => site.asAdministrator(undo)
  }
const END_CONNECTIONS = `select pg_terminate_backend(pid) from pg_stat_activity where usename = 'causeway'`

const HOUR = 3_600_000 // ms

/** On PostgreSQL, with two servers behind a proxy, a worker, a storage and a mail server. */
export const faults: Readonly<Record<string, Fault>> = {
  'kill -9 of one server': async ({ servers }) => servers[0]?.kill(),
  'kill -9 of both servers at once': async ({ servers }) => Promise.all(servers.map(({ kill }) => kill())),
  'kill -9 of the worker': async ({ worker }) => worker.kill(),
  'SIGTERM to one server': async ({ servers }) => servers[0]?.signal('SIGTERM'),
  'SIGTERM to the other server': async ({ servers }) => servers[1]?.signal('SIGTERM'),
  'SIGTERM to the worker': async ({ worker }) => worker.signal('SIGTERM'),
  'one server stuck (SIGSTOP)': stopped(({ servers }) => servers.slice(0, 1)),
  'the worker stuck (SIGSTOP)': stopped(({ worker }) => [worker]),
  'PostgreSQL ends at once and starts again': async ({ postgres }) => {
    await postgres.crash()
    return postgres.resume
  },
  'kill -9 of the postmaster': async ({ postgres }) => killPostgres(postgres, 'postmaster'),
  'kill -9 of one backend': async ({ postgres }) => killPostgres(postgres, 'client backend'),
  'kill -9 of servers and worker while PostgreSQL ends at once': async ({ servers, worker, postgres }) => {
    await Promise.all([postgres.crash(), worker.kill(), ...servers.map(({ kill }) => kill())])
    return postgres.resume
  },
  'network to PostgreSQL refused': network('refused'),
  'network to PostgreSQL hangs': network('silent'),
  'PostgreSQL far away (150 ms each way)': network('slow'),
  'connections to PostgreSQL reset': async ({ database }) => database.cut(),
  'reply of PostgreSQL lost, committed or not': network('reply lost'),
  'PostgreSQL read-only': forUser(
    'alter role causeway set default_transaction_read_only = on',
    'alter role causeway reset default_transaction_read_only',
  ),
  'database user may not log in': forUser('alter role causeway nologin', 'alter role causeway login'),
  'a right on a table is missing': forUser(
    'revoke update on application from causeway',
    'grant update on application to causeway',
  ),
  'most connections are taken': forUser(
    'alter role causeway connection limit 4',
    'alter role causeway connection limit -1',
  ),
  'a lock on the table of applications': async ({ databaseUrl }) => {
    const client = new pg.Client({ connectionString: databaseUrl })
    client.on('error', () => {}) // ended with the database
    await client.connect()
    await client.query('begin')
    await client.query('lock table application in access exclusive mode')
    return () => client.end()
  },
  'PostgreSQL, storage and mail away at once': async (site) => {
    site.database.be('refused')
    site.database.cut()
    site.storage.behave(async () => 'cut')
    site.mail.be('refused')
    return () => {
      site.database.be('well')
      site.storage.behave(undefined)
      site.mail.be('well')
    }
  },
  'storage answers 500': storage(async () => xml(500, 'InternalError')),
  'storage answers 403': storage(async () => xml(403, 'AccessDenied')),
  'storage answers 503 SlowDown': storage(async () => xml(503, 'SlowDown')),
  'storage has no such bucket': storage(async () => xml(404, 'NoSuchBucket')),
  'storage answers 200 with HTML (captive portal)': storage(async () => html(200)),
  'storage slow (3 s each)': storage(async (_, forward) => {
    await wait(3000)
    return forward()
  }),
  'storage hangs': storage(() => new Promise(() => {})),
  'storage refuses forms only': storage(
    only(
      (method) => method === 'POST',
      async () => xml(400, 'NotImplemented'),
    ),
  ),
  'storage full (507 on writes)': storage(
    only(
      (method) => method !== 'GET' && method !== 'HEAD',
      async () => xml(507, 'InsufficientStorage'),
    ),
  ),
  'storage cuts each download in the middle': storage(
    only(
      (method, url) => method === 'GET' && !isList(url),
      async (_, forward) => half(await forward()),
    ),
  ),
  'storage keeps a file and its reply is lost': storage(
    only(
      (method) => method === 'PUT' || method === 'POST',
      async (_, forward) => {
        await forward()
        return 'cut'
      },
    ),
  ),
  'storage says 404 for files that are there': storage(
    only(
      (method, url) => method === 'GET' && !isList(url),
      async () => xml(404, 'NoSuchKey'),
    ),
  ),
  'storage refuses lists': storage(
    only(
      (_, url) => isList(url),
      async () => xml(403, 'AccessDenied'),
    ),
  ),
  'mail server refuses connections': mail('refused'),
  'mail server accepts and says nothing': mail('silent'),
  'mail server too busy (421)': mail('busy (421)'),
  'mail server greylists': mail('greylists'),
  'mail server keeps the mail and cuts before its 250': mail('cut before 250'),
  'mail server blocks everyone (554 5.7.1)': mail('blocks everyone (554)'),
  'mailbox full (452)': mail('mailbox full (452)'),
  'mail server slow after the text': mail('slow'),
  'proxy repeats each request': front(async (_, forward) => {
    await forward()
    return forward()
  }),
  'proxy sends each request twice at once': front(async (_, forward) => (await Promise.all([forward(), forward()]))[1]),
  'proxy late (2 s)': front(async (_, forward) => {
    await wait(2000)
    return forward()
  }),
  'line cut before the request arrives': front(async () => 'cut'),
  'line cut after the request arrived': front(async (_, forward) => {
    await forward()
    return 'cut'
  }),
  'reply cut in the middle': front(async (_, forward) => half(await forward())),
  'proxy answers 502': front(async () => html(502)),
  'proxy answers 200 with HTML (captive portal)': front(async () => html(200)),
  'clock of servers and worker 3 hours ahead': async ({ leapBy }) => {
    leapBy(3 * HOUR)
    return () => leapBy(0)
  },
  'clock of servers and worker 3 hours behind': async ({ leapBy }) => {
    leapBy(-3 * HOUR)
    return () => leapBy(0)
  },
}

/** What is not played here, and why. */
export const left: Readonly<Record<string, string>> = {
  'nginx and Caddy killed, reloaded or stopped': 'a real proxy: server/app/proxies.server.test.ts and the rehearsals',
  'promotion of a standby': 'rehearsal failover',
  'change of keys under traffic': 'rehearsal keys',
  'backup and restore, and what had ended': 'rehearsal backup',
  'the release before this one beside it': 'rehearsal upgrade',
  'a term that closes at midnight, leap day, year end': 'tests with a clock of their own, in server/applying',
  'clock years off for good': 'retention refuses it: server/office/retention',
  'mails queued for a day': 'hours; server/running/mail with a clock of its own',
  'start while the storage is away': 'server/app/services-away.server.test.ts',
  'disk of PostgreSQL or of the storage full':
    'needs a disk of its own; of the embedded database, server/app/full-disk.server.test.ts',
}
