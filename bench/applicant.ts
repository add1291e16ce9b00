import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { ANSWER_ORDER, formatAnswerOrder } from '../api/index.ts'
import { completeAnswers, pdfOf, startPostgres } from '../server/index.ts'
import { startOwnServer } from './own-server.ts'

const PEOPLE = 20
const DOCUMENT = 'college_transcript'

/**
 * What one applicant costs an installation from the first visit to the receipt: bytes that are kept, processor time of
 * server and PostgreSQL, calls and mails. Each signs up, gives the answers that everybody must give, leaving one field
 * after the other, attaches a document of one page, submits, and reads the PDF. On this machine's PostgreSQL.
 */
export async function applicantMeasurements(): Promise<readonly string[]> {
  const postgres = await startPostgres()
  if ('skipped' in postgres) return [`applicant: not measured, because ${postgres.skipped}`]
  await using opened = new AsyncDisposableStack()
  opened.defer(postgres.stop)
  const most = { most: 100_000, seconds: 60 }
  const limits = { sign_up_by_network: most, mail_by_network: most, code_by_network: most }
  const key = `k1:${Buffer.alloc(32, 7).toString('base64')}`
  const server = await startOwnServer(limits, { DATABASE_URL: postgres.url, SECRET_KEY: key })
  opened.defer(server.close)
  const client = new pg.Client({ connectionString: postgres.url })
  await client.connect()
  opened.defer(() => client.end())
  let calls = 0
  const attend = async (number: number) => {
    const cookie = await server.signUp(`cost${number}@mail.example`)
    calls += 3 // sign up, confirm, log in
    const call = async (method: string, path: string, body?: unknown, headers = {}) => {
      calls += 1
      const sent = body === undefined ? {} : { body: JSON.stringify(body) }
      const all = { cookie, 'content-type': 'application/json', ...headers }
      const reply = await fetch(`${server.address}${path}`, { method, headers: all, ...sent })
      if (!reply.ok) throw new Error(`${method} ${path} was answered ${reply.status}: ${await reply.text()}`)
      return Object(await reply.json())
    }
    await call('GET', '/api/profile')
    for (const [at, [name, value]] of Object.entries(completeAnswers).entries()) {
      const order = {
        device: `applicant${String(number).padStart(8, '0')}`,
        keys: { [name]: { number: at, over: at } },
      }
      await call('PUT', '/api/answer', { [name]: value }, { [ANSWER_ORDER]: formatAnswerOrder(order) })
    }
    const { url, fields } = await call('POST', '/api/presigned-url', { answer_key: DOCUMENT })
    const form = new FormData()
    for (const [field, value] of Object.entries<string>(fields)) form.append(field, value)
    form.append('file', new Blob([Buffer.from(await pdfOf('A transcript'))]), 'transcript.pdf')
    calls += 1
    await fetch(new URL(url, server.address), { method: 'POST', body: form })
    const attached = `/api/pdf/document-answer/${DOCUMENT}`
    await call('POST', attached, { file_key: fields.key, file_name: 'transcript.pdf' })
    const completed = async (path: string) => {
      while ((await call('GET', path)).status !== 'COMPLETED') await wait(1_000) // as often as the page asks
    }
    await completed(attached)
    await call('POST', '/api/submit')
    await completed('/api/pdf')
  }
  await attend(0) // what the first one makes is made once
  const costs = async () => ({
    processor: processorOf(server.processId, true),
    postgres: (await backends(client)).reduce((sum, id) => sum + processorOf(id, false), 0),
    table: await tableBytes(client),
    files: bytesBelow(server.dataDir, (path) => !path.includes('/mail/')),
    mails: readdirSync(join(server.dataDir, 'mail')).filter((name) => name.endsWith('.eml')).length,
    calls,
  })
  const before = await costs()
  for (let number = 1; number <= PEOPLE; number += 1) await attend(number)
  await wait(3_000) // for the receipts
  const after = await costs()
  const each = (of: keyof typeof before) => (after[of] - before[of]) / PEOPLE
  const kilobytes = (of: keyof typeof before) => `${(each(of) / 1024).toFixed(0)} KB`
  return [
    `applicant: one of ${PEOPLE}, from sign-up to the PDF, with ${Object.keys(completeAnswers).length} answers and a document of one page`,
    `  kept: ${kilobytes('table')} in the database, ${kilobytes('files')} in the storage`,
    `  processor: ${each('processor').toFixed(2)} s of the server with its converters, ${each('postgres').toFixed(2)} s of PostgreSQL`,
    `  ${each('calls').toFixed(0)} calls   ${each('mails').toFixed(1)} mails`,
  ]
}

/** Seconds of processor time that a process has used, with those of its children that have ended. */
function processorOf(id: number, withChildren: boolean): number {
  try {
    const fields = readFileSync(`/proc/${id}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
    return fields.slice(11, withChildren ? 15 : 13).reduce((sum, each) => sum + Number(each), 0) / 100
  } catch {
    return 0 // it has ended
  }
}

const backends = async (client: pg.Client): Promise<readonly number[]> =>
  (await client.query('select pid from pg_stat_activity')).rows.map(({ pid }) => Number(pid))

/** What the tables take when nothing in them is dead. */
async function tableBytes(client: pg.Client): Promise<number> {
  await client.query('vacuum full')
  const { rows } = await client.query(
    "select sum(pg_total_relation_size(oid)) as bytes from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace",
  )
  return Number(rows[0].bytes)
}

function bytesBelow(folder: string, isCounted: (path: string) => boolean): number {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter(isCounted)
    .map((path) => statSync(path))
    .reduce((sum, each) => sum + (each.isFile() ? each.size : 0), 0)
}
