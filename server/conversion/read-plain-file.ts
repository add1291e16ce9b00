import { constants, open } from 'node:fs/promises'

/**
 * A file that a confined process made; undefined when there is none, or something else in its place. A link would lead to
 * what only this process may read, and give it out as that document.
 */
export async function readPlainFile(path: string): Promise<Buffer | undefined> {
  const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK).catch(() => undefined)
  if (!file) return undefined
  try {
    return (await file.stat()).isFile() ? await file.readFile() : undefined
  } finally {
    await file.close()
  }
}
