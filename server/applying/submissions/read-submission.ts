import type { Kysely, Selectable } from 'kysely'
import { type AnswerMap, canonicalCode, canonicalEmail } from '../../../engine/index.ts'
import type { Tables } from '../../platform/database/index.ts'
import type { KeyRing } from '../../platform/secrets/index.ts'
import { ownerAccount, REQUEST, sealerOf } from '../applications/index.ts'
import { openSnapshot, type Snapshot } from './snapshot.ts'

/** A version of an application as it was signed. */
export type AcceptedSubmission = {
  readonly account: string
  readonly reference: string
  readonly version: number
  readonly submittedAt: Date
  /** The version that it replaces; undefined for the first. */
  readonly replaces: { readonly version: number; readonly submittedAt: Date } | undefined
  readonly snapshot: Snapshot
  /** Documents that staff asked for afterwards and that came before the next version was signed, oldest request first. */
  readonly requested: readonly { readonly key: string; readonly title: string }[]
}

/** Which version is meant, or the last one; and up to which change of the feed its requested documents are meant. */
export type VersionAt = { readonly version?: number | undefined; readonly through?: number | undefined }

/** The answers that an applicant signed last, with what each was called; none if there is no submission. */
export const signedAnswers = async (db: Kysely<Tables>, keyRing: KeyRing, applicationId: string): Promise<AnswerMap> =>
  (await readSubmission(db, keyRing, applicationId))?.snapshot.application.answer ?? {}

/** When an applicant withdrew an application; undefined if they did not. */
export const withdrawnAt = async (db: Kysely<Tables>, applicationId: string): Promise<Date | undefined> =>
  (await db.selectFrom('withdrawal').select('at').where('application_id', '=', applicationId).executeTakeFirst())?.at

/** What an applicant signed last, or an earlier version of it; undefined if there is none. */
export async function readSubmission(
  db: Kysely<Tables>,
  keyRing: KeyRing,
  applicationId: string,
  { version, through }: VersionAt = {},
): Promise<AcceptedSubmission | undefined> {
  const last = await db
    .selectFrom('submission')
    .innerJoin('application', 'application.id', 'submission.application_id')
    .selectAll('submission')
    .select(['application.id', 'application.data_key', ownerAccount.as('account')])
    .where('application_id', '=', applicationId)
    .executeTakeFirst()
  if (!last) return undefined
  const earlier = last.version === 1 ? [] : await earlierVersions(db, applicationId)
  const row = version === undefined ? last : [last, ...earlier].find((each) => each.version === version)
  if (!row) return undefined
  const replaced = earlier.find((each) => each.version === row.version - 1)
  const requested = await db
    .selectFrom('document_request')
    .innerJoin('application_change', 'seq', 'change_seq')
    .select(['id', 'title'])
    .where('document_request.application_id', '=', applicationId)
    .where('version', '<=', row.version)
    .$if(through !== undefined, (query) => query.where('seq', '<=', through ?? 0))
    .orderBy('id')
    .execute()
  return {
    account: last.account,
    reference: row.reference,
    version: row.version,
    submittedAt: row.submitted_at,
    replaces: replaced && { version: replaced.version, submittedAt: replaced.submitted_at },
    snapshot: openSnapshot(row.snapshot, applicationId, sealerOf(keyRing, last)),
    requested: requested.map(({ id, title }) => ({ key: `${REQUEST}${id}`, title })),
  }
}

const earlierVersions = (
  db: Kysely<Tables>,
  applicationId: string,
): Promise<readonly Selectable<Tables['earlier_submission']>[]> =>
  db
    .selectFrom('earlier_submission')
    .selectAll()
    .where('application_id', '=', applicationId)
    .orderBy('version')
    .execute()

/** The id of the application with this reference number or account email address. Throws if there is none. */
export async function applicationNamed(db: Kysely<Tables>, name: string): Promise<string> {
  const isAddress = name.includes('@')
  const row = isAddress
    ? await db
        .selectFrom('application')
        .innerJoin('user', 'user.id', 'application.account_id')
        .select('application.id')
        .where('user.email', '=', canonicalEmail(name).toLowerCase())
        .executeTakeFirst()
    : await db
        .selectFrom('submission')
        .select('application_id as id')
        .where('reference', '=', canonicalCode(name).toUpperCase())
        .executeTakeFirst()
  if (row) return row.id
  throw new Error(
    isAddress
      ? 'No application belongs to this e-mail address.'
      : 'No submitted application has this reference number.',
  )
}
