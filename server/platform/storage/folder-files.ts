import { randomUUID } from 'node:crypto'
import { access, constants, mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { startupError } from '../settings/index.ts'
import { storageAway } from './storage-away.ts'

const KEY = /^[\w-]+(\/[\w-]+)+(\.pdf)?$/
const DRAFT = /^[0-9a-f-]{36}$/

/**
 * Files in a folder, by keys such as `<id>/uploads/<id>/<id>`, readable only by their owner. The installation's own
 * folder is created here and never later: if it is missing later, the disk is not mounted, and the place must stay
 * empty for it.
 */
export async function folderFiles(root: string, installation: string) {
  const installationFolder = join(root, installation)
  const drafts = join(installationFolder, 'incoming')
  await mkdir(installationFolder, { recursive: true, mode: 0o700 }).catch((error) => {
    throw startupError(`Documents cannot be stored in ${root} (${error.code}).`, error)
  })
  const pathOf = (key: string) => {
    // Our own code makes the keys; one that leaves the folder would be a bug.
    if (!KEY.test(key)) throw new Error('A key of the storage is malformed.')
    return join(root, key)
  }

  /** Writes under another name, then renames the complete file; if `chunks` throws, nothing is left behind. */
  async function write(key: string, chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<void> {
    const path = pathOf(key)
    const draft = join(drafts, randomUUID())
    await access(installationFolder)
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

  /**
   * A file counts as missing only if its disk is there; without the disk, nothing is known about the file. Looks twice,
   * because the disk can go away between the look at the folder and the look for the file.
   */
  async function undefinedIfMissing<T>(read: () => Promise<T>): Promise<T | undefined> {
    const look = async () => {
      await access(installationFolder).catch(throwOutage)
      return read().catch((error) => (isMissing(error) ? undefined : throwOutage(error)))
    }
    return (await look()) ?? look()
  }

  /** Files and folders below a folder that are older than a given time, by their path in `root`. */
  async function* filesOlderThan(folder: string, time: Date): AsyncIterable<string> {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(ignoreMissing)
    for (const entry of entries ?? []) {
      if (!entry.isFile()) continue
      const path = join(entry.parentPath, entry.name)
      const stats = await stat(path).catch(ignoreMissing)
      if (stats && stats.mtime < time) yield path.slice(root.length + 1)
    }
  }

  return {
    write: (...given: Parameters<typeof write>) => write(...given).catch(throwOutage),
    listOlderThan: async function* (moment: Date, ...words: readonly string[]): AsyncIterable<string> {
      // Skip files that other programs have put there.
      for await (const path of filesOlderThan(join(installationFolder, ...words), moment))
        if (KEY.test(path) && !path.startsWith(`${installation}/incoming/`)) yield path
    },
    removeDrafts: async (moment: Date) => {
      for await (const path of filesOlderThan(drafts, moment))
        if (DRAFT.test(path.slice(`${installation}/incoming/`.length))) await rm(join(root, path), { force: true })
    },
    read: async (key: string): Promise<Uint8Array | undefined> => undefinedIfMissing(() => readFile(pathOf(key))),
    sizeOf: async (key: string) => (await undefinedIfMissing(() => stat(pathOf(key))))?.size,
    checkAccess: () => access(installationFolder, constants.W_OK),
    eraseFolder: async (path: string) => {
      await access(installationFolder).catch(throwOutage)
      await rm(join(root, path), { recursive: true, force: true }).catch(throwOutage)
    },
    remove: async (key: string) => {
      await undefinedIfMissing(() => rm(pathOf(key)))
    },
  }
}

const isMissing = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'ENOENT'

function ignoreMissing(error: unknown): undefined {
  if (!isMissing(error)) throw error
}

/** Reports system errors, such as a full or missing disk, as an outage of the storage; other errors pass unchanged. */
function throwOutage(error: unknown): never {
  throw error instanceof Error && 'syscall' in error ? storageAway(error) : error
}
