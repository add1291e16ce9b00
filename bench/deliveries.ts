import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { startPostgres, submitMany } from '../server/index.ts'
import { timesText } from './median.ts'
import { call, type OwnServer, startOwnServer } from './own-server.ts'

/** How many applications: `DELIVERED=5000,50000`. */
const COUNTS = (process.env.DELIVERED ?? '1000,5000').split(',').map(Number)
const SECRET_KEY = `k1:${Buffer.alloc(32, 7).toString('base64')}`

/**
 * How long a delivery takes and how much memory its server needs, for several numbers of applications with eight
 * colleges each, and how long saves take before and during it. On this machine's PostgreSQL, on loopback.
 */
export async function deliveryMeasurements(): Promise<readonly string[]> {
  const postgres = await startPostgres()
  if ('skipped' in postgres) return [`deliveries: not measured, because ${postgres.skipped}`]
  const folder = mkdtempSync(join(tmpdir(), 'causeway-bench-'))
  const file = join(folder, 'deliveries.json')
  writeFileSync(file, JSON.stringify(Object.fromEntries(COUNTS.map((count) => [`t${count}`, { profile: 'plain' }]))))
  const environment = { DATABASE_URL: postgres.url, SECRET_KEY }
  const server = await startOwnServer({}, { ...environment, DELIVERIES_FILE: file })
  const lines: string[] = []
  let stored = 0
  try {
    for (const count of COUNTS) {
      await submitMany({ ...environment, DATA_DIR: folder }, count - stored)
      stored = count
      lines.push(...(await measured(server, count)))
    }
  } finally {
    await server.close()
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  return lines
}

async function measured(server: OwnServer, count: number): Promise<readonly string[]> {
  const target = `t${count}`
  const alone = await savesUntil(server, wait(5_000))
  const before = memoryNow(server)
  const start = performance.now()
  const made = server.command('deliver', target, '--by', 'bench')
  const during = await savesUntil(server, made)
  await made
  const seconds = (performance.now() - start) / 1_000
  const [name = ''] = readdirSync(join(server.dataDir, 'deliveries')).filter((each) => each.startsWith(`${target}-`))
  const manifest = JSON.parse(readFileSync(join(server.dataDir, 'deliveries', name, 'manifest.json'), 'utf8'))
  const bytes = manifest.files.reduce((sum: number, each: { readonly bytes: number }) => sum + each.bytes, 0)
  return [
    `delivery of ${manifest.applications.delivered} applications: ${seconds.toFixed(1)} s, ${(bytes / 1e6).toFixed(1)} MB, memory ${before.toFixed(0)} MB before it and ${memoryNow(server).toFixed(0)} MB at most during it`,
    `  saves before it      ${timesText(alone)}`,
    `  saves during it      ${timesText(during)}`,
  ]
}

/** The times of saves, one after the other with pauses, until this is over. */
async function savesUntil({ address, cookie }: OwnServer, over: Promise<unknown>): Promise<readonly number[]> {
  let isOver = false
  const end = over.finally(() => {
    isOver = true
  })
  end.catch(() => {}) // The caller awaits it too.
  const times: number[] = []
  while (!isOver) {
    const start = performance.now()
    await call(`${address}/api/answer`, 'PUT', { first_name: `June ${start}` }, { cookie })
    times.push(performance.now() - start)
    await wait(20)
  }
  return times
}

/** Megabytes at most since the last call. */
function memoryNow({ processId }: OwnServer): number {
  const [, kilobytes] = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${processId}/status`, 'utf8')) ?? []
  writeFileSync(`/proc/${processId}/clear_refs`, '5')
  return Number(kilobytes) / 1_000
}
