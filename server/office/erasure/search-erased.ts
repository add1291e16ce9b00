import { open, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { type Kysely, sql } from 'kysely'
import type { SearchedBytes, Tables } from '../../platform/database/index.ts'
import { scheduled } from '../../platform/jobs/index.ts'
import type { ErasureDeps } from './erasure-deps.ts'

/**
 * How long erasures are gathered before the embedded database is written anew, which keeps others waiting. With the ten
 * minutes between two looks nothing stays for an hour.
 */
const GATHERED = 5 // minutes

const searchQueue = scheduled('search-erased', '*/10 * * * *', { expireInSeconds: 600 })

/** Registers the job that writes the embedded database anew after erasures; call it before the jobs start. */
export const defineSearchJob = (deps: ErasureDeps): void => {
  if (deps.database.kind === 'embedded') deps.jobs.define(searchQueue, () => searchErased(deps))
}

/**
 * Writes the embedded database anew after erasures, so that no file of it has a byte of them, and searches its files for
 * what was erased: again for an hour, if something is found. The files of a PostgreSQL are on another machine.
 */
export async function searchErased({ database, marks, log }: ErasureDeps): Promise<void> {
  if (database.kind !== 'embedded') return
  const { db } = database
  const waiting = db
    .selectFrom('erasure')
    .select('application_id')
    .where(
      sql<boolean>`(searched is null
        or jsonb_array_length(searched -> 'found') > 0 and erased_at > clock_timestamp() - interval '1 hour')`,
    )
  const accounts = db.selectFrom('erased_account').select('account_id').where('scrubbed_at', 'is', null)
  const gathered = sql<boolean>`erased_at < clock_timestamp() - make_interval(mins => ${GATHERED})`
  const isDue =
    (await waiting.where(gathered).executeTakeFirst()) ?? (await accounts.where(gathered).executeTakeFirst())
  if (isDue === undefined) return
  const due = await waiting.execute()
  // As text, which has the microseconds.
  const { rows: moments } = await sql<{ now: string }>`select clock_timestamp()::text as now`.execute(db)
  await database.scrub()
  await db
    .updateTable('erased_account')
    .set({ scrubbed_at: sql<Date>`clock_timestamp()` })
    .where('scrubbed_at', 'is', null)
    .where('erased_at', '<', sql<Date>`${moments[0]?.now}::timestamptz`)
    .execute()
  const texts = await withoutThoseOfOthers(db, [
    ...new Set(due.flatMap(({ application_id: id }) => marks.get(id) ?? [])),
  ])
  const searched = await searchFiles(database.folder, texts)
  for (const { application_id: id } of due) {
    const own = marks.get(id)?.filter((mark) => texts.includes(mark))
    const found = own?.flatMap((mark) => searched.found.get(mark) ?? []) ?? []
    if (found.length > 0)
      log.warn({ application: id, files: found }, 'Files of the database still have bytes of an erased application.')
    const result: SearchedBytes = {
      at: new Date().toISOString(),
      marks: own?.length ?? 0,
      ...(own && { files: searched.files, bytes: searched.bytes, found: [...new Set(found)] }),
    }
    await db
      .updateTable('erasure')
      .set({ searched: JSON.stringify(result) })
      .where('application_id', '=', id)
      .execute()
    if (found.length === 0) marks.delete(id)
  }
}

/** Without what somebody else has as well by now, such as a name, and the address of an account that stays. */
async function withoutThoseOfOthers(db: Kysely<Tables>, marks: readonly string[]): Promise<readonly string[]> {
  const { rows } = await sql<{ mark: string }>`
    select mark from unnest(${[...marks]}::text[]) as mark
    where exists (select from "user" where email = mark)
      or exists (select from application_index where sort_name = mark or mark = any (phones))`.execute(db)
  const kept = new Set(rows.map(({ mark }) => mark))
  return marks.filter((mark) => !kept.has(mark))
}

const PIECE = 4 * 1024 ** 2 // bytes

/** In which files below a folder each of these texts is. */
async function searchFiles(folder: string, texts: readonly string[]) {
  const found = new Map<string, string[]>()
  const needles = texts.map((text) => [text, Buffer.from(text)] as const)
  const overlap = Math.max(0, ...needles.map(([, needle]) => needle.length - 1))
  let [files, bytes] = [0, 0]
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const path = join(entry.parentPath, entry.name)
    // The database removes files meanwhile.
    const file = await open(path).catch(() => undefined)
    if (!file) continue
    try {
      const piece = Buffer.alloc(overlap + PIECE)
      let kept = 0
      for (;;) {
        const { bytesRead } = await file.read(piece, kept, PIECE)
        if (bytesRead === 0) break
        bytes += bytesRead
        const read = piece.subarray(0, kept + bytesRead)
        for (const [text, needle] of needles)
          if (read.includes(needle)) found.set(text, [...(found.get(text) ?? []), path.slice(folder.length + 1)])
        kept = Math.min(overlap, read.length)
        piece.copyWithin(0, read.length - kept, read.length)
      }
      files += 1
    } finally {
      await file.close()
    }
  }
  return { found, files, bytes }
}

/** Names the erasures of which the files of the database still have something. */
export async function erasedBytesWarnings({ database: { db } }: Pick<ErasureDeps, 'database'>) {
  const found = await db
    .selectFrom('erasure')
    .select('application_id')
    .where(sql<boolean>`jsonb_array_length(searched -> 'found') > 0`)
    .execute()
  if (found.length === 0) return []
  return [
    `Files of the database still have bytes of ${found.length} erased applications: ${found.map((each) => each.application_id).join(', ')}.`,
  ]
}
