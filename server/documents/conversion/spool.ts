import { stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'

/** ms. A converter silent for this long counts as away; it reports that it is alive every few seconds. */
const HEARTBEAT_TIMEOUT = 60_000

/**
 * How a server and a Word converter in another container communicate, through files in one folder: a document to
 * convert, which the converter claims by renaming it, and its answer. Each file is written under a name that nobody
 * looks for, then renamed.
 */
export const spoolPaths = (folder: string, id: string) => ({
  draft: join(folder, `${id}.draft`),
  requested: join(folder, `${id}.docx`),
  claimed: join(folder, `${id}.work`),
  pdf: join(folder, `${id}.pdf`),
  answer: join(folder, `${id}.json`),
})

/** The id of a document to convert, from its file name. */
export const requestedId = (name: string): string | undefined => /^([0-9a-f-]{36})\.docx$/.exec(name)?.[1]
export const claimedId = (name: string): string | undefined => /^([0-9a-f-]{36})\.work$/.exec(name)?.[1]

const reason = z.string().max(500)
/** Every answer except a PDF. It is checked because a document may have taken control of the process that wrote it. */
export const replySchema = z.union([
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
