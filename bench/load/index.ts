import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { completeAnswers, startPostgres } from '../../server/index.ts'
import { call, freePort, type OwnServer, PASSWORD, startOwnServer } from '../own-server.ts'
import { deadlineNight, memoryAtRest } from './deadline-night.ts'
import { fill, longAnswers } from './fill.ts'
import { type Measured, measured } from './measured.ts'

const FEW = 100
/** Stored applications of the large database. */
const MANY = Number(process.env.LOAD_APPLICATIONS ?? 10_000)
/** So many that the server slows nobody down for saving very much. */
const PEOPLE = 500
const SIGNING_UP = 10 // people at a time
const SUBMITTERS = 30
const LOG_INS = 60
/** Which of the parts run, such as `LOAD_PARTS=rest,night`. */
const PARTS = (process.env.LOAD_PARTS ?? 'rest,postgres,embedded,night').split(',')
/** Without the limits that stop one network, because all people come from this machine. */
const LIMITS = {
  sign_up_by_network: { most: 100_000, seconds: 60 },
  mail_by_network: { most: 100_000, seconds: 60 },
  code_by_network: { most: 100_000, seconds: 60 },
}

/**
 * How many requests a second the product serves, beside two servers written by hand that take turns with it: one
 * statement for each request, and the same duties in the fewest statements. On PostgreSQL, and then alone on the
 * embedded database; from 1 to 50 connections, and with few and many stored applications (LOAD_APPLICATIONS). Then the
 * night of a deadline, and before it all the memory of a server at rest. Uses this machine's PostgreSQL, on loopback, and
 * is bounded in time.
 */
export async function loadMeasurements(): Promise<readonly string[]> {
  await using opened = new AsyncDisposableStack()
  const postgres = async () => {
    const started = await startPostgres()
    if ('skipped' in started) return undefined
    opened.defer(started.stop)
    return started.url
  }
  const has = (part: string) => PARTS.includes(part)
  const lines = has('rest') ? [...(await memoryAtRest())] : []
  if (has('postgres')) {
    const urls = [await postgres(), await postgres(), await postgres()]
    if (urls.includes(undefined)) lines.push(MISSING)
    else lines.push(...(await measuredOn('PostgreSQL', ...urls)))
  }
  if (has('embedded')) lines.push(...(await measuredOn('embedded')))
  if (has('night')) {
    const url = await postgres()
    lines.push(...(url === undefined ? [MISSING] : await deadlineNight('PostgreSQL', url)))
  }
  return lines
}

const MISSING = 'load: without PostgreSQL, which is not installed here'

async function measuredOn(database: string, few?: string, many?: string, anew?: string): Promise<readonly string[]> {
  await using opened = new AsyncDisposableStack()
  const [small, large] = [await filled(opened, FEW, few), await filled(opened, MANY, many)]
  const save = { method: 'PUT', path: '/api/answer', body: longAnswers }
  const profile = { method: 'GET', path: '/api/profile', body: undefined }
  const floor = few === undefined ? undefined : await startFloors(opened, few)
  const forgetful = anew && (await filled(opened, FEW, anew, { RECENT_ANSWERS_MB: '0' })).people
  const growth = [1, 10, 50].flatMap((connections): readonly (readonly [string, Measured])[] => {
    const [bare, duties] = [`one statement, ${connections}`, `the same duties, ${connections}`]
    const read = `reading, one statement, ${connections}`
    const on = { ...small.people, connections }
    const by = floor && { ...floor, connections }
    return [
      ...(by ? [[bare, { ...by, ...save, path: '/bare' }] as const] : []),
      ...(by ? [[duties, { ...by, ...save, path: '/duties' }] as const] : []),
      [`save, ${connections}`, { ...on, ...save, of: by ? [bare, duties] : [] }],
      ...(by ? [[read, { ...by, ...profile, path: '/bare' }] as const] : []),
      [`profile, ${connections}`, { ...on, ...profile, of: by ? [read] : [] }],
    ]
  })
  const ten = { connections: 10 }
  const credentials = { username: 'p0x@mail.example', password: PASSWORD }
  return await measured(`${database}, connections after the comma, ${PEOPLE} people`, {
    ...Object.fromEntries(growth),
    'save of another name, 10': { ...small.people, ...ten, ...save, changedKey: 'first_name', of: ['save, 10'] },
    'save of one answer, 10': { ...small.people, ...ten, ...save, body: {}, of: ['save, 10'] },
    ...(forgetful && {
      'save, 10, nothing in memory': { ...forgetful, ...ten, ...save, of: ['one statement, 10', 'save, 10'] },
      'profile, 10, nothing in memory': {
        ...forgetful,
        ...ten,
        ...profile,
        of: ['reading, one statement, 10', 'profile, 10'],
      },
    }),
    [`save, 10, ${MANY} applications`]: { ...large.people, ...ten, ...save, of: ['save, 10'] },
    [`profile, 10, ${MANY} applications`]: { ...large.people, ...ten, ...profile, of: ['profile, 10'] },
    'lookup, 10': {
      ...small.people,
      ...ten,
      method: 'GET',
      body: undefined,
      path: '/lookup/find?category=college_ceeb&text=hel',
    },
    'log-in, 10': {
      ...small.people,
      ...ten,
      cookies: [''],
      most: LOG_INS,
      method: 'POST',
      path: '/public/login',
      body: credentials,
    },
    'submit, 10': {
      ...small.submitters,
      ...ten,
      method: 'POST',
      path: '/api/submit',
      body: undefined,
      most: SUBMITTERS,
    },
  })
}

/** A server with so many applications of others, people who fill in theirs, and people who are about to submit. */
async function filled(opened: AsyncDisposableStack, count: number, url?: string, more = {}) {
  const key = `k1:${Buffer.alloc(32, 7).toString('base64')}`
  const settings = url === undefined ? {} : { DATABASE_URL: url, SECRET_KEY: key, ...more }
  const server = await startOwnServer(LIMITS, settings, (dataDir) => fill({ dataDir, databaseUrl: url }, count))
  opened.defer(server.close)
  const { address, processId } = server
  const cookies = await peopleOn(server, 'p', PEOPLE)
  const submitting = await peopleOn(server, 's', SUBMITTERS)
  for (const cookie of submitting) await call(`${address}/api/answer`, 'PUT', completeAnswers, { cookie })
  return { people: { address, processId, cookies }, submitters: { address, processId, cookies: submitting } }
}

const peopleOn = async (server: OwnServer, name: string, count: number): Promise<readonly string[]> => {
  const cookies: string[] = []
  for (let first = 0; first < count; first += SIGNING_UP) {
    const people = Array.from({ length: Math.min(SIGNING_UP, count - first) }, (_, at) => `${name}${first + at}x`)
    cookies.push(...(await Promise.all(people.map((each) => server.signUp(`${each}@mail.example`)))))
  }
  return cookies
}

async function startFloors(opened: AsyncDisposableStack, url: string) {
  const port = await freePort()
  const env = { PATH: process.env.PATH, DATABASE_URL: url, PORT: String(port), PEOPLE: String(PEOPLE) }
  const child = spawn(process.execPath, [fileURLToPath(import.meta.resolve('./floors.ts'))], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  opened.defer(() => void child.kill())
  await once(child.stdout, 'data')
  const cookies = Array.from({ length: PEOPLE }, (_, at) => `token=t${at}`)
  return { address: `http://127.0.0.1:${port}`, processId: child.pid ?? 0, cookies }
}
