import { randomUUID } from 'node:crypto'
import { access, constants, mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { storageAway } from './storage-away.ts'

const KEY = /^[\w-]+(\/[\w-]+)+(\.pdf)?$/
const DRAFT = /^[0-9a-f-]{36}$/

/** Files in a folder, by keys such as `<id>/uploads/<id>/<id>`; readable by their owner alone. */
export function localFiles(root: string, installation: string) {
  const drafts = join(root, installation, 'incoming')
  const pathOf = (key: string) => {
    // Keys are ours; one that leaves the folder would be a fault of the program.
    if (!KEY.test(key)) throw new Error('A key of the storage is malformed.')
    return join(root, key)
  }

  /** Writes under another name and moves the whole file to its place; when `chunks` throws, nothing is left. */
  async function write(key: string, chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<void> {
    const path = pathOf(key)
    const draft = join(drafts, randomUUID())
    for (const folder of [dirname(path), drafts]) await mkdir(folder, { recursive: true, mode: 0o700 })
    try {
      const file = await open(draft, 'wx', 0o600)
      try {
        for await (const chunk of chunks) await file.write(chunk)
        await file.sync()
      } finally {
        await file.close()
      }
      await rename(draft, path)
    } catch (error) {
      await rm(draft, { force: true })
      throw error
    }
    const folder = await open(dirname(path), 'r')
    await folder.sync()
    await folder.close()
  }

  /** A file is missing only in a folder that is there: without it the disk is away, and nothing is known of its files. */
  async function orMissing(error: NodeJS.ErrnoException): Promise<undefined> {
    orNothing(error)
    await access(root)
  }

  /** Files of a folder and the folders in it that are older than a moment, by their path in `root`. */
  async function* olderIn(folder: string, moment: Date): AsyncIterable<string> {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(orNothing)
    for (const entry of entries ?? []) {
      if (!entry.isFile()) continue
      const path = join(entry.parentPath, entry.name)
      const facts = await stat(path).catch(orNothing)
      if (facts && facts.mtime < moment) yield path.slice(root.length + 1)
    }
  }

  return {
    write: (...given: Parameters<typeof write>) => write(...given).catch(away),
    storedBefore: async function* (moment: Date): AsyncIterable<string> {
      // What another program has put there is no file of ours.
      for await (const path of olderIn(join(root, installation), moment))
        if (KEY.test(path) && !path.startsWith(`${installation}/incoming/`)) yield path
    },
    removeDrafts: async (moment: Date) => {
      for await (const path of olderIn(drafts, moment))
        if (DRAFT.test(path.slice(`${installation}/incoming/`.length))) await rm(join(root, path), { force: true })
    },
    read: async (key: string): Promise<Uint8Array | undefined> => readFile(pathOf(key)).catch(orMissing).catch(away),
    sizeOf: async (key: string) => (await stat(pathOf(key)).catch(orMissing).catch(away))?.size,
    reach: async () => {
      await mkdir(root, { recursive: true, mode: 0o700 })
      await access(root, constants.W_OK)
    },
    remove: (key: string) => rm(pathOf(key), { force: true }).catch(away),
  }
}

function orNothing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}

/** What the system refuses, a full or absent disk above all; our own errors stay what they are. */
function away(error: unknown): never {
  throw error instanceof Error && 'syscall' in error ? storageAway(error) : error
}
