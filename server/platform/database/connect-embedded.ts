import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { Kysely, PGliteDialect } from 'kysely'
import type { BaseLogger } from 'pino'
import { createDataFolder, type Settings, startupError } from '../settings/index.ts'
import type { Database } from './database.ts'
import { DurableFiles, durableParameters, syncFolder, syncPath } from './durable-files.ts'
import { refuseInsideTransaction } from './in-transaction.ts'
import { lockFolder } from './lock-folder.ts'
import { migrate } from './migrate.ts'
import { reportOutages } from './report-outages.ts'
import type { Tables } from './tables.ts'
import { YieldingPGlite } from './yielding-pglite.ts'

/** Opens the embedded PostgreSQL (PGlite) in DATA_DIR/database. Only one process at a time can use it. */
export async function connectEmbedded(
  settings: Pick<Settings, 'dataDir'>,
  log: Pick<BaseLogger, 'warn' | 'info'>,
): Promise<Database> {
  createDataFolder(settings)
  const unlock = lockFolder(join(settings.dataDir, 'database.lock'), settings.dataDir)
  let pglite: PGlite | undefined
  const close = async () => {
    if (pglite?.closed === false) await pglite.close()
    unlock()
  }
  try {
    const folder = join(settings.dataDir, 'database')
    if (!existsSync(folder)) {
      log.info('Creating the embedded database; this takes a few seconds, once.')
      await orStartupError(settings, 'created', createCluster(folder, settings.dataDir))
    }
    pglite = await orStartupError(settings, 'opened', openDurably(folder, log))
    const dialect = reportOutages(new PGliteDialect({ pglite }), log)
    const db = new Kysely<Tables>({ dialect, plugins: [refuseInsideTransaction] })
    await migrate(db)
    return { kind: 'embedded', db, pglite, close }
  } catch (error) {
    await close()
    throw error
  }
}

/** Creates the database under another name and then renames it, so that a killed start leaves nothing half made. */
async function createCluster(folder: string, parent: string): Promise<void> {
  const draft = `${folder}.new`
  rmSync(draft, { recursive: true, force: true })
  // PGlite makes its files readable by everyone, so the folder around them is not.
  mkdirSync(draft, { mode: 0o700 })
  const pglite = await PGlite.create({ fs: new DurableFiles(draft) })
  await pglite.close()
  syncFolder(draft)
  renameSync(draft, folder)
  syncPath(parent)
}

/** PGlite says neither that a disk is full nor that it takes no writing, and the trace of its error is its whole source. */
function orStartupError<Result>(
  { dataDir }: Pick<Settings, 'dataDir'>,
  what: 'created' | 'opened',
  work: Promise<Result>,
): Promise<Result> {
  return work.catch((error) => {
    const { code } = Object(error)
    throw startupError(
      `The embedded database in ${dataDir} cannot be ${what}${code ? ` (${code})` : ''}: its disk is full or takes no writing, or its files are damaged.`,
      error,
    )
  })
}

async function openDurably(folder: string, log: Pick<BaseLogger, 'warn'>): Promise<PGlite> {
  const files = new DurableFiles(folder)
  const pglite = new YieldingPGlite({ fs: files, startParams: durableParameters, parsers: { [int8]: Number } })
  await pglite.waitReady
  const before = files.syncs
  // The smallest transaction whose commit must be flushed to disk.
  await pglite.query(`select pg_logical_emit_message(true, 'causeway', 'start')`)
  if (files.syncs === before) {
    log.warn('The embedded database does not wait for the disk: a power failure may lose the latest answers.')
  }
  files.onPanic = () => {
    log.warn(
      'The disk refused what the embedded database has to keep, so this process ends. Look at the disk, then start it again.',
    )
    process.exit(1)
  }
  return pglite
}

/** The PostgreSQL type OID of bigint. */
const int8 = 20
