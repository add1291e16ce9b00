import { randomUUID } from 'node:crypto'
import { rename, rm, writeFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { endedWithServer } from './how-it-ended.ts'
import type { Office, OfficeOutcome } from './office.ts'
import { readPlainFile } from './read-plain-file.ts'
import { answerSchema, isServed, spoolPlaces } from './spool.ts'

const LOOK_EVERY = 200 // ms
const CEILING = 20 * 60_000 // ms; the converter's own limits are lower
const LARGEST = 64 * 1024 ** 2 // bytes; a PDF that is stored has at most a quarter of it

/** LibreOffice in another process that shares only a folder with this one (`npm run word-converter`). */
export function spoolOffice(folder: string): Office {
  let closed = false

  async function answerTo(places: ReturnType<typeof spoolPlaces>): Promise<OfficeOutcome> {
    const begun = performance.now()
    while (performance.now() - begun < CEILING) {
      const pdf = await readPlainFile(places.pdf, LARGEST)
      if (pdf) return { pdf }
      const said = await readPlainFile(places.answer, LARGEST)
      if (said) return readAnswer(said.toString())
      if (closed) return endedWithServer
      if (!(await isServed(folder))) return { interrupted: `No Word converter serves ${folder}.` }
      await sleep(LOOK_EVERY)
    }
    return { late: `There was no answer within ${CEILING} ms.` }
  }

  return {
    convert: async (docx) => {
      const places = spoolPlaces(folder, randomUUID())
      try {
        await writeFile(places.draft, docx, { mode: 0o660 })
        await rename(places.draft, places.asked)
        return await answerTo(places)
      } finally {
        for (const place of Object.values(places)) await rm(place, { recursive: true, force: true })
      }
    },
    close: () => {
      closed = true
    },
  }
}

function readAnswer(text: string): OfficeOutcome {
  try {
    return answerSchema.parse(JSON.parse(text))
  } catch {
    return { crashed: 'The Word converter gave an answer that is none.' }
  }
}
