import { readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { BaseLogger } from 'pino'
import { fileLimits } from '../../../api/index.ts'
import type { Office } from './office.ts'
import { readPlainFile } from './read-plain-file.ts'
import { idAsked, idTaken, sayAlive, spoolPlaces } from './spool.ts'

const LOOK_EVERY = 200 // ms
const SAY_ALIVE_EVERY = 5_000 // ms
const LEFT = 60 * 60_000 // ms; by then the requester has given up
const LARGEST = 8 * fileLimits.bytes // an upload is smaller

/**
 * Converts the documents in the folder, one at a time, until it is closed. One converter serves a folder; it resumes
 * what an earlier one left unfinished.
 */
export async function serveSpool(folder: string, office: Office, log: Pick<BaseLogger, 'error'>) {
  let closed = false
  await sayAlive(folder)
  const alive = setInterval(() => {
    sayAlive(folder).catch((err) => log.error({ err }, 'The spool cannot be written to.'))
  }, SAY_ALIVE_EVERY)
  for (const id of await idsIn(folder, idTaken)) await rename(...pairOf(folder, id, 'taken', 'asked'))

  const done = (async () => {
    while (!closed) {
      try {
        const [id] = await idsIn(folder, idAsked)
        if (id !== undefined) await convertOne(folder, id, office)
        await removeLeft(folder)
      } catch (err) {
        log.error({ err }, 'The spool cannot be served.')
      }
      await sleep(LOOK_EVERY)
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
  const { draft, taken, pdf, answer } = spoolPlaces(folder, id)
  await rename(...pairOf(folder, id, 'asked', 'taken'))
  const docx = await readPlainFile(taken, LARGEST)
  const made = docx ? await office.convert(docx) : ({ failed: true } as const)
  await writeFile(draft, 'pdf' in made ? made.pdf : JSON.stringify(made), { mode: 0o660 })
  await rename(draft, 'pdf' in made ? pdf : answer)
  await rm(taken, { force: true })
}

const pairOf = (folder: string, id: string, from: 'asked' | 'taken', to: 'asked' | 'taken'): [string, string] => {
  const places = spoolPlaces(folder, id)
  return [places[from], places[to]]
}

/** The ids of the files with such names, the longest waiting first. */
async function idsIn(folder: string, idOf: typeof idAsked): Promise<readonly string[]> {
  const waiting: { readonly id: string; readonly since: number }[] = []
  for (const name of await readdir(folder)) {
    const id = idOf(name)
    const facts = id === undefined ? undefined : await stat(join(folder, name)).catch(() => undefined)
    if (id !== undefined && facts) waiting.push({ id, since: facts.mtimeMs })
  }
  return waiting.sort((one, other) => one.since - other.since).map(({ id }) => id)
}

/** Removes files that have been left for an hour: the process that asked for them was killed. */
async function removeLeft(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!/^[0-9a-f-]{36}\.(draft|docx|work|pdf|json)$/.test(name)) continue
    const facts = await stat(join(folder, name)).catch(() => undefined)
    if (facts && Date.now() - facts.mtimeMs > LEFT) await rm(join(folder, name), { force: true })
  }
}
