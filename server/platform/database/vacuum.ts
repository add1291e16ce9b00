import type { PGlite } from '@electric-sql/pglite'
import { sql } from 'kysely'
import type { Database } from './database.ts'

/** How many dead rows a table, or what is stored outside of its rows, may have before they are removed. */
const MOST_DEAD = 200

/** How much log ahead may be written until the tables are brought up to date, so that it can be used again. */
const MOST_LOG = 16 * 1024 ** 2 // bytes

const INTERVAL = 60_000 // ms

/**
 * Removes the dead rows of the embedded database, as PostgreSQL's own processes do elsewhere: each save leaves the value
 * that it replaced. Table by table, so that others are served in between. Returns what looks now, and what ends it.
 */
export function startVacuuming(pglite: PGlite): {
  readonly vacuum: () => Promise<void>
  readonly scrub: () => Promise<void>
  readonly stop: () => void
} {
  let running = Promise.resolve()
  const inTurn = (work: (pglite: PGlite) => Promise<void>) => () => {
    running = running.catch(() => {}).then(() => work(pglite))
    return running
  }
  const vacuum = inTurn(vacuumOnce)
  const timer = setInterval(() => {
    // What fails is the database, which everybody else reports.
    vacuum().catch(() => {})
  }, INTERVAL)
  timer.unref()
  return { vacuum, scrub: inTurn(scrubOnce), stop: () => clearInterval(timer) }
}

/**
 * An ordinary vacuum leaves the bytes of a removed row where they were until another row needs the room. Here every table
 * is written anew, its values among the statistics are forgotten, and the log begins in a new file. Table by table, so that
 * others are served in between.
 */
async function scrubOnce(pglite: PGlite): Promise<void> {
  if (pglite.closed) return
  const { rows } = await pglite.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('public', 'pgboss')`,
  )
  // Statistics of a table that is empty by now would stay. They hold the commonest values of each column.
  await pglite.exec('set allow_system_table_mods = on; delete from pg_statistic; reset allow_system_table_mods')
  for (const { name } of rows) await pglite.exec(`vacuum (full, analyze) ${name}`)
  await pglite.exec('vacuum full pg_statistic')
  // A checkpoint keeps the file that it began in.
  for (let times = 0; times < 2; times += 1) {
    await pglite.exec('select pg_switch_wal()')
    await pglite.exec('checkpoint')
  }
}

async function vacuumOnce(pglite: PGlite): Promise<void> {
  if (pglite.closed) return
  const { rows } = await pglite.query<{ name: string }>(
    `select distinct coalesce(owner.oid, relid)::regclass::text as name
      from pg_stat_all_tables left join pg_class owner on owner.reltoastrelid = relid where n_dead_tup > $1`,
    [MOST_DEAD],
  )
  for (const { name } of rows) await pglite.exec(`vacuum (analyze) ${name}`)
  const log = await pglite.query<{ bytes: number }>(
    'select pg_wal_lsn_diff(pg_current_wal_lsn(), redo_lsn)::float8 as bytes from pg_control_checkpoint()',
  )
  if ((log.rows[0]?.bytes ?? 0) > MOST_LOG) await pglite.exec('checkpoint')
}

/** Names the tables of a PostgreSQL whose dead rows nothing removes. */
export async function vacuumWarnings({ kind, db }: Pick<Database, 'kind' | 'db'>): Promise<readonly string[]> {
  if (kind === 'embedded') return []
  const { rows } = await sql<{ is_off: boolean; tables: readonly string[] }>`
    select 'off' in (current_setting('autovacuum'), current_setting('track_counts')) as is_off, array(
      select distinct relation.oid::regclass::text
      from pg_class relation left join pg_class outside on outside.oid = relation.reltoastrelid,
        pg_options_to_table(relation.reloptions || outside.reloptions)
      where relation.relkind = 'r' and relation.relnamespace in (select oid from pg_namespace where nspname in ('public', 'pgboss'))
        and option_name = 'autovacuum_enabled' and not option_value::boolean order by 1
    ) as tables`.execute(db)
  const [{ is_off, tables } = { is_off: false, tables: [] }] = rows
  const grow = 'what is erased or replaced stays in the files, which grow'
  return [
    ...(is_off ? [`PostgreSQL removes no dead rows (autovacuum or track_counts is off): ${grow}.`] : []),
    ...(tables.length > 0 ? [`Tables without autovacuum: ${tables.join(', ')}: ${grow}.`] : []),
  ]
}
