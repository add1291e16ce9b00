import pg from 'pg'
import { startPostgres } from '../../server/index.ts'
import { PASSWORD } from '../own-server.ts'
import { deadlineNight, memoryAtRest } from './deadline-night.ts'
import { longAnswers } from './fill.ts'
import { afterARestart, onABusyMachine } from './hard-moments.ts'
import { type Measured, measured } from './measured.ts'
import { filled, PEOPLE, SUBMITTERS, startFloors } from './servers.ts'

const FEW = 100
/** Stored applications of the large database. */
const MANY = Number(process.env.LOAD_APPLICATIONS ?? 10_000)
const LOG_INS = 60
/** Which of the parts run, such as `LOAD_PARTS=rest,night`. */
const PARTS = (process.env.LOAD_PARTS ?? 'rest,postgres,restart,busy,embedded,night').split(',')

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
  if (has('restart')) lines.push(...(await afterARestart(await postgres())))
  if (has('busy')) lines.push(...(await onABusyMachine(await postgres())))
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
  const asScreen = { 'answer-descriptions': 'none', 'sec-fetch-site': 'same-origin' }
  const profile = { method: 'GET', path: '/api/profile', body: undefined, headers: asScreen }
  const floor = few === undefined ? undefined : await startFloors(opened, few)
  const returning = anew && (await filled(opened, FEW, anew, { RECENT_ANSWERS_MB: '0' })).people
  const before = anew === undefined ? undefined : await minutesAgo(opened, anew)
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
    ...(returning &&
      before &&
      Object.fromEntries(
        [10, 50].flatMap((connections) => {
          const [bare, duties] = [`one statement, ${connections}`, `the same duties, ${connections}`]
          const on = { ...returning, connections, before }
          const read = [`reading, one statement, ${connections}`]
          return [
            [`save by people who come back after minutes, ${connections}`, { ...on, ...save, of: [bare, duties] }],
            [`profile of people who come back after minutes, ${connections}`, { ...on, ...profile, of: read }],
          ]
        }),
      )),
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

/** What makes everybody's last call one of some minutes ago, whose session is written again. */
async function minutesAgo(opened: AsyncDisposableStack, url: string): Promise<() => Promise<void>> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  opened.defer(() => client.end())
  return async () => {
    await client.query(`update session set "updatedAt" = now() - interval '3 minutes'`)
  }
}
