import { randomUUID } from 'node:crypto'
import { access, constants, mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { startFault } from '../settings/index.ts'
import { storageAway } from './storage-away.ts'

const KEY = /^[\w-]+(\/[\w-]+)+(\.pdf)?$/
const DRAFT = /^[0-9a-f-]{36}$/

/**
 * Files in a folder, by keys such as `<id>/uploads/<id>/<id>`; readable by their owner alone. The installation's own
 * folder is made here and never again: where it is missing later, the disk is away, and what is left is an empty place
 * to mount it.
 */
export async function folderFiles(root: string, installation: string) {
  const home = join(root, installation)
  const drafts = join(home, 'incoming')
  await mkdir(home, { recursive: true, mode: 0o700 }).catch((error) => {
    throw startFault(`Documents cannot be stored in ${root} (${error.code}).`, error)
  })
  const pathOf = (key: string) => {
    // Keys are ours; one that leaves the folder would be a fault of the program.
    if (!KEY.test(key)) throw new Error('A key of the storage is malformed.')
    return join(root, key)
  }

  /** Writes under another name and moves the whole file to its place; when `chunks` throws, nothing is left. */
  async function write(key: string, chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<void> {
    const path = pathOf(key)
    const draft = join(drafts, randomUUID())
    await access(home)
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

  /** A file is missing only on a disk that was there when it was looked for; without it nothing is known of the file. */
  async function orMissing<T>(look: () => Promise<T>): Promise<T | undefined> {
    await access(home).catch(away)
    return look().catch((error) => (isMissing(error) ? undefined : away(error)))
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
      for await (const path of olderIn(home, moment))
        if (KEY.test(path) && !path.startsWith(`${installation}/incoming/`)) yield path
    },
    removeDrafts: async (moment: Date) => {
      for await (const path of olderIn(drafts, moment))
        if (DRAFT.test(path.slice(`${installation}/incoming/`.length))) await rm(join(root, path), { force: true })
    },
    read: async (key: string): Promise<Uint8Array | undefined> => orMissing(() => readFile(pathOf(key))),
    sizeOf: async (key: string) => (await orMissing(() => stat(pathOf(key))))?.size,
    reach: () => access(home, constants.W_OK),
    remove: async (key: string) => {
      await orMissing(() => rm(pathOf(key)))
    },
  }
}

const isMissing = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'ENOENT'

function orNothing(error: unknown): undefined {
  if (!isMissing(error)) throw error
}

/** What the system refuses, a full or absent disk above all; our own errors stay what they are. */
function away(error: unknown): never {
  throw error instanceof Error && 'syscall' in error ? storageAway(error) : error
}
