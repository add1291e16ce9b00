import { closeSync, fsyncSync, openSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'

/** PGlite starts with -F (never wait for the disk); this is its own list without that, and with waiting. */
export const durableParameters = [
  ...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'),
  ...['-c', 'fsync=on', '-c', 'wal_sync_method=fsync'],
]

/**
 * PGlite's files on disk, with the fsync that its own file system layer lacks: there every fsync succeeds and does
 * nothing. It relies on PGlite's internals, so `syncs` counts the calls and the start checks that there are some.
 */
export class DurableFiles extends NodeFS {
  syncs = 0

  override async init(...[database, options]: Parameters<NodeFS['init']>): ReturnType<NodeFS['init']> {
    const { emscriptenOpts } = await super.init(database, options)
    const addFsync = (module: object) => {
      // PGlite's types leave out the file system that its module carries at run time.
      const { stream_ops, realPath } = (module as { NODEFS: NodeFileSystem }).NODEFS
      stream_ops.fsync = ({ nfd, node }) => {
        this.syncs += 1
        if (nfd === undefined) syncPath(realPath(node))
        else fsyncSync(nfd)
        return 0
      }
    }
    return { emscriptenOpts: { ...emscriptenOpts, preRun: [...(emscriptenOpts.preRun ?? []), addFsync] } }
  }
}

/** Brings everything below a folder safely to the disk. */
export function syncFolder(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) syncFolder(path)
    else syncPath(path)
  }
  syncPath(folder)
}

/** Brings one file, or the names in one folder, safely to the disk. */
export function syncPath(path: string): void {
  const descriptor = openSync(path, 'r')
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}

/** Emscripten's file system over Node: `nfd` is the descriptor of an open file, absent for a folder. */
type NodeFileSystem = {
  realPath: (node: unknown) => string
  stream_ops: { fsync?: (stream: { nfd?: number; node: unknown }) => number }
}
