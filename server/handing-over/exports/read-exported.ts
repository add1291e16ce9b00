import { createHash } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import type { Register } from '../../../engine/index.ts'
import { type AcceptedSubmission, readSubmission, type VersionAt } from '../../applying/submissions/index.ts'
import { type ListedDocument, listDocuments, type PacketDeps } from '../../documents/packets/index.ts'
import type { ChangeKind, Tables } from '../../platform/database/index.ts'
import { type ExportedAnswers, exportedAnswers } from './exported-application.ts'

/** A version of a submitted application as other systems read it. */
export type ExportedApplication = ExportedAnswers & {
  readonly application_id: string
  readonly person_id: string
  readonly version: number
  readonly reference: string
  /** ISO 8601 in UTC. */
  readonly submitted_at: string
  /** Its documents by question, in reading order. */
  readonly documents: readonly ListedDocument[]
}

type Reading = Pick<PacketDeps, 'database' | 'keyRing' | 'institution'> & {
  /** Every key that may be handed over; those of one delivery as it was made. */
  readonly register: Register
}

/** A version of an application as it was signed; undefined if there is none. */
export async function readExported(
  deps: Reading,
  applicationId: string,
  at: VersionAt = {},
): Promise<ExportedApplication | undefined> {
  const submission = await readSubmission(deps.database.db, deps.keyRing, applicationId, at)
  return submission && exportedFrom(deps, applicationId, submission)
}

/** A submission as other systems read it. */
export const exportedFrom = (
  { register, institution }: Pick<Reading, 'register' | 'institution'>,
  applicationId: string,
  submission: AcceptedSubmission,
): ExportedApplication => ({
  ...exportedAnswers(register, submission.snapshot, institution),
  application_id: applicationId,
  person_id: personIdOf(submission.account),
  version: submission.version,
  reference: submission.reference,
  submitted_at: submission.submittedAt.toISOString(),
  documents: listDocuments(submission),
})

/**
 * The id by which other systems know the person of an account: the same for all applications and versions. It is made
 * of the account's id, which is random, in one direction: nobody can guess it, and it opens nothing here.
 */
function personIdOf(account: string): string {
  const hex = createHash('sha256').update(`causeway person ${account}`).digest('hex')
  // The form of a UUID of version 8, which is for ids made in a way of one’s own (docs/decisions/0062).
  return [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join(
    '-',
  )
}

/** Something that happened to a submitted application. `seq` rises, and a higher one never appears before a lower. */
type ApplicationChange = {
  readonly seq: number
  readonly application_id: string
  readonly version: number
  readonly kind: ChangeKind
  readonly at: Date
}

/** That the form asks, offers or calls something otherwise since an edition or a release, with a number of the same order. */
type FormChange = {
  readonly seq: number
  readonly kind: 'form'
  readonly form_version: string
  readonly edition: number
  readonly at: Date
}

export type Change = ApplicationChange | FormChange

/** At most `limit` changes of applications after a number, in their order. */
export const readChanges = (
  db: Kysely<Tables>,
  { after, through, limit }: { readonly after: number; readonly through?: number; readonly limit: number },
): Promise<readonly ApplicationChange[]> =>
  db
    .selectFrom('application_change')
    .selectAll()
    .where('seq', '>', after)
    .$if(through !== undefined, (query) => query.where('seq', '<=', through ?? 0))
    .orderBy('seq')
    .limit(limit)
    .execute()

/** At most `limit` changes after a number, of applications and, for whoever knows them, of the form. */
export async function readFeed(
  db: Kysely<Tables>,
  { after, limit, form }: { readonly after: number; readonly limit: number; readonly form: boolean },
): Promise<readonly Change[]> {
  if (!form) return readChanges(db, { after, limit })
  // One statement: between two, something could come that both have missed.
  const { rows } = await sql<{
    seq: number
    at: Date
    application: Pick<ApplicationChange, 'application_id' | 'version' | 'kind'> | null
    form: Pick<FormChange, 'form_version' | 'edition'> | null
  }>`
    (select seq, at, null as form,
        json_build_object('application_id', application_id, 'version', version, 'kind', kind) as application
      from application_change where seq > ${after} order by seq limit ${limit})
    union all
    (select seq, at, json_build_object('form_version', form_version, 'edition', edition), null
      from form_change where seq > ${after} order by seq limit ${limit})
    order by seq limit ${limit}`.execute(db)
  return rows.flatMap(({ seq, at, application, form }): readonly Change[] => [
    ...(application ? [{ seq, ...application, at }] : []),
    ...(form ? [{ seq, kind: 'form' as const, ...form, at }] : []),
  ])
}

/** The number of the newest change of an application, or also of the form; 0 before the first. */
export async function newestChange(db: Kysely<Tables>, { form }: { readonly form?: boolean } = {}): Promise<number> {
  const { seq } = await db
    .selectFrom('application_change')
    .select(({ fn }) => fn.max('seq').as('seq'))
    .executeTakeFirstOrThrow()
  if (!form) return seq ?? 0
  const told = await db
    .selectFrom('form_change')
    .select(({ fn }) => fn.max('seq').as('seq'))
    .executeTakeFirstOrThrow()
  return Math.max(seq ?? 0, told.seq ?? 0)
}

/** The last number that was given to a change; 0 before the first one. */
export async function endOfFeed(db: Kysely<Tables>): Promise<number> {
  const { rows } = await sql<{ end: number }>`select end_of_the_feed() as end`.execute(db)
  return Number(rows[0]?.end ?? 0)
}
