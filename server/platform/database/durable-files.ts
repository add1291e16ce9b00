import { closeSync, fsyncSync, openSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'

/** PGlite's default start parameters without -F (never wait for the disk), plus those that make it wait. */
export const durableParameters = [
  ...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'),
  ...['-c', 'fsync=on', '-c', 'wal_sync_method=fsync'],
  // PostgreSQL's 128 MB are taken at the start, whether they are used or not.
  ...['-c', 'shared_buffers=16MB'],
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
export function syncFolder(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) syncFolder(path)
    else syncPath(path)
  }
  syncPath(folder)
}

/** Flushes one file, or the names in one folder, to disk. */
export function syncPath(path: string): void {
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
