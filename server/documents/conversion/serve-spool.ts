import { readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { BaseLogger } from 'pino'
import { fileLimitsOf, MOST_MEGABYTES } from '../../../api/index.ts'
import type { Office } from './office.ts'
import { readPlainFile } from './read-plain-file.ts'
import { claimedId, requestedId, spoolPaths, writeHeartbeat } from './spool.ts'

const POLL_INTERVAL = 200 // ms
const HEARTBEAT_INTERVAL = 5_000 // ms
const LEFTOVER_AGE = 60 * 60_000 // ms; by then the requester has given up
const MAX_DOCX_BYTES = fileLimitsOf(MOST_MEGABYTES).bytes

/**
 * Converts the documents in the folder, one at a time, until it is closed. One converter serves a folder; it resumes
 * what an earlier one left unfinished.
 */
export async function serveSpool(folder: string, office: Office, log: Pick<BaseLogger, 'error'>) {
  let closed = false
  await writeHeartbeat(folder)
  const alive = setInterval(() => {
    writeHeartbeat(folder).catch((err) => log.error({ err }, 'The spool cannot be written to.'))
  }, HEARTBEAT_INTERVAL)
  for (const id of await idsIn(folder, claimedId)) await rename(...pathsOf(folder, id, 'claimed', 'requested'))

  const done = (async () => {
    while (!closed) {
      try {
        const [id] = await idsIn(folder, requestedId)
        if (id !== undefined) await convertOne(folder, id, office)
        await removeLeftovers(folder)
      } catch (err) {
        log.error({ err }, 'The spool cannot be served.')
      }
      await sleep(POLL_INTERVAL)
    }
  })()

  return {
    close: async () => {
      closed = true
      office.close()
      await done
      clearInterval(alive)
    },
  }
}

async function convertOne(folder: string, id: string, office: Office): Promise<void> {
  const { draft, claimed, pdf, answer } = spoolPaths(folder, id)
  await rename(...pathsOf(folder, id, 'requested', 'claimed'))
  const docx = await readPlainFile(claimed, MAX_DOCX_BYTES)
  const made = docx ? await office.convert(docx) : ({ failed: true } as const)
  await writeFile(draft, 'pdf' in made ? made.pdf : JSON.stringify(made), { mode: 0o660 })
  await rename(draft, 'pdf' in made ? pdf : answer)
  await rm(claimed, { force: true })
}

const pathsOf = (
  folder: string,
  id: string,
  from: 'requested' | 'claimed',
  to: 'requested' | 'claimed',
): [string, string] => {
  const places = spoolPaths(folder, id)
  return [places[from], places[to]]
}

/** The ids of the files with such names, the longest waiting first. */
async function idsIn(folder: string, idOf: typeof requestedId): Promise<readonly string[]> {
  const waiting: { readonly id: string; readonly since: number }[] = []
  for (const name of await readdir(folder)) {
    const id = idOf(name)
    const stats = id === undefined ? undefined : await stat(join(folder, name)).catch(() => undefined)
    if (id !== undefined && stats) waiting.push({ id, since: stats.mtimeMs })
  }
  return waiting.sort((one, other) => one.since - other.since).map(({ id }) => id)
}

/** Removes files that have been left for an hour: the process that asked for them was killed. */
async function removeLeftovers(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!/^[0-9a-f-]{36}\.(draft|docx|work|pdf|json)$/.test(name)) continue
    const stats = await stat(join(folder, name)).catch(() => undefined)
    if (stats && Date.now() - stats.mtimeMs > LEFTOVER_AGE) await rm(join(folder, name), { force: true })
  }
}
