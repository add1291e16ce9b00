import { randomUUID } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import type { BaseLogger } from 'pino'
import { z } from 'zod'
import { ownsStorage } from '../../documents/documents/index.ts'
import { type Database, inTransaction, type Tables } from '../../platform/database/index.ts'
import { type Jobs, scheduled } from '../../platform/jobs/index.ts'
import { listedKeys, type Storage } from '../../platform/storage/index.ts'

export type RevocationDeps = {
  readonly database: Database
  readonly storage: Storage
  readonly jobs: Jobs
  readonly log: Pick<BaseLogger, 'warn'>
}

/** Where the storage lists what was ended one by one, and when sessions and links last were. */
const LIST = 'revocations'
const SESSIONS = ['revoked-sessions', 'last'] as const

const queue = scheduled('list-revocations', '* * * * *', { retryLimit: 0, expireInSeconds: 300 })

/** Registers the job that lists in the storage what was ended; call it before the jobs start. */
export const defineRevocationsJob = (deps: RevocationDeps): void => deps.jobs.define(queue, () => listRevocations(deps))

/** Writes into the storage what was ended and is not listed yet. A copy of the database lists nothing. */
export async function listRevocations({ database: { db, ...database }, storage }: RevocationDeps): Promise<void> {
  const due = await db
    .selectFrom('revocation')
    .select(['id', 'kind', 'subject', 'at'])
    .where('listed_at', 'is', null)
    .execute()
  if (due.length === 0 || !(await ownsStorage({ database: { ...database, db }, storage }))) return
  for (const { id, kind, subject, at } of due) {
    if (kind === 'sessions') continue
    await storage.write(storage.keyOf(LIST, id), Buffer.from(JSON.stringify({ kind, subject, at: at.toISOString() })))
    await markListed(db, id, true)
  }
  if (!due.some(({ kind }) => kind === 'sessions')) return
  // Under a new id, which no backup until now has. What ends from now on makes a row of its own.
  const id = randomUUID()
  await inTransaction(db, async (transaction) => {
    await transaction.deleteFrom('revocation').where(sql<boolean>`kind = 'sessions'`).execute()
    await remember(transaction, { id, kind: 'sessions', subject: '', at: new Date() })
  })
  try {
    await storage.write(storage.keyOf(...SESSIONS), Buffer.from(id))
  } catch (error) {
    await markListed(db, id, false)
    throw error
  }
}

const markListed = (db: Kysely<Tables>, id: string, isListed: boolean) =>
  db
    .updateTable('revocation')
    .set({ listed_at: isListed ? sql<Date>`clock_timestamp()` : null })
    .where('id', '=', id)
    .execute()

const listed = z.object({
  kind: z.enum(['token', 'staff', 'password']),
  subject: z.string(),
  at: z.iso.datetime().transform((text) => new Date(text)),
})
type Revocation = {
  readonly id: string
  readonly kind: Tables['revocation']['kind']
  readonly subject: string
  readonly at: Date
}

const remember = (db: Kysely<Tables>, revocation: Revocation) =>
  db
    .insertInto('revocation')
    .values({ ...revocation, listed_at: sql<Date>`clock_timestamp()` })
    .onConflict((conflict) => conflict.doNothing())
    .execute()

/** Ends again, at a start, what the storage lists. A storage that is away prevents no start, and is named in the log. */
export async function revokeListedAtStart(deps: RevocationDeps): Promise<void> {
  try {
    await revokeListed(deps)
  } catch (error) {
    deps.log.warn(
      { err: error },
      'The list of what was ended could not be read. If this database was restored from a backup, restart the server once the storage is back.',
    )
  }
}

const AT_ONCE = 500 // revocations

/**
 * Ends again what the list in the storage names and this database does not know, because it was restored from a backup of
 * before. Then sessions and links end as well: any of them may have been ended since. Call it before anything is served.
 */
export async function revokeListed({ database: { db }, storage, log }: RevocationDeps): Promise<void> {
  const isKnown = async (id: string) =>
    (await db.selectFrom('revocation').select('id').where('id', '=', id).executeTakeFirst()) !== undefined
  let ended = 0
  for await (const keys of listedKeys(storage, LIST, AT_ONCE))
    for (const key of keys) {
      const id = key.slice(key.lastIndexOf('/') + 1)
      const bytes = (await isKnown(id)) ? undefined : await storage.read(key)
      if (bytes === undefined) continue
      const revocation = { id, ...listed.parse(JSON.parse(Buffer.from(bytes).toString())) }
      await inTransaction(db, (transaction) => revoke(transaction, revocation))
      ended += 1
    }
  const last = await storage.read(storage.keyOf(...SESSIONS))
  const id = last && Buffer.from(last).toString()
  if (ended === 0 && (id === undefined || (await isKnown(id)))) return
  await inTransaction(db, async (transaction) => {
    for (const table of [
      'session',
      'staff_session',
      'staff_link',
      'service_link',
      'phone_link',
      'verification',
    ] as const)
      await transaction.deleteFrom(table).execute()
    if (id !== undefined) await remember(transaction, { id, kind: 'sessions', subject: '', at: new Date() })
  })
  log.warn(
    `This database was restored from a backup: all sessions and links were ended, and again what had been ended since (tokens, access of staff, passwords): ${ended}.`,
  )
}

/** Ends one thing again. Its triggers add no row that is not in the list already. */
async function revoke(db: Kysely<Tables>, { id, kind, subject, at }: Revocation): Promise<void> {
  await remember(db, { id, kind, subject, at })
  if (kind === 'token')
    await db
      .updateTable('export_token')
      .set({ ended_at: at })
      .where('id', '=', subject)
      .where('ended_at', 'is', null)
      .execute()
  if (kind === 'staff')
    await db
      .updateTable('staff_person')
      .set({ ended_at: at })
      .where(sql<string>`staff_subject(issuer, subject)`, '=', subject)
      .where('ended_at', 'is', null)
      .execute()
  // The owner chooses a new one by mail: the newest is not in this database, and the one that is was replaced.
  if (kind === 'password')
    await db.updateTable('account').set({ password: null }).where('userId', '=', subject).execute()
}
