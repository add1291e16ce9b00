import { constants, open } from 'node:fs/promises'

/**
 * Reads a file of at most `most` bytes that a confined process made; undefined if it is missing or not a plain file. A
 * symbolic link could point to a file that only this process may read, and would present it as the document.
 */
export async function readPlainFile(path: string, most = Infinity): Promise<Buffer | undefined> {
  const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK).catch(() => undefined)
  if (!file) return undefined
  try {
    const stats = await file.stat()
    return stats.isFile() && stats.size <= most ? await file.readFile() : undefined
  } finally {
    await file.close()
  }
}
