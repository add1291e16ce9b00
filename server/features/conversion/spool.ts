import { stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'

/** ms. A converter silent for this long counts as away; it reports that it is alive every few seconds. */
const SILENCE = 60_000

/**
 * How a server and a Word converter in another container communicate, through files in one folder: a document to
 * convert, which the converter claims by renaming it, and its answer. Each file is written under a name that nobody
 * looks for, then renamed.
 */
export const spoolPlaces = (folder: string, id: string) => ({
  draft: join(folder, `${id}.draft`),
  asked: join(folder, `${id}.docx`),
  taken: join(folder, `${id}.work`),
  pdf: join(folder, `${id}.pdf`),
  answer: join(folder, `${id}.json`),
})

/** The id of a document to convert, from its file name. */
export const idAsked = (name: string): string | undefined => /^([0-9a-f-]{36})\.docx$/.exec(name)?.[1]
export const idTaken = (name: string): string | undefined => /^([0-9a-f-]{36})\.work$/.exec(name)?.[1]

const reason = z.string().max(500)
/** Every answer except a PDF. It is checked because a document may have taken control of the process that wrote it. */
export const answerSchema = z.union([
  z.strictObject({ failed: z.literal(true) }),
  z.strictObject({ crashed: reason }),
  z.strictObject({ exhausted: reason }),
  z.strictObject({ late: reason }),
  z.strictObject({ interrupted: reason }),
])

const signOfLife = (folder: string) => join(folder, 'alive')

export async function sayAlive(folder: string): Promise<void> {
  const now = new Date()
  await writeFile(signOfLife(folder), '')
  await utimes(signOfLife(folder), now, now)
}

/** Whether a converter serves this folder. */
export async function isServed(folder: string): Promise<boolean> {
  const heard = await stat(signOfLife(folder)).catch(() => undefined)
  return heard !== undefined && Date.now() - heard.mtimeMs < SILENCE
}
