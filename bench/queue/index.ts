import pg from 'pg'
import { workLists } from '../../api/index.ts'
import { startPostgres } from '../../server/index.ts'
import { timesText } from '../measure.ts'
import { startOwnServer } from '../own-server.ts'
import { fillQueue } from './fill.ts'

/** How many stored applications: `QUEUE_APPLICATIONS=1000`. */
const COUNT = Number(process.env.QUEUE_APPLICATIONS ?? 100_000)
const ROUNDS = 100
const PAGES = 300 // of 100 rows: how deep the deep page is, at most

/** Finds and reads as a member of staff: what is measured, by the call's path and payload. */
type Ask = (path: string, payload?: object) => Promise<{ readonly next: string | null; readonly applications: Rows }>
type Rows = readonly { readonly id: string; readonly duplicates: number }[]

/**
 * How long pages of the staff's queue take with many applications, over HTTP on loopback, beside the bare query for the
 * same rows of the index. They take turns, so that other work of the machine affects all of them. On this machine's
 * PostgreSQL.
 */
export async function queueMeasurements(): Promise<readonly string[]> {
  const postgres = await startPostgres()
  if ('skipped' in postgres) return [`queue: not measured, because ${postgres.skipped}`]
  await using opened = new AsyncDisposableStack()
  opened.defer(postgres.stop)
  const environment = { DATABASE_URL: postgres.url, SECRET_KEY: `k1:${Buffer.alloc(32, 7).toString('base64')}` }
  const server = await startOwnServer({}, environment, (dataDir) =>
    fillQueue({ dataDir, databaseUrl: postgres.url }, COUNT),
  )
  opened.defer(server.close)
  const client = new pg.Client({ connectionString: postgres.url })
  await client.connect()
  opened.defer(() => client.end())
  const ask = await signedIn(server)
  const page = (more: object) => () => ask('/staff/api/applications', more)
  const first = await page({ limit: 100 })()
  const twin = first.applications.find(({ duplicates }) => duplicates > 0)
  const after = await deepPage(ask)
  const works: Readonly<Record<string, () => Promise<unknown>>> = {
    'bare query of the first page': () => client.query(BARE),
    'first page': page({}),
    'first page by name': page({ sort: 'name', order: 'up' }),
    'filtered: term and major': page({ filter: { term: '202730', major: 'ART' } }),
    'filtered: nobody has it in hand': page({ filter: { work: 'new', assignee: 0 } }),
    'filtered: one person has it in hand': page({ filter: { work: 'in_hand', assignee: 3 } }),
    'filtered: nothing matches': page({ filter: { work: 'handled', assignee: 99 } }),
    'half a name: "okaf"': page({ search: { name: 'okaf' } }),
    'two halves: "gr lind"': page({ search: { name: 'gr lind' } }),
    'half a name that nobody has': page({ search: { name: 'zzz' } }),
    'birth date': page({ search: { birth_date: '1999-05-01' } }),
    [`a page after ${after.rows} others`]: page({ after: after.next }),
    'one application and its possible duplicates': () => ask(`/staff/api/applications/${twin?.id}`),
    ...Object.fromEntries(
      Object.entries(workLists).map(([name, filter]) => [`list of work: ${name}`, page({ filter })] as const),
    ),
    'counts of all lists of work': () => ask('/staff/api/work'),
    statistics: () => ask('/staff/api/statistics'),
  }
  const times = new Map(Object.keys(works).map((name) => [name, [] as number[]]))
  for (let round = 0; round < ROUNDS + 5; round += 1) {
    for (const [name, work] of Object.entries(works)) {
      const start = performance.now()
      await work()
      if (round >= 5) times.get(name)?.push(performance.now() - start) // the first ones warm up
    }
  }
  const title = `queue: ${COUNT} applications on PostgreSQL, over HTTP, ${ROUNDS} rounds`
  return [title, ...[...times].map(([name, each]) => `  ${name.padEnd(46)} ${timesText(each)}`)]
}

const BARE = `select application_id, reference, name, birth_date, term, major, kind, status, started_at, submitted_at
  from application_index where submitted_at is not null order by submitted_at desc, application_id desc limit 51`

/** Signs in with a link of the operator. */
async function signedIn({ address, command }: Awaited<ReturnType<typeof startOwnServer>>): Promise<Ask> {
  const printed = await command('staff-link', 'Bench', '--role', 'data_steward', '--by', 'bench')
  const [, token] = /\/staff\/link#(\S+)/.exec(printed) ?? []
  const call = async (path: string, payload: object | undefined, cookie: string) => {
    const sent = payload && { method: 'POST', body: JSON.stringify(payload) }
    const headers = { cookie, ...(payload && { 'content-type': 'application/json' }) }
    const reply = await fetch(`${address}${path}`, { headers, ...sent })
    if (!reply.ok) throw new Error(`${path} answered ${reply.status}: ${await reply.text()}`)
    return reply
  }
  const { headers } = await call('/staff/api/link', { token }, '')
  const cookie = headers.getSetCookie()[0]?.split(';')[0] ?? ''
  return async (path, payload) => (await call(path, payload, cookie)).json()
}

/** Goes on from page to page. */
async function deepPage(ask: Ask) {
  let deepest = { rows: 0, next: undefined as string | undefined }
  for (let pages = 1; pages <= PAGES; pages += 1) {
    const { next } = await ask('/staff/api/applications', { limit: 100, after: deepest.next })
    if (next === null) return deepest
    deepest = { rows: pages * 100, next }
  }
  return deepest
}
