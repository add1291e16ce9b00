import { existsSync } from 'node:fs'
import { type FileHandle, open, rename, rm } from 'node:fs/promises'
import { resolve } from 'node:path'
import { applicationNamed } from '../../applying/submissions/index.ts'
import { parseWords, personIn } from '../../platform/control/index.ts'
import { makePacket } from './make-packet.ts'
import type { Packets } from './packets.ts'

const USAGE = 'Usage: npm run packet -- <reference or e-mail address> [file.pdf] --by <person> [--with-own-sheets]'
const OPTIONS = { by: { type: 'string' }, 'with-own-sheets': { type: 'boolean', default: false } } as const

/**
 * `npm run packet`: writes the packet of a submitted application to a file that only the server's user may read, with
 * the sections on a sheet of their own only if asked for.
 * `folder` is the user's current folder, for relative paths. If it fails, throws one sentence and leaves no file; it
 * never replaces an existing file.
 */
export async function packetCommand(
  packets: Packets,
  words: readonly string[],
  folder: string,
): Promise<{ readonly file: string; readonly documents: number; readonly bytes: number }> {
  const { values, positionals } = parseWords(words, OPTIONS, USAGE)
  const [name, path, ...more] = positionals
  if (!name || more.length > 0) throw new Error(USAGE)
  const by = personIn(values.by)
  const packet = await makePacket(packets, await applicationNamed(packets.database.db, name), {
    ownSheets: values['with-own-sheets'],
    by,
  })
  if ('problem' in packet) throw new Error(packet.problem)
  const file = resolve(folder, path ?? packet.fileName)
  return { file, documents: packet.documents, bytes: await writeNew(file, packet.chunks) }
}

/** Writes under another name, then renames the complete file; returns its size. */
async function writeNew(path: string, chunks: AsyncIterable<Uint8Array>): Promise<number> {
  if (existsSync(path)) throw new Error(`${path} already exists. Name another file.`)
  const draft = `${path}.part`
  const file = await createFile(draft)
  try {
    await file.writeFile(chunks)
    await file.sync()
    const { size } = await file.stat()
    await rename(draft, path)
    return size
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  } finally {
    await file.close()
  }
}

const createFile = (path: string): Promise<FileHandle> =>
  open(path, 'wx', 0o600).catch((error: NodeJS.ErrnoException) => {
    throw new Error(`The server cannot write ${path} (${error.code}).`)
  })
