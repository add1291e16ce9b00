import { randomUUID } from 'node:crypto'
import { rename, rm, writeFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { endedWithServer } from './end-of-process.ts'
import type { Office, OfficeOutcome } from './office.ts'
import { readPlainFile } from './read-plain-file.ts'
import { isServed, replySchema, spoolPaths } from './spool.ts'

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
