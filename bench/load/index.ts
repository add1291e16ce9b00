import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import { veteran } from '../../form/testing/index.ts'
import { startPostgres } from '../../server/index.ts'
import { shareOf } from '../median.ts'
import { freePort, type OwnServer, startOwnServer } from '../own-server.ts'
import type { Load, LoadReport } from './request-often.ts'

const ROUNDS = 5
const SECONDS = 4
const PEOPLE = 40
const CONNECTIONS = 10
/** Without the limits that stop one network, because all people come from this machine. */
const LIMITS = {
  sign_up_by_network: { most: 100_000, seconds: 60 },
  mail_by_network: { most: 100_000, seconds: 60 },
  code_by_network: { most: 100_000, seconds: 60 },
}

/**
 * How many requests a second the product serves, beside two servers written by hand that take turns with it: one
 * statement for each request, and the same duties in the fewest statements. On PostgreSQL, and then alone on the
 * embedded database. Uses this machine's PostgreSQL, on loopback, and is bounded in time.
 */
export async function loadMeasurements(): Promise<readonly string[]> {
  const postgres = await startPostgres()
  const lines =
    'skipped' in postgres ? [`load: without PostgreSQL, because ${postgres.skipped}`] : await onPostgres(postgres)
  return [...lines, ...(await onEmbedded())]
}

type Postgres = { readonly url: string; readonly stop: () => Promise<void> }

async function onPostgres(postgres: Postgres): Promise<readonly string[]> {
  const key = `k1:${Buffer.alloc(32, 7).toString('base64')}`
  const server = await startOwnServer(LIMITS, { DATABASE_URL: postgres.url, SECRET_KEY: key })
  const floors = await startFloors(postgres.url)
  try {
    const cookies = await peopleOn(server)
    const floorCookies = Array.from({ length: PEOPLE }, (_, at) => `token=t${at}`)
    const at = { address: server.address, cookies, processId: server.processId }
    const floor = { address: floors.address, cookies: floorCookies, processId: floors.processId }
    return await measured('PostgreSQL', CONNECTIONS, {
      'save of 15 KB, one statement': { ...floor, method: 'PUT', path: '/bare', body: answers() },
      'save of 15 KB, the same duties by hand': { ...floor, method: 'PUT', path: '/duties', body: answers() },
      'save of 15 KB, this product': { ...at, method: 'PUT', path: '/api/answer', body: answers() },
      'save of one answer, this product': { ...at, method: 'PUT', path: '/api/answer', body: {} },
      'profile, one statement': { ...floor, method: 'GET', path: '/bare', body: undefined },
      'profile, this product': { ...at, method: 'GET', path: '/api/profile', body: undefined },
      'lookup, this product': {
        ...at,
        method: 'GET',
        path: '/lookup/find?category=college_ceeb&text=hel',
        body: undefined,
      },
    })
  } finally {
    floors.close()
    await server.close()
    await postgres.stop()
  }
}

async function onEmbedded(): Promise<readonly string[]> {
  const server = await startOwnServer(LIMITS)
  try {
    const at = { address: server.address, cookies: await peopleOn(server), processId: server.processId }
    return await measured('embedded', CONNECTIONS, {
      'save of 15 KB, this product': { ...at, method: 'PUT', path: '/api/answer', body: answers() },
      'save of one answer, this product': { ...at, method: 'PUT', path: '/api/answer', body: {} },
      'profile, this product': { ...at, method: 'GET', path: '/api/profile', body: undefined },
    })
  } finally {
    await server.close()
  }
}

/** A long application: a veteran's answers and an essay, 15 KB as JSON. */
function answers(): Readonly<Record<string, string>> {
  const known = Object.fromEntries(
    Object.entries(veteran.answer).filter(([name]) => !/_desc$|transcript|copy/.test(name)),
  )
  const essay = 'A sentence of an essay. '.repeat(500)
  const room = 15_000 - JSON.stringify(known).length
  return { ...known, decision_essay: essay.slice(0, Math.max(0, Math.min(9_900, room))) }
}

const peopleOn = async (server: OwnServer): Promise<readonly string[]> => {
  const cookies: string[] = []
  for (let person = 0; person < PEOPLE; person += 1) cookies.push(await server.signUp(`p${person}x@mail.example`))
  return cookies
}

type Measured = Omit<Load, 'connections'> & { readonly processId: number }

/** Runs the loads in turn, several rounds, so that other activity of the machine affects all of them equally. */
async function measured(
  database: string,
  connections: number,
  loads: Readonly<Record<string, Measured>>,
): Promise<readonly string[]> {
  const clients = Object.entries(loads).map(([name, load]) => {
    const workerData: Load = { ...load, connections }
    const worker = new Worker(new URL('./request-often.ts', import.meta.url), { workerData })
    return { name, load, worker, times: [] as number[], perSecond: [] as number[], processor: 0, failed: 0 }
  })
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const client of clients) {
      const before = processorSeconds(client.load.processId)
      client.worker.postMessage({ seconds: round === 0 ? 1 : SECONDS })
      const [report]: [LoadReport] = (await once(client.worker, 'message')) as [LoadReport]
      if (round === 0) continue // to warm up
      client.times.push(...report.times)
      client.perSecond.push(report.times.length / SECONDS)
      client.processor += processorSeconds(client.load.processId) - before
      client.failed += report.failed
    }
  }
  await Promise.all(clients.map(({ worker }) => worker.terminate()))
  const rateOf = (perSecond: readonly number[]) => shareOf(perSecond, 0.5)
  return [
    `load: ${database}, ${connections} connections, ${PEOPLE} people, median of ${ROUNDS} rounds of ${SECONDS} s`,
    ...clients.map(
      ({ name, times, perSecond, processor, failed }) =>
        `  ${name.padEnd(40)} ${rateOf(perSecond).toFixed(0).padStart(6)}/s   p50 ${shareOf(times, 0.5).toFixed(1)} ms   p99 ${shareOf(times, 0.99).toFixed(1)} ms   ${((processor * 1_000) / Math.max(1, times.length)).toFixed(2)} ms of processor${failed > 0 ? `   ${failed} FAILED` : ''}`,
    ),
  ]
}

/** Seconds of processor time that a process has used, from Linux. */
function processorSeconds(id: number): number {
  const fields = readFileSync(`/proc/${id}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) / 100
}

async function startFloors(url: string) {
  const port = await freePort()
  const env = { PATH: process.env.PATH, DATABASE_URL: url, PORT: String(port) }
  const child = spawn(process.execPath, [fileURLToPath(import.meta.resolve('./floors.ts'))], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(child.stdout, 'data')
  return { address: `http://127.0.0.1:${port}`, processId: child.pid ?? 0, close: () => void child.kill() }
}
