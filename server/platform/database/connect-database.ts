import {
  chmodSync,
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setImmediate as othersRan } from 'node:timers/promises'
import { PGlite } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'
import { Kysely, PGliteDialect } from 'kysely'
import type { BaseLogger } from 'pino'
import { createDataFolder, type Settings, startupError } from '../settings/index.ts'
import { connectPostgres } from './connect-postgres.ts'
import { type Database, refuseInsideTransaction } from './database.ts'
import { migrate } from './migrate.ts'
import { reportOutages } from './report-outages.ts'
import type { Tables } from './tables.ts'
import { startVacuuming } from './vacuum.ts'

/**
 * Opens PostgreSQL when DATABASE_URL is set, otherwise the embedded database in DATA_DIR, and migrates its tables.
 * Throws a startup error if the database cannot be opened.
 */
export const connectDatabase = (
  settings: Pick<Settings, 'databaseUrl' | 'dataDir'>,
  log: Pick<BaseLogger, 'warn' | 'info'>,
): Promise<Database> =>
  settings.databaseUrl === undefined ? connectEmbedded(settings, log) : connectPostgres(settings.databaseUrl, log)

/** Opens the embedded PostgreSQL (PGlite) in DATA_DIR/database. Only one process at a time can use it. */
async function connectEmbedded(
  settings: Pick<Settings, 'dataDir'>,
  log: Pick<BaseLogger, 'warn' | 'info'>,
): Promise<Database> {
  createDataFolder(settings)
  const unlock = lockFolder(join(settings.dataDir, 'database.lock'), settings.dataDir)
  let pglite: PGlite | undefined
  let vacuuming: ReturnType<typeof startVacuuming> | undefined
  const close = async () => {
    vacuuming?.stop()
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
    vacuuming = startVacuuming(pglite)
    return { kind: 'embedded', db, pglite, folder, vacuum: vacuuming.vacuum, scrub: vacuuming.scrub, close }
  } catch (error) {
    await close()
    throw error
  }
}

/** Creates the database under another name and then renames it, so that a killed start leaves nothing half made. */
async function createCluster(folder: string, parent: string): Promise<void> {
  const draft = `${folder}.new`
  rmSync(draft, { recursive: true, force: true })
  // PGlite makes files readable by everyone, so the folder around them is not.
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
  closeToOthers(folder)
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

/** Some of PGlite's files are for everyone: those that it copies when it creates a database. */
function closeToOthers(folder: string): void {
  for (const entry of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const path = join(folder, entry)
    const { mode } = statSync(path)
    if ((mode & 0o077) !== 0) chmodSync(path, mode & 0o700)
  }
}

/** The PostgreSQL type OID of bigint. */
const int8 = 20

/**
 * Locks a file for this process and returns the function that frees it. The operating system frees the lock when the
 * process is killed. Without it, two processes could open one embedded database and silently overwrite each other's
 * data. SQLite is used only for its file lock, which Node does not offer.
 */
function lockFolder(file: string, folder: string): () => void {
  const lock = openLock(file, folder)
  try {
    lock.exec('pragma locking_mode = exclusive; begin exclusive')
  } catch (error) {
    lock.close()
    if (!isBusy(error)) throw folderError(folder, error)
    throw startupError(
      `Another server is using the embedded database in ${folder}: stop it, or choose another DATA_DIR.`,
      error,
    )
  }
  return () => {
    if (lock.isOpen) lock.close()
  }
}

function openLock(file: string, folder: string): DatabaseSync {
  try {
    return new DatabaseSync(file)
  } catch (error) {
    throw folderError(folder, error)
  }
}

const folderError = (folder: string, error: unknown) =>
  startupError(`DATA_DIR at ${folder} cannot be written by this user, or its disk is full.`, error)

/** SQLITE_BUSY: another process holds the lock. */
const isBusy = (error: unknown) => error instanceof Error && 'errcode' in error && error.errcode === 5

/** Milliseconds of queries between two breaks. */
const TURN = 10

/**
 * PGlite runs queries in this thread, so a loop of queries never waits, and without a break the process would answer
 * nobody until the loop ends: a new index of 10,000 applications kept everybody waiting for 96 seconds.
 */
class YieldingPGlite extends PGlite {
  #turnEnds = 0

  override async execProtocolRaw(...given: Parameters<PGlite['execProtocolRaw']>): Promise<Uint8Array> {
    if (performance.now() >= this.#turnEnds) {
      await othersRan()
      this.#turnEnds = performance.now() + TURN
    }
    return super.execProtocolRaw(...given)
  }
}

/** PGlite's default start parameters without -F (never wait for the disk), plus those that make it wait. */
const durableParameters = [
  ...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'),
  '-c',
  'fsync=on',
  '-c',
  'wal_sync_method=fsync',
  // PostgreSQL's 128 MB are taken at the start, whether they are used or not.
  '-c',
  'shared_buffers=16MB',
  // A file of the log that is used again keeps what was in it until it is full.
  '-c',
  'wal_recycle=off',
]

/**
 * PGlite's files on disk, with a working fsync. In PGlite's own file system layer, fsync succeeds but does nothing.
 * This relies on PGlite's internals, so `syncs` counts the calls and the start checks that there were some.
 */
export class DurableFiles extends NodeFS {
  syncs = 0
  /**
   * Called when PostgreSQL gives up because the disk refused what must be on it. It must end the process: PGlite would
   * keep this thread busy for ever, and only the next start knows what is on the disk.
   */
  onPanic: () => void = () => {}

  override async init(...[database, options]: Parameters<NodeFS['init']>): ReturnType<NodeFS['init']> {
    const { emscriptenOpts } = await super.init(database, options)
    const addFsync = (module: object) => {
      // PGlite's types omit the file system that its module has at run time.
      const { NODEFS } = module as { NODEFS: NodeFileSystem }
      NODEFS.stream_ops.fsync = ({ nfd, node }) => {
        this.syncs += 1
        // An error of Node's passes by PostgreSQL, which then says that what is not on the disk is stored.
        NODEFS.tryFSOperation(() => (nfd === undefined ? syncPath(NODEFS.realPath(node)) : fsyncSync(nfd)))
        return 0
      }
    }
    const preRun = [...(emscriptenOpts.preRun ?? []), addFsync]
    return { emscriptenOpts: { ...emscriptenOpts, preRun, onAbort: () => this.onPanic() } }
  }
}

/** Flushes everything below a folder to disk. */
function syncFolder(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) syncFolder(path)
    else syncPath(path)
  }
  syncPath(folder)
}

/** Flushes one file, or the names in one folder, to disk. */
function syncPath(path: string): void {
  const descriptor = openSync(path, 'r')
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}

/** Emscripten's file system on Node: `nfd` is the descriptor of an open file; a folder has none. */
type NodeFileSystem = {
  realPath: (node: unknown) => string
  /** Throws the errors of Node as those of Emscripten. */
  tryFSOperation: (work: () => void) => void
  stream_ops: { fsync?: (stream: { nfd?: number; node: unknown }) => number }
}
