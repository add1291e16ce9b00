import { existsSync, readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import type { startPostgres } from '../../server/index.ts'
import { waitFor } from '../own-server.ts'

type Postgres = Exclude<Awaited<ReturnType<typeof startPostgres>>, { skipped: string }>

/** Its processes by their names in pg_stat_activity; `postmaster` is the parent of all. */
export const postgresProcesses = [
  'client backend',
  'postmaster',
  'checkpointer',
  'walwriter',
  'background writer',
] as const

/**
 * Kills one process of PostgreSQL. It recovers from most by itself; after the postmaster's death it is started again,
 * as its supervisor would.
 */
export async function killPostgres(postgres: Postgres, kind: (typeof postgresProcesses)[number]): Promise<void> {
  const processes = await waitFor(() => processesOf(postgres.url))
  const ofKind = processes.filter(({ backend_type }) => backend_type === kind)
  const postmaster = parentOf(processes[0]?.pid ?? 0)
  if (kind !== 'postmaster') {
    const victim = ofKind[Math.floor(Math.random() * ofKind.length)]
    process.kill(victim?.pid ?? postmaster, 'SIGKILL')
    if (victim) return
  } else process.kill(postmaster, 'SIGKILL')
  // The others notice and end; until then a new one cannot start.
  while ([postmaster, ...processes.map(({ pid }) => pid)].some(isAlive)) await wait(20)
  await postgres.resume()
}

async function processesOf(url: string): Promise<readonly { pid: number; backend_type: string }[]> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  try {
    const { rows } = await client.query('select pid, backend_type from pg_stat_activity where pid <> pg_backend_pid()')
    return rows
  } finally {
    await client.end()
  }
}

const statOf = (pid: number) =>
  readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ')
const parentOf = (pid: number) => Number(statOf(pid)[1])

/** A process that has ended but was not waited for counts as ended. */
function isAlive(pid: number): boolean {
  try {
    return existsSync(`/proc/${pid}`) && statOf(pid)[0] !== 'Z'
  } catch {
    // Ended between the two looks.
    return false
  }
}
