import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { createKeyRing, readSettings } from '../../server/index.ts'
import { timesText } from '../measure.ts'
import { freePort, startOwnProgram, startOwnServer, waitFor } from '../own-server.ts'
import { fill } from './fill.ts'
import type { Night, NightReport } from './people-of-a-night.ts'

const PEOPLE = Number(process.env.LOAD_NIGHT_PEOPLE ?? 5_000)
const SECONDS = Number(process.env.LOAD_NIGHT_SECONDS ?? 30)
/** Seconds between two fields that a person leaves. */
const EVERY = 10
/** Seconds after which those who still wait give up. */
const PATIENCE = 60
const SECRET_KEY = `k1:${Buffer.alloc(32, 7).toString('base64')}`

/**
 * The night of a deadline: people who leave a field every ten seconds, whether the server is fast or not. Says what
 * share of their saves is acknowledged, how late, and whether an acknowledged one is lost.
 */
export async function deadlineNight(database: string, url?: string): Promise<readonly string[]> {
  const { RECENT_ANSWERS_MB } = process.env
  const settings = {
    SECRET_KEY,
    ...(url !== undefined && { DATABASE_URL: url }),
    ...(RECENT_ANSWERS_MB !== undefined && { RECENT_ANSWERS_MB }),
  }
  const server = await startOwnServer({}, settings, (dataDir) => fill({ dataDir, databaseUrl: url }, PEOPLE))
  try {
    const name = /causeway-session[^=]*/.exec(server.cookie)?.[0] ?? ''
    const key = createKeyRing(readSettings({ SECRET_KEY, DATA_DIR: server.dataDir })).derive('sessions')
    const signed = (token: string) => `${token}.${createHmac('sha256', key).update(token).digest('base64url')}`
    const cookies = Array.from({ length: PEOPLE }, (_, at) => `${name}=${signed(`stored${at + 1}`)}`)
    const night: Night = { address: server.address, cookies, every: EVERY, seconds: SECONDS, patience: PATIENCE }
    const worker = new Worker(new URL('./people-of-a-night.ts', import.meta.url), { workerData: night })
    const [report]: [NightReport] = (await once(worker, 'message')) as [NightReport]
    const lost = await countLost(server.address, cookies, report.acknowledged)
    return [text(database, report, lost)]
  } finally {
    await server.close()
  }
}

/** How many people read an older value than the last one that was acknowledged. */
async function countLost(address: string, cookies: readonly string[], acknowledged: readonly number[]) {
  let lost = 0
  for (const [at, cookie] of cookies.entries()) {
    if (acknowledged[at] === 0) continue
    const profile = await (await fetch(`${address}/api/profile`, { headers: { cookie } })).json()
    const round = Number(/^Town (\d+)$/.exec(String(Object(Object(profile).answer).city))?.[1] ?? 0)
    if (round < (acknowledged[at] ?? 0)) lost += 1
  }
  return lost
}

function text(database: string, { times, asked, atOnce, sent, acknowledged, refused }: NightReport, lost: number) {
  const share = (count: number, all: number) => `${((100 * count) / all).toFixed(1)} %`
  const behind = sent.filter((round, at) => round > (acknowledged[at] ?? 0)).length
  return [
    `load: a deadline night on ${database}: ${PEOPLE} people leave a field every ${EVERY} s for ${SECONDS} s, ${asked} saves (${Math.round(PEOPLE / EVERY)} a second); load of the machine ${loadavg()[0]?.toFixed(1)}`,
    `acknowledged ${share(times.length, asked)}, ${share(atOnce, asked)} at the first try`,
    `late by ${timesText(times)}`,
    `refused ${JSON.stringify(refused)}`,
    `people whose last save was not acknowledged ${PATIENCE} s later: ${behind}`,
    `acknowledged and lost: ${lost}`,
  ].join('   ')
}

/** Seconds from being ready to the measurement. */
const REST = Number(process.env.LOAD_REST_SECONDS ?? 60)

/** The memory of a server on the embedded database that has done nothing for a minute: no document, no log-in. */
export async function memoryAtRest(): Promise<readonly string[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'causeway-rest-'))
  const port = await freePort()
  const asStarted = { MALLOC_ARENA_MAX: '2', MALLOC_TRIM_THRESHOLD_: '131072' } // as script/start does
  const environment = { ...asStarted, DATA_DIR: dataDir, PORT: String(port), LOG_LEVEL: 'silent' }
  const server = startOwnProgram('main.ts', environment, join(dataDir, 'log'))
  try {
    await waitFor(async () => ((await fetch(`http://localhost:${port}/readyz`)).ok ? true : undefined))
    await wait(REST * 1_000)
    const status = readFileSync(`/proc/${server.processId}/status`, 'utf8')
    const megabytes = (name: string) => Math.round(Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1]) / 1_024)
    return [
      `load: memory of the embedded server ${REST} s after its start: ${megabytes('VmRSS')} MB, at most ${megabytes('VmHWM')} MB   (bar: 400 MB at rest)`,
    ]
  } finally {
    await server.stop()
    rmSync(dataDir, { recursive: true })
  }
}
