import { randomUUID } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

// The number of a process tells whose folder it is, and the rest whether it is that process: a container gives every
// server the same number.
const FOLDER = 'causeway-office-'
const run = randomUUID().slice(0, 8)
const named = new RegExp(`^${FOLDER}(\\d+)-(\\w+)-`)

/** A new folder for one document, for this user alone; whoever asks removes it. */
export const makeOfficeFolder = (): Promise<string> => mkdtemp(join(tmpdir(), `${FOLDER}${process.pid}-${run}-`))

/** Removes the documents of servers that were killed in the middle. Never fails: what may not be removed is another user's. */
export async function removeLeftovers(remove = removeFolder): Promise<void> {
  for (const name of await readdir(tmpdir()).catch(() => [])) {
    const [, owner, ownersRun] = named.exec(name) ?? []
    if (owner === undefined) continue
    const isLeft = Number(owner) === process.pid ? ownersRun !== run : !isAlive(Number(owner))
    if (isLeft) await remove(join(tmpdir(), name)).catch(() => {})
  }
}

const removeFolder = (path: string) => rm(path, { recursive: true, force: true })

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    // A process of another user may not be asked, and is there.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
