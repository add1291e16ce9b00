import { randomUUID } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

// The process number shows whose folder it is. The rest shows whether it is still the same process, because in
// containers every server has the same number.
const FOLDER = 'causeway-office-'
const run = randomUUID().slice(0, 8)
const named = new RegExp(`^${FOLDER}(\\d+)-(\\w+)-`)

/** A new folder for one document, accessible only to this user; the caller removes it. */
export const makeOfficeFolder = (): Promise<string> => mkdtemp(join(tmpdir(), `${FOLDER}${process.pid}-${run}-`))

/** Removes the documents of servers that were killed halfway. Never fails: what cannot be removed is another user's. */
export async function removeLeftovers(remove = removeFolder): Promise<void> {
  for (const name of await readdir(tmpdir()).catch(() => [])) {
    const [, owner, ownerRun] = named.exec(name) ?? []
    if (owner === undefined) continue
    const isLeftover = Number(owner) === process.pid ? ownerRun !== run : !isAlive(Number(owner))
    if (isLeftover) await remove(join(tmpdir(), name)).catch(() => {})
  }
}

const removeFolder = (path: string) => rm(path, { recursive: true, force: true })

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    // A process of another user cannot be signaled, but it exists.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
