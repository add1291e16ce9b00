import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { calls, packetPath, type StaffCallName, staffCalls } from '../../api/index.ts'
import { controlSocketPath, sendCommand } from '../platform/control/index.ts'
import { createLog } from '../platform/http/index.ts'
import { applicantAt, completeAnswers, type DatabaseForTests, databasesForTests, PATIENCE } from '../testing/index.ts'
import { pdfOf } from '../testing/sample-files/index.ts'
import { startServer } from './start-server.ts'

/** Rows of each table that grows: many enough that PostgreSQL reads a whole one only where no index serves. */
const ROWS = 20_000
/** Rows of those that are read when one application is opened. */
const ROWS_OPENED = 100_000
/** Tables that do not grow with applicants. */
const SMALL =
  /^(clock|delivery|edition|edition_count|edition_draft|export_token|face_file|form_change|installation|kysely.*|process|rate_limit|school_list|secret_key|staff_.*|storage_care|webhook)$/

/**
 * The beginnings of statements that may read a whole table, because none of them is a call that somebody waits for: at
 * the start, which keys are in use; every few minutes, hours or days, what is not sealed yet, what has expired and what
 * still has to be erased.
 */
const ABOUT_ALL = [
  "select distinct on (value ->> 'kid')",
  "select distinct on (snapshot -> 'sealed' ->> 'kid')",
  "select distinct on (data_key ->> 'kid')",
  'delete from "session" where "expiresAt" <= $1',
  'delete from "verification" where "expiresAt" <= $1',
  'select * from "erasure" where',
  'select * from "erased_account" where',
]

/** The same, of jobs that begin some minutes after the start: only a slow machine still makes statements then. */
const LATER = [
  'select "application_id" from "reopening" where "ended_at" is null and "until" <=',
  'select "receipt"."application_id", "receipt"."version", "submission"."reference"',
  'select "id", "kind", "subject", "at" from "revocation" where "listed_at" is null',
]

/** What stands in the filled tables for an application, its successor, their account and its address. */
const STORED = [idOf(12_345), idOf(12_346), 'account12345', 'email 12345']

type Statement = { readonly text: string; readonly values: readonly unknown[] }

databasesForTests(
  'in a large database',
  (on) => {
    const made = new Map<string, Statement>()
    const ids: string[] = []
    const opening: Statement[] = []
    const grown = new Set<string>()
    let client: pg.Client
    const planOf = async ({ text, values }: Statement): Promise<Plan> =>
      (await client.query(`explain (format json) ${text}`, [...values])).rows[0]['QUERY PLAN'][0].Plan
    /** The plan of a statement as it went for stored rows in place of those it was made for; what it wrote is taken back. */
    const carriedOut = async ({ text, values }: Statement): Promise<Plan> => {
      // Without what is sealed, which the filled rows have no keys for.
      const given = values.map((value) => (Buffer.isBuffer(value) ? null : value))
      const stored = ids.reduce((of, id, at) => of.replaceAll(id, STORED[at] ?? id), JSON.stringify(given))
      await client.query('begin')
      const explained = await client
        .query(`explain (analyze, buffers, format json) ${text}`, JSON.parse(stored))
        .finally(() => client.query('rollback'))
      return explained.rows[0]['QUERY PLAN'][0].Plan
    }

    beforeAll(async () => {
      client = new pg.Client({ connectionString: on.settings.databaseUrl })
      await client.connect()
      const query = vi.spyOn(pg.Client.prototype, 'query')
      await on.reopen() // connections take the method when they are made
      const asked = (): readonly (readonly unknown[])[] => query.mock.calls
      const life = await lifeOfAnApplication(on, () => asked().length)
      ids.push(...life.ids)
      opening.push(
        ...asked()
          .slice(life.opened.from, life.opened.to)
          .map(statementOf)
          .filter(({ values }) => JSON.stringify(values).includes(life.ids[0] ?? ''))
          .filter(({ text }) => /^(select|with) /.test(text)),
      )
      for (const { text, values } of asked().map(statementOf)) {
        if (!made.has(text)) made.set(text, { text, values: [...values] })
        // Rather one that names the application than the same one for nobody.
        else if (ids.some((id) => JSON.stringify(values).includes(id))) made.set(text, { text, values: [...values] })
      }
      query.mockRestore()
      await fill(client, (table) => opening.some(({ text }) => text.includes(`"${table}"`)))
      const { rows } = await client.query(
        "select relname from pg_class where relnamespace = 'public'::regnamespace and reltuples >= $1",
        [ROWS],
      )
      for (const { relname } of rows) grown.add(relname)
    }, 300_000)
    afterAll(() => client.end())

    test('no statement about one application or one account reads a whole table', async () => {
      expect(grown.size).toBeGreaterThan(25)
      const about = [...made.values()].filter(({ values }) => ids.some((id) => JSON.stringify(values).includes(id)))
      expect(about.length).toBeGreaterThan(100)
      const found: string[] = []
      for (const each of about) {
        const reads = wholeReads(await planOf(each), grown)
        if (reads.length > 0) found.push(`${reads.join(', ')}: ${each.text}`)
      }
      expect(found).toEqual([])
    }, 120_000)

    /**
     * What opening one application may read in all, with a row of it in every table. Each of its 25 tables is asked once,
     * by an index: three levels of 100,000 ids, and the row. So most are 4 blocks, and fewer where a table is small. The
     * largest statement is the row of the queue with what stands beside it, of seven tables; then come those that may be
     * the same person, by number and by name, and what each target was given.
     */
    const BLOCKS = 105
    test('opening one application at the desk asks each table once, by an index', async () => {
      const read: { blocks: number; text: string }[] = []
      for (const each of opening) read.push({ blocks: blocksOf(await carriedOut(each)), text: each.text })
      const report = read.map(({ blocks, text }) => `${blocks} blocks: ${text}`).join('\n')
      expect(read.length, report).toBe(13)
      expect(Math.max(...read.map(({ blocks }) => blocks)), report).toBeLessThanOrEqual(30)
      expect(
        read.reduce((sum, { blocks }) => sum + blocks, 0),
        report,
      ).toBeLessThanOrEqual(BLOCKS)
    })

    /**
     * Every statement that names one application or one account, carried out for one that is stored, with whatever it
     * writes taken back. An index leads to it in three or four blocks a table, and the widest statement asks eight tables.
     */
    test('no statement about one application or one account reads more than 100 blocks or sorts more than a page', async () => {
      const found: string[] = []
      let judged = 0
      for (const { text, values } of made.values()) {
        if (!isJudged(text)) continue
        if (!ids.some((id) => JSON.stringify(values).includes(id))) continue
        judged += 1
        const plan = await carriedOut({ text, values })
        if (blocksOf(plan) > 100) found.push(`${blocksOf(plan)} blocks: ${text}`)
        for (const sorted of largeSorts(plan)) found.push(`${sorted}: ${text}`)
      }
      expect(found.map((each) => each.slice(0, 1500))).toEqual([])
      expect(judged).toBeGreaterThan(100)
    })

    test('no other statement reads a whole table, but for work in the background that is about all of it', async () => {
      const found: string[] = []
      const inBackground = new Set<string>()
      for (const { text, values } of made.values()) {
        if (!isJudged(text)) continue
        const plan = await carriedOut({ text, values })
        const reads = wholeReads(plan, grown).filter((read) => read.startsWith('Seq Scan'))
        if (blocksOf(plan) <= 100 && reads.length === 0) continue
        const written = text.trim().replaceAll(/\s+/g, ' ')
        const work = [...ABOUT_ALL, ...LATER].find((beginning) => written.startsWith(beginning))
        if (work === undefined) found.push(`${blocksOf(plan)} blocks, ${reads.join(', ')}: ${written}`)
        else inBackground.add(work)
      }
      expect(found).toEqual([])
      expect(ABOUT_ALL.filter((each) => !inBackground.has(each))).toEqual([])
    })

    test('no page of the queue, the first or a later one, sorts what it does not show', async () => {
      const pages = [...made.values()].filter(
        ({ text }) => text.includes('as "place"') && !/(reference|email) = /.test(text),
      )
      expect(pages.length).toBeGreaterThan(15)
      const found: string[] = []
      for (const each of pages) {
        const plan = JSON.stringify(await planOf(each))
        if (/"Node Type":"(Sort|Seq Scan|Hash)"/.test(plan)) found.push(`${each.text}\n${plan}`)
      }
      expect(found).toEqual([])
    })

    test('functions and foreign keys find the rows of an application by an index, too', async () => {
      const { rows } = await sql<{ missing: string }>`
        with asked as (
          select attrelid as id, attnum as number from pg_attribute join pg_class on pg_class.oid = attrelid
          where relkind = 'r' and relnamespace = 'public'::regnamespace and attname = 'application_id'
          union
          select conrelid, conkey[1] from pg_constraint
          where contype = 'f' and connamespace = 'public'::regnamespace
            and confrelid in ('application'::regclass, 'document'::regclass, '"user"'::regclass, 'session'::regclass)
        )
        select id::regclass || '.' || attname as missing
        from asked join pg_attribute on attrelid = id and attnum = number
        where not exists (
          select from pg_index where indrelid = id and indkey[0] = number
            and (indpred is null or pg_get_expr(indpred, indrelid) = '(' || attname || ' IS NOT NULL)')
        ) order by 1`.execute(on.database.db)
      expect(rows.map(({ missing }) => missing)).toEqual([])
    })
  },
  'postgres',
)

type Plan = {
  readonly 'Node Type': string
  readonly 'Relation Name'?: string
  readonly 'Index Cond'?: string
  readonly 'Plan Width': number
  /** Of a plan that was carried out. */
  readonly 'Actual Rows'?: number
  readonly 'Shared Hit Blocks'?: number
  readonly 'Shared Read Blocks'?: number
  readonly Plans?: readonly Plan[]
}

/** The nodes of a plan that read all of a table that has grown, or all of an index of it. */
function wholeReads(node: Plan, grown: ReadonlySet<string>): readonly string[] {
  const [kind, table = ''] = [node['Node Type'], node['Relation Name']]
  const isWhole = kind === 'Seq Scan' || (/Index.* Scan/.test(kind) && !node['Index Cond'])
  return [
    ...(isWhole && grown.has(table) ? [`${kind} of ${table}`] : []),
    ...(node.Plans ?? []).flatMap((each) => wholeReads(each, grown)),
  ]
}

/** Erasing is refused here, because a hold is on every stored application. */
const isJudged = (text: string): boolean =>
  /^\s*(select|with|update|delete) /.test(text) && !/erase_application\(|asked by the test/.test(text)

const blocksOf = (plan: Plan): number => (plan['Shared Hit Blocks'] ?? 0) + (plan['Shared Read Blocks'] ?? 0)

const PAGE = 8_192 // bytes

/** The sorts of a plan that was carried out whose rows do not fit into a page. */
function largeSorts(node: Plan): readonly string[] {
  const bytes = (node['Actual Rows'] ?? 0) * node['Plan Width']
  return [
    ...(node['Node Type'] === 'Sort' && bytes > PAGE ? [`a sort of ${bytes} bytes`] : []),
    ...(node.Plans ?? []).flatMap(largeSorts),
  ]
}

/** Does with an application all that applicants and staff do, and returns what names it, its account and its successor. */
async function lifeOfAnApplication({ settings, database }: DatabaseForTests, count: () => number) {
  const server = await startServer({ ...settings, port: 0 }, createLog({ logLevel: 'silent' }))
  const address = server.app.listeningOrigin
  const maya = await applicantAt(address, settings.dataDir)
  const act = async (method: string, path: string, body?: unknown) => done(path, await maya.call(method, path, body))
  const converted = (key: string) => vi.waitUntil(async () => (await maya.conversion(key)) === 'COMPLETED', PATIENCE)
  const submit = async () => {
    await act('POST', '/api/submit')
    await vi.waitUntil(async () => (await act('GET', '/api/pdf')).status === 'COMPLETED', PATIENCE)
  }
  await act('PUT', '/api/answer', { ...completeAnswers, email_address: 'maya@mail.example' })
  await maya.attach('college_transcript', 'one.pdf', await pdfOf('One'))
  await converted('college_transcript')
  await act('PUT', '/api/last-page', { last_page: '/about' })
  await act('GET', '/api/answer-changes?device=laptop0000000000')
  await submit()
  const current = async () => {
    const { rows } = await sql<{ id: string; account_id: string }>`
      select id, account_id from application where account_id is not null /* asked by the test */`.execute(database.db)
    return rows[0] ?? { id: '', account_id: '' }
  }
  const { id, account_id } = await current()

  const signedIn = async (role: string) => {
    const words = [`A ${role}`, '--role', role, '--by', 'the operator']
    const link = JSON.stringify(await sendCommand(controlSocketPath(settings.dataDir), 'staff-link', words))
    const send = (method: string, path: string, body: unknown, cookie = '') =>
      fetch(address + path, {
        ...{ method, headers: { 'content-type': 'application/json', cookie } },
        ...(method === 'POST' && { body: JSON.stringify(body) }),
      })
    const entered = await send('POST', staffCalls.useStaffLink.path, { token: /#(\S+?)["\s]/.exec(link)?.[1] })
    const cookie = entered.headers.getSetCookie()[0]?.split(';')[0]
    return {
      do: async (name: StaffCallName, body: object = {}) => {
        const { method, path } = staffCalls[name]
        const reply = await send(method, path.replace(':id', id), body, cookie)
        return done(name, { status: reply.status, body: await reply.json() })
      },
      get: async (path: string) => (await send('GET', path, undefined, cookie)).status,
    }
  }
  const [dana, ada] = [await signedIn('data_steward'), await signedIn('administrator')]
  const until = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10)
  const { reference } = await dana.do('readApplication')
  for (const search of [{ reference }, { email: 'maya@mail.example' }]) await dana.do('findApplications', { search })
  const { url } = await dana.do('openApplication')
  const query = new URLSearchParams({ service_token: String(url).split(/[#=]/).at(-1) ?? '' })
  expect(await dana.get(`${calls.serviceView.path}?${query}`)).toBe(200)
  expect(await dana.get(packetPath(id))).toBe(200)
  await dana.do('addNote', { text: 'She called.' })
  await dana.do('revealSsn', { reason: 'A match.' })
  await dana.do('changeHandling', { applications: [{ id, version: 0 }], state: 'handled' })
  for (const what of ['password_link', 'end_sessions']) await dana.do('helpWithAccount', { what })
  await maya.logIn()
  await dana.do('requestDocument', { title: 'Grades', reason: 'For the term.', until })
  const key = (await act('GET', '/api/applications')).applications[0].requests[0].key
  await maya.attach(key, 'two.pdf', await pdfOf('Two'))
  await converted(key)
  await dana.do('reopenApplication', { reason: 'Please mend it.', until })
  await act('PUT', '/api/answer', { first_name: 'Maia' })
  await submit()
  await dana.do('reopenApplication', { reason: 'Once more.', until })
  await dana.do('closeApplication')
  await act('POST', '/api/apply-again')
  await act('PUT', '/api/answer', { last_name: 'Other' })
  const { id: next } = await current()
  for (const sort of ['submitted', 'started', 'name'])
    for (const order of ['up', 'down'])
      for (const filter of [{}, { status: 'started' }]) {
        const asked = { sort, order, filter, limit: 1 }
        const { next: after } = await dana.do('findApplications', asked)
        if (after !== null) await dana.do('findApplications', { ...asked, after })
      }
  await act('POST', '/api/open-application', { id })
  await act('POST', '/api/withdraw', { id })
  for (const path of ['/api/held-data', '/api/profile', '/api/devices']) await act('GET', path)
  const from = count()
  await dana.do('readApplication')
  const opened = { from, to: count() }
  await dana.do('holdApplication', { reason: 'A dispute.' })
  await ada.do('liftHold')
  await dana.do('askErasure', { reason: 'She asks.' })
  await ada.do('confirmErasure')
  await maya.logIn()
  expect((await maya.deleteAccount()).status).toBe(200)
  await server.close()
  return { ids: [id, next, String(account_id), 'maya@mail.example'], opened }
}

/** The id of the application number n. */
function idOf(n: number): string {
  const stored = createHash('md5').update(`application${n}`).digest('hex')
  return stored.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}

function statementOf([asked, given]: readonly unknown[]): Statement {
  const { text = String(asked), values = given ?? [] } = Object(asked)
  return { text, values: [...values] }
}

function done(what: string, { status, body }: { readonly status: number; readonly body: unknown }) {
  if (status >= 300) throw new Error(`${what} was answered ${status}: ${JSON.stringify(body)}`)
  return Object(body)
}

/** Fills every table that grows with rows of other applicants, whatever its columns, and has PostgreSQL count them. */
async function fill(client: pg.Client, isOpened: (table: string) => boolean): Promise<void> {
  const { rows: columns } = await client.query(`
    select relname as table, attname as name, typname as type, attnotnull and not atthasdef and attidentity = '' as needed
    from pg_attribute join pg_class on pg_class.oid = attrelid join pg_type on pg_type.oid = atttypid
    where relkind = 'r' and relnamespace = 'public'::regnamespace and attnum > 0 and not attisdropped`)
  await client.query('set session_replication_role = replica') // without triggers
  for (const [table, of] of Map.groupBy(columns, (each) => String(each.table))) {
    if (SMALL.test(table)) continue
    const values = of.flatMap(({ name, type, needed }) => {
      const value = valueFor(table, name, type)
      const isGiven = needed || NAMES.test(value) || (table === 'application_index' && type === 'text')
      return isGiven ? [[`"${name}"`, value]] : []
    })
    await client.query(`insert into "${table}" (${values.map(([name]) => name)})
      select ${values.map(([, value]) => value)} from generate_series(1, ${isOpened(table) ? ROWS_OPENED : ROWS}) as n`)
  }
  await client.query(`update application_index set status = 'submitted', submitted_at = now() - interval '1 minute' *
    ascii(sort_name) where ascii(md5(sort_name)) > ascii('6')`)
  await client.query('vacuum analyze') // as PostgreSQL does by itself
}

/** The values that name an application, an account or a document. */
const NAMES = /^(md5|'account)/

/** A value of a column for row n: the application, account or document n where it names one. */
function valueFor(table: string, name: string, type: string): string {
  if (name === 'former_account_id') return 'null'
  if (table === 'application_index' && name === 'came') return 'null'
  if (name === 'work') return "(array['new', 'in_hand', 'waiting', 'came', 'handled'])[1 + n % 5]"
  if (name === 'subject') return "md5('application' || n)::uuid::text"
  if (table === 'revocation' && name === 'kind') return "'token'"
  const of = name === 'id' ? table : name
  if (/^(application|document)(_id)?$/.test(of)) return `md5('${of.replace('_id', '')}' || n)::uuid`
  if (/^(account_id|userId|user)$/.test(of)) return "'account' || n"
  const known = {
    result: 'accepted',
    status: 'started',
    cause: 'staff',
    kind: 'submitted',
    action: 'application exported',
  }[name]
  if (known !== undefined) return `'${table === 'application_pdf' ? 'COMPLETED' : known}'`
  const byType: Readonly<Record<string, string>> = {
    ...{ uuid: `md5('${table}.${name}' || n)::uuid`, timestamptz: 'now()', jsonb: "'{}'", bool: 'false' },
    ...{ int4: 'n', int8: 'n' },
  }
  return byType[type] ?? `'${name} ' || n`
}
