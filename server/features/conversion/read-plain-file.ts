import { constants, open } from 'node:fs/promises'

/**
 * A file of at most so many bytes that a confined process made; undefined when there is none, or something else in its place. A link would lead to
 * what only this process may read, and give it out as that document.
 */
export async function readPlainFile(path: string, most = Infinity): Promise<Buffer | undefined> {
  const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK).catch(() => undefined)
  if (!file) return undefined
  try {
    const facts = await file.stat()
    return facts.isFile() && facts.size <= most ? await file.readFile() : undefined
  } finally {
    await file.close()
  }
}
