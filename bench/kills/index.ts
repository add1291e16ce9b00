import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { startPostgres } from '../../server/index.ts'
import { shareOf } from '../measure.ts'
import { freePort, waitFor } from '../own-server.ts'
import { type Applicant, applicantAt } from './applicant.ts'
import { expectComplete, expectSubmitted, type Supervised, supervise } from './expect-complete.ts'
import { killPostgres, postgresProcesses } from './kill-postgres.ts'
import { prepare, submitOn, writeOn } from './write-on.ts'

const KILLS = Number(process.env.KILLS ?? 100)
const WRITERS = 4
const SUBMITTERS = 8

/**
 * Kills the processes of the product KILLS times on each database while applicants save, upload and submit; a
 * supervisor starts them again and does nothing else. Throws if anything that was acknowledged is missing in the end,
 * or is there twice. KILLS_ON names one database.
 */
export async function killMeasurements(): Promise<readonly string[]> {
  const only = process.env.KILLS_ON
  const lines = only === 'postgres' ? [] : await onEmbedded()
  return only === 'embedded' ? lines : [...lines, ...(await onPostgres())]
}

/** What is killed, by its name in the report. Resolves once the process is dead. */
type Victims = Readonly<Record<string, () => Promise<void>>>

async function onEmbedded(): Promise<readonly string[]> {
  return withFolder(async (dataDir, environment, log) => {
    const server = supervise('main.ts', environment, log)
    return underKills('embedded', { dataDir, environment, log }, [server], { server: server.kill })
  })
}

async function onPostgres(): Promise<readonly string[]> {
  const postgres = await startPostgres({ durable: true })
  if ('skipped' in postgres) return [`kills: PostgreSQL skipped: ${postgres.skipped}`]
  try {
    return await withFolder(async (dataDir, own, log) => {
      const key = `bench:${randomBytes(32).toString('base64')}`
      const environment = { ...own, DATABASE_URL: postgres.url, SECRET_KEY: key }
      const server = supervise('main.ts', { ...environment, JOBS: 'off' }, log)
      const worker = supervise('worker.ts', environment, log)
      let turn = 0
      const nextOfPostgres = () => {
        turn += 1
        return killPostgres(postgres, postgresProcesses[turn % postgresProcesses.length] ?? 'postmaster')
      }
      const victims = { server: server.kill, worker: worker.kill, PostgreSQL: nextOfPostgres }
      return underKills('PostgreSQL', { dataDir, environment, log }, [server, worker], victims)
    })
  } finally {
    await postgres.stop()
  }
}

type Place = { readonly dataDir: string; readonly environment: Record<string, string>; readonly log: string }

async function withFolder<Result>(
  work: (dataDir: string, environment: Record<string, string>, log: string) => Promise<Result>,
): Promise<Result> {
  const dataDir = mkdtempSync(join(tmpdir(), 'causeway-kills-'))
  const limitsFile = join(dataDir, 'limits.json')
  writeFileSync(limitsFile, JSON.stringify({ upload: { most: 100_000, seconds: 60 } }))
  const environment = { DATA_DIR: dataDir, PORT: String(await freePort()), LOG_LEVEL: 'warn', LIMITS_FILE: limitsFile }
  const result = await work(dataDir, environment, join(dataDir, 'log'))
  // After a failure the folder stays: it shows the reason.
  rmSync(dataDir, { recursive: true })
  return result
}

async function underKills(
  name: string,
  { dataDir, environment, log }: Place,
  programs: readonly Supervised[],
  victims: Victims,
): Promise<readonly string[]> {
  const address = `http://localhost:${environment.PORT}`
  const untilReady = () => waitFor(async () => ((await fetch(`${address}/readyz`)).ok ? true : undefined))
  try {
    await untilReady()
    const someone = (who: string) => applicantAt(address, dataDir, `${who}@mail.example`)
    const submitters: Applicant[] = []
    for (let each = 0; each < SUBMITTERS; each += 1) submitters.push(await prepare(await someone(`submitter-${each}`)))
    const writers: Applicant[] = []
    for (let each = 0; each < WRITERS; each += 1) writers.push(await someone(`writer-${each}`))

    const start = performance.now()
    const writing = writers.map((applicant) => ({ applicant, ...writeOn(applicant) }))
    const submitting: Promise<{ applicant: Applicant; reference: string }>[] = []
    const restarts: number[] = []
    const counts = new Map<string, number>()
    for (let kill = 0; kill < KILLS; kill += 1) {
      await wait(100 + Math.random() * 900)
      if (kill % Math.ceil(KILLS / SUBMITTERS) === 0) {
        const applicant = submitters[submitting.length]
        if (applicant) submitting.push(submitOn(applicant).then((reference) => ({ applicant, reference })))
        await wait(Math.random() * 100)
      }
      const [victim = '', end] = Object.entries(victims)[kill % Object.keys(victims).length] ?? []
      counts.set(victim, (counts.get(victim) ?? 0) + 1)
      const killed = performance.now()
      await end?.()
      // Every fourth time the next kill comes while the processes are still starting.
      if (kill % 4 === 3) continue
      await untilReady()
      restarts.push(performance.now() - killed)
    }
    const minutes = ((performance.now() - start) / 60_000).toFixed(1)
    await untilReady()
    for (const { stop } of writing) await stop()
    for (const { applicant, ledger } of writing) await expectComplete(applicant, ledger)
    const submitted = await Promise.all(submitting)
    for (const { applicant, reference } of submitted) await expectSubmitted(applicant, reference, join(dataDir, 'mail'))
    const sum = (of: 'saves' | 'documents' | 'unanswered') =>
      writing.reduce((total, { ledger }) => total + ledger[of], 0)
    const [median, worst] = [shareOf(restarts, 0.5), shareOf(restarts, 1)].map((ms) => (ms / 1_000).toFixed(1))
    return [
      `kills: ${name}: ${[...counts].map(([victim, count]) => `${count} × ${victim}`).join(', ')} in ${minutes} min`,
      `kills: ${name}: acknowledged ${sum('saves')} saves, ${sum('documents')} documents, ${submitted.length} submissions; nothing lost, nothing twice   (bar: nothing)`,
      `kills: ${name}: ${sum('unanswered')} saves without an acknowledgement; ready again after ${median} s, worst ${worst} s; ${programs.reduce((total, { endings }) => total + endings(), 0)} programs ended by themselves and were started again`,
    ]
  } catch (error) {
    console.error(`${name}: the log of the programs ends with\n${readFileSync(log, 'utf8').slice(-4_000)}`)
    throw error
  } finally {
    for (const { stop } of programs) await stop()
  }
}
