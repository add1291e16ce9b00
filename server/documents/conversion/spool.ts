import { randomUUID } from 'node:crypto'
import { readdir, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { BaseLogger } from 'pino'
import { z } from 'zod'
import { fileLimitsOf, MOST_MEGABYTES } from '../../../api/index.ts'
import { endedWithServer, type Office, type OfficeOutcome } from './outcome.ts'
import { readPlainFile } from './read-plain-file.ts'

/** ms. A converter silent for this long counts as away; it reports that it is alive every few seconds. */
const HEARTBEAT_TIMEOUT = 60_000

/**
 * How a server and a Word converter in another container communicate, through files in one folder: a document to
 * convert, which the converter claims by renaming it, and its answer. Each file is written under a name that nobody
 * looks for, then renamed.
 */
const spoolPaths = (folder: string, id: string) => ({
  draft: join(folder, `${id}.draft`),
  requested: join(folder, `${id}.docx`),
  claimed: join(folder, `${id}.work`),
  pdf: join(folder, `${id}.pdf`),
  answer: join(folder, `${id}.json`),
})

/** The id of a document to convert, from its file name. */
const requestedId = (name: string): string | undefined => /^([0-9a-f-]{36})\.docx$/.exec(name)?.[1]
const claimedId = (name: string): string | undefined => /^([0-9a-f-]{36})\.work$/.exec(name)?.[1]

const reason = z.string().max(500)

/** Every answer except a PDF. It is checked because a document may have taken control of the process that wrote it. */
const replySchema = z.union([
  z.strictObject({ failed: z.literal(true) }),
  z.strictObject({ crashed: reason }),
  z.strictObject({ exhausted: reason }),
  z.strictObject({ late: reason }),
  z.strictObject({ interrupted: reason }),
])

const heartbeatFile = (folder: string) => join(folder, 'alive')

export async function writeHeartbeat(folder: string): Promise<void> {
  const now = new Date()
  await writeFile(heartbeatFile(folder), '')
  await utimes(heartbeatFile(folder), now, now)
}

/** Whether a converter serves this folder. */
export async function isServed(folder: string): Promise<boolean> {
  const heartbeat = await stat(heartbeatFile(folder)).catch(() => undefined)
  return heartbeat !== undefined && Date.now() - heartbeat.mtimeMs < HEARTBEAT_TIMEOUT
}

const POLL_INTERVAL = 200 // ms
const TIMEOUT = 20 * 60_000 // ms; the converter's own limits are lower
const MAX_REPLY_BYTES = 64 * 1024 ** 2 // bytes; a PDF that is stored has at most a quarter of it

/** LibreOffice in another process that shares only a folder with this one (`npm run word-converter`). */
export function spoolOffice(folder: string): Office {
  let closed = false

  async function waitForReply(places: ReturnType<typeof spoolPaths>): Promise<OfficeOutcome> {
    const start = performance.now()
    while (performance.now() - start < TIMEOUT) {
      const pdf = await readPlainFile(places.pdf, MAX_REPLY_BYTES)
      if (pdf) return { pdf }
      const reply = await readPlainFile(places.answer, MAX_REPLY_BYTES)
      if (reply) return parseReply(reply.toString())
      if (closed) return endedWithServer
      if (!(await isServed(folder))) return { interrupted: `No Word converter serves ${folder}.` }
      await sleep(POLL_INTERVAL)
    }
    return { late: `There was no answer within ${TIMEOUT} ms.` }
  }

  return {
    convert: async (docx) => {
      const places = spoolPaths(folder, randomUUID())
      try {
        await writeFile(places.draft, docx, { mode: 0o660 })
        await rename(places.draft, places.requested)
        return await waitForReply(places)
      } finally {
        for (const place of Object.values(places)) await rm(place, { recursive: true, force: true })
      }
    },
    close: () => {
      closed = true
    },
  }
}

function parseReply(text: string): OfficeOutcome {
  try {
    return replySchema.parse(JSON.parse(text))
  } catch {
    return { crashed: 'The Word converter gave an invalid reply.' }
  }
}

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
