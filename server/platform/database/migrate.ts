import type { Kysely } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import { startupError } from '../settings/index.ts'
import { accounts } from './migrations/0001-accounts.ts'
import { applications } from './migrations/0002-applications.ts'
import { submissions } from './migrations/0003-submissions.ts'
import { safeguards } from './migrations/0004-safeguards.ts'
import { documents } from './migrations/0005-documents.ts'
import { temporaryAnswers } from './migrations/0006-temporary-answers.ts'
import { schoolLists } from './migrations/0007-school-lists.ts'
import { serviceLinks } from './migrations/0008-service-links.ts'
import { installation } from './migrations/0009-installation.ts'
import { answerWritings } from './migrations/0010-answer-writings.ts'
import { pendingSignUps } from './migrations/0011-pending-sign-ups.ts'
import { documentCare } from './migrations/0012-document-care.ts'
import { operations } from './migrations/0013-operations.ts'
import { attachedDocuments } from './migrations/0014-attached-documents.ts'
import { documentScans } from './migrations/0015-document-scans.ts'
import { phoneLinks } from './migrations/0016-phone-links.ts'
import { dataKeys } from './migrations/0017-data-keys.ts'
import { processes } from './migrations/0018-processes.ts'
import { deliveries } from './migrations/0019-deliveries.ts'
import { submissionChangesRow } from './migrations/0020-submission-changes-row.ts'
import { feedByOwner } from './migrations/0021-feed-by-owner.ts'
import { applicationIndex } from './migrations/0023-application-index.ts'
import { staffDesk } from './migrations/0024-staff-desk.ts'
import { staffSignIn } from './migrations/0025-staff-sign-in.ts'
import { webhooks } from './migrations/0026-webhooks.ts'
import { mailsOfAnApplication } from './migrations/0027-mails-of-an-application.ts'
import { erasure } from './migrations/0028-erasure.ts'
import { accountHelp } from './migrations/0030-account-help.ts'
import { applicationLife } from './migrations/0031-application-life.ts'
import { demographicsApart } from './migrations/0033-demographics-apart.ts'
import { requestedDocumentsTold } from './migrations/0034-requested-documents-told.ts'
import { erasedAccounts } from './migrations/0035-erased-accounts.ts'
import { fasterCompression } from './migrations/0036-faster-compression.ts'
import { passwordHashes } from './migrations/0037-password-hashes.ts'
import { deskIndex } from './migrations/0038-desk-index.ts'
import { clock } from './migrations/0039-clock.ts'
import { mailsBlocked } from './migrations/0040-mails-blocked.ts'
import { canonicalAnswersSoFar } from './migrations/0041-canonical-answers.ts'
import { isDatabaseAway } from './report-outages.ts'
import { schemaState } from './schema-state.ts'
import type { Tables } from './tables.ts'

/**
 * Runs all pending migrations, or none if one fails. Several processes may start at once: on PostgreSQL one migrates
 * under an advisory lock while the others wait. Tables that are up to date are only read, so that a user who may not
 * change tables can start. Throws a startup error if a newer release has changed the tables so that this one cannot run,
 * and an outage as it is.
 */
export async function migrate(db: Kysely<Tables>): Promise<void> {
  const state = await schemaState(db, Object.keys(migrations)).catch((error) => {
    throw asStartupError(error)
  })
  if (state.kind === 'unusable') throw startupError(newerRelease(state.newer))
  if (state.kind === 'current') return
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } })
  const { error } = await migrator.migrateToLatest()
  if (error !== undefined) throw asStartupError(error)
}

const asStartupError = (error: unknown) =>
  error instanceof Error && !isDatabaseAway(error) ? startupError(messageFor(error), error) : error

function messageFor(error: Error): string {
  if ('code' in error && error.code === '42501') {
    return `The tables are not up to date, and this database user may not change them (${error.message}): run npm run migrate, or give it CREATE on the schema public.`
  }
  // Another process has migrated since the tables were compared.
  const [, newer] = /previously executed migration (\S+) is missing/.exec(error.message) ?? []
  if (newer !== undefined) return newerRelease(newer)
  return `The database could not be brought up to date: ${error.message}.`
}

const newerRelease = (migration: string) =>
  `The database belongs to a newer release, which added ${migration}: start that release, or restore a backup from before it.`

/** By name. From 0016 on a name ends with `-needs-NNNN` (docs/releases.md). */
export const migrations: Record<string, Migration> = {
  '0001-accounts': accounts,
  '0002-applications': applications,
  '0003-submissions': submissions,
  '0004-safeguards': safeguards,
  '0005-documents': documents,
  '0006-temporary-answers': temporaryAnswers,
  '0007-school-lists': schoolLists,
  '0008-service-links': serviceLinks,
  '0009-installation': installation,
  '0010-answer-writings': answerWritings,
  '0011-pending-sign-ups': pendingSignUps,
  '0012-document-care': documentCare,
  '0013-operations': operations,
  '0014-attached-documents': attachedDocuments,
  '0015-document-scans': documentScans,
  '0016-phone-links-needs-0015': phoneLinks,
  '0017-data-keys-needs-0015': dataKeys,
  '0018-processes-needs-0015': processes,
  '0019-deliveries-needs-0015': deliveries,
  '0020-submission-changes-row-needs-0015': submissionChangesRow,
  '0021-feed-by-owner-needs-0015': feedByOwner,
  '0023-application-index-needs-0015': applicationIndex,
  '0024-staff-desk-needs-0015': staffDesk,
  '0025-staff-sign-in-needs-0015': staffSignIn,
  '0026-webhooks-needs-0015': webhooks,
  '0027-mails-of-an-application-needs-0015': mailsOfAnApplication,
  '0028-erasure-needs-0015': erasure,
  '0030-account-help-needs-0015': accountHelp,
  '0031-application-life-needs-0015': applicationLife,
  '0033-demographics-apart-needs-0015': demographicsApart,
  '0034-requested-documents-told-needs-0015': requestedDocumentsTold,
  '0035-erased-accounts-needs-0015': erasedAccounts,
  '0036-faster-compression-needs-0015': fasterCompression,
  '0037-password-hashes-needs-0015': passwordHashes,
  '0038-desk-index-needs-0015': deskIndex,
  '0039-clock-needs-0015': clock,
  '0040-mails-blocked-needs-0015': mailsBlocked,
  '0041-canonical-answers-needs-0015': canonicalAnswersSoFar,
}
