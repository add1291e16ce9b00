import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { startPostgres, submitMany } from '../server/index.ts'
import { timesText } from './measure.ts'
import { call, type OwnServer, startOwnServer } from './own-server.ts'

/** How many applications: `DELIVERED=5000,50000`. */
const COUNTS = (process.env.DELIVERED ?? '1000,5000').split(',').map(Number)
/** Larger deliveries are made without application PDFs only, which take many times as long: `PDFS_UP_TO=5000`. */
const PDFS_UP_TO = Number(process.env.PDFS_UP_TO ?? Number.POSITIVE_INFINITY)
const SECRET_KEY = `k1:${Buffer.alloc(32, 7).toString('base64')}`

/** In which ways each number is delivered, to a target of its own each. */
const WAYS = [
  { name: 'tables', title: 'without application PDFs', include: [] },
  { name: 'pdfs', title: 'with application PDFs', include: ['application_pdfs'] },
] as const
type Way = (typeof WAYS)[number]
const targetOf = (count: number, { name }: Way) => `${name}-${count}`

/**
 * How long a delivery takes and how much memory its server needs, for several numbers of applications with eight
 * colleges each, without and with their application PDFs, and how long saves take before and during it. On this
 * machine's PostgreSQL, on loopback.
 */
export async function deliveryMeasurements(): Promise<readonly string[]> {
  const postgres = await startPostgres()
  if ('skipped' in postgres) return [`deliveries: not measured, because ${postgres.skipped}`]
  const folder = mkdtempSync(join(tmpdir(), 'causeway-bench-'))
  const file = join(folder, 'deliveries.json')
  const targets = COUNTS.flatMap((count) =>
    WAYS.map((way) => [targetOf(count, way), { profile: 'plain', include: way.include }] as const),
  )
  writeFileSync(file, JSON.stringify(Object.fromEntries(targets)))
  const environment = { DATABASE_URL: postgres.url, SECRET_KEY }
  const server = await startOwnServer({}, { ...environment, DELIVERIES_FILE: file })
  const lines: string[] = []
  let stored = 0
  try {
    for (const count of COUNTS) {
      await submitMany({ ...environment, DATA_DIR: folder }, count - stored)
      stored = count
      const milliseconds: number[] = []
      for (const way of count > PDFS_UP_TO ? WAYS.slice(0, 1) : WAYS) {
        const each = await measured(server, count, way)
        milliseconds.push(each.milliseconds)
        lines.push(...each.lines)
      }
      if (milliseconds.length === WAYS.length) lines.push(comparison(milliseconds))
    }
  } finally {
    await server.close()
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  return lines
}

/** What an application PDF adds to the time of its application. */
function comparison([without = 0, withPdf = 0]: readonly number[]): string {
  const added = (withPdf - without).toFixed(1)
  return `  an application takes ${without.toFixed(1)} ms without its PDF and ${withPdf.toFixed(1)} ms with it: ${added} ms for the PDF, ${(withPdf / without).toFixed(1)} times as long`
}

/** A delivery in one of the ways: what to print of it, and how long it took for each application. */
async function measured(
  server: OwnServer,
  count: number,
  way: Way,
): Promise<{ readonly milliseconds: number; readonly lines: readonly string[] }> {
  const target = targetOf(count, way)
  const alone = await savesUntil(server, wait(5_000))
  const before = memoryNow(server)
  const start = performance.now()
  const made = server.command('deliver', target, '--by', 'bench')
  const during = await savesUntil(server, made)
  await made
  const seconds = (performance.now() - start) / 1_000
  const kept = join(server.dataDir, 'deliveries')
  const [name = ''] = readdirSync(kept).filter((each) => each.startsWith(`${target}-`))
  const manifest = JSON.parse(readFileSync(join(kept, name, 'manifest.json'), 'utf8'))
  rmSync(join(kept, name), { recursive: true }) // PDFs of 50,000 applications are gigabytes
  const bytes = manifest.files.reduce((sum: number, each: { readonly bytes: number }) => sum + each.bytes, 0)
  const lines = [
    `delivery of ${manifest.applications.delivered} applications ${way.title}: ${seconds.toFixed(1)} s, ${(bytes / 1e6).toFixed(1)} MB, memory ${before.toFixed(0)} MB before it and ${memoryNow(server).toFixed(0)} MB at most during it`,
    `  saves before it      ${timesText(alone)}`,
    `  saves during it      ${timesText(during)}`,
  ]
  return { milliseconds: (seconds * 1_000) / count, lines }
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
