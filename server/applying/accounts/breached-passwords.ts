import { createHash } from 'node:crypto'
import { type FileHandle, open } from 'node:fs/promises'
import type { BaseLogger } from 'pino'
import { type Settings, startupError } from '../../platform/settings/index.ts'

// A file of breached passwords as haveibeenpwned.com gives it out: one line for each, sorted by its SHA-1 in upper-case
// hexadecimal digits, which a colon and a count may follow. It has 40 GB, so it is searched where it lies.

const LINE = /^[0-9A-F]{40}(:\d+)?\r?$/
const HASH = 40 // characters
const LONGEST = 64 // bytes of a line, its end included
const FEW = 4096 // bytes that are searched line by line

type BreachedPasswordDeps = {
  readonly settings: Pick<Settings, 'breachedPasswords'>
  readonly log: Pick<BaseLogger, 'error'>
}

/**
 * Asks whether a password is breached. If the file is gone, it says so in the log and takes no password for breached:
 * nobody shall miss a deadline for it.
 */
export const breachedPasswords =
  ({ settings: { breachedPasswords: path }, log }: BreachedPasswordDeps) =>
  async (password: string): Promise<boolean> => {
    try {
      return path !== undefined && (await isInFile(path, password))
    } catch (error) {
      log.error({ err: error }, 'BREACHED_PASSWORDS cannot be read: new passwords are not looked up in it.')
      return false
    }
  }

/** Opens the file anew each time, so that a newer one can take its place. */
async function isInFile(path: string, password: string): Promise<boolean> {
  await using file = await open(path)
  const hash = createHash('sha1').update(password).digest('hex').toUpperCase()
  let [from, to] = [0, (await file.stat()).size]
  while (to - from > FEW) {
    const middle = Math.floor((from + to) / 2)
    const line = await firstLineAfter(file, middle)
    if (line.text.slice(0, HASH) <= hash) from = line.at
    else to = middle
  }
  return (await read(file, from, to - from + LONGEST)).split('\n').some((line) => line.slice(0, HASH) === hash)
}

/** Throws a startup error if BREACHED_PASSWORDS is not such a file. */
export async function checkBreachedPasswords({ breachedPasswords: path }: Pick<Settings, 'breachedPasswords'>) {
  if (path === undefined) return
  const fault = (what: string, cause?: unknown) => startupError(`BREACHED_PASSWORDS ${path} ${what}.`, cause)
  const lines = await linesFrom(path).catch((error: unknown) => {
    throw fault('cannot be read', error)
  })
  if (!lines.every((line) => LINE.test(line))) throw fault('must have a SHA-1 hash on each line, such as 21BD1…:96')
  if (lines.some((line, at) => line < (lines[at - 1] ?? ''))) throw fault('must be sorted by hash')
}

/** Lines at a hundred places, from the first to near the last. */
async function linesFrom(path: string): Promise<readonly string[]> {
  await using file = await open(path)
  const { size } = await file.stat()
  const lines = [(await read(file, 0, LONGEST)).split('\n')[0] ?? '']
  for (let place = 1; place < 100; place += 1) {
    const at = Math.floor((size * place) / 100) - LONGEST
    if (at > 0) lines.push((await firstLineAfter(file, at)).text)
  }
  return lines
}

/** The first line that begins after this place, and where it does. */
async function firstLineAfter(
  file: FileHandle,
  place: number,
): Promise<{ readonly at: number; readonly text: string }> {
  const text = await read(file, place, 2 * LONGEST)
  const end = text.indexOf('\n') + 1
  return { at: place + end, text: text.slice(end).split('\n')[0] ?? '' }
}

async function read(file: FileHandle, from: number, bytes: number): Promise<string> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(bytes), 0, bytes, from)
  return buffer.toString('latin1', 0, bytesRead)
}
