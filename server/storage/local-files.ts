import { randomUUID } from 'node:crypto'
import { access, constants, mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** Files in a folder, by keys such as `uploads/<id>/<id>`; readable by their owner alone. */
export function localFiles(root: string) {
  const pathOf = (key: string) => {
    // Keys are ours; one that leaves the folder would be a fault of the program.
    if (!/^[a-z]+(\/[\w-]+)+(\.pdf)?$/.test(key)) throw new Error('A key of the storage is malformed.')
    return join(root, key)
  }
  const orNothing = (error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
    return undefined
  }

  /** Writes under another name and moves the whole file to its place; when `chunks` throws, nothing is left. */
  async function write(key: string, chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<void> {
    const path = pathOf(key)
    const draft = pathOf(`incoming/${randomUUID()}`)
    for (const folder of [dirname(path), dirname(draft)]) await mkdir(folder, { recursive: true, mode: 0o700 })
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

  async function* storedBefore(moment: Date): AsyncIterable<string> {
    const entries = await readdir(root, { recursive: true, withFileTypes: true }).catch(orNothing)
    for (const entry of entries ?? []) {
      if (!entry.isFile()) continue
      const path = join(entry.parentPath, entry.name)
      const facts = await stat(path).catch(orNothing)
      if (facts && facts.mtime < moment) yield path.slice(root.length + 1)
    }
  }

  return {
    write,
    storedBefore,
    read: async (key: string): Promise<Uint8Array | undefined> => readFile(pathOf(key)).catch(orNothing),
    sizeOf: async (key: string) => (await stat(pathOf(key)).catch(orNothing))?.size,
    reach: async () => {
      await mkdir(root, { recursive: true, mode: 0o700 })
      await access(root, constants.W_OK)
    },
    remove: (key: string) => rm(pathOf(key), { force: true }),
  }
}
