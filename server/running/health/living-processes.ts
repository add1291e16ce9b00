import { sql } from 'kysely'
import type { Database } from '../../platform/database/index.ts'

/** A server or worker that uses this database. */
export type LivingProcess = {
  readonly kind: 'server' | 'worker'
  readonly does_jobs: boolean
  readonly release: string
  readonly host: string
  /** Seconds since it last said that it is alive. */
  readonly seconds: number
}

/** The processes that have said within the last minute that they are alive. */
export async function livingProcesses({ db }: Pick<Database, 'db'>): Promise<readonly LivingProcess[]> {
  const { rows } = await sql<LivingProcess>`
    select kind, does_jobs, release, host, extract(epoch from clock_timestamp() - beat_at)::int as seconds
    from process where beat_at > clock_timestamp() - interval '1 minute' order by kind, host, started_at`.execute(db)
  return rows
}

/** How many processes that were alive within the last minute encrypt with the secret key of this id. */
export async function countProcessesWith({ db }: Pick<Database, 'db'>, keyId: string): Promise<number> {
  const { rows } = await sql<{ processes: number }>`
    select count(*)::int as processes from process
    where key_id = ${keyId} and beat_at > clock_timestamp() - interval '1 minute'`.execute(db)
  return rows[0]?.processes ?? 0
}
