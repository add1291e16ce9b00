import { type Kysely, sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import { startupError } from '../settings/index.ts'
import { accountHelp, languageOfAccount, passwordHashes } from './migrations/accounts.ts'
import { applicationLife, languageOfSubmission, requestedDocumentsTold } from './migrations/application-life.ts'
import { applicationPdf } from './migrations/application-pdf.ts'
import { upTo010 } from './migrations/baseline.ts'
import { signatures } from './migrations/documents.ts'
import { editionCount, editions } from './migrations/editions.ts'
import { certificatesAndReceipts, erasedAccounts, erasure, revocations } from './migrations/erasure.ts'
import { faceFiles } from './migrations/face-files.ts'
import {
  deliveries,
  endOfTheFeed,
  feedByOwner,
  submissionChangesRow,
  webhooks,
} from './migrations/feed-and-deliveries.ts'
import { clock, mailsBlocked, mailsOfAnApplication, remindersStopped } from './migrations/mails-and-clock.ts'
import { ownQuestions } from './migrations/own-questions.ts'
import {
  applicationIndex,
  demographicsApart,
  deskIndex,
  gradesAndTokens,
  staffDesk,
  staffSignIn,
  staffSubjects,
} from './migrations/staff-desk.ts'
import {
  canonicalAnswersSoFar,
  compressedSubmissions,
  fasterCompression,
  openedGates,
  sealedRecords,
  writingBrowsers,
} from './migrations/stored-answers.ts'
import { workState } from './migrations/work-state.ts'
import { isDatabaseAway } from './report-outages.ts'
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
  const applied = await appliedMigrations(db)
  const marks = applied.length === 0 ? [MARK] : applied.filter(isMark)
  const all = { ...migrations, ...Object.fromEntries(marks.map((name) => [name, { up: async () => {} }])) }
  const migrator = new Migrator({ db, provider: { getMigrations: async () => all } })
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
  ...upTo010,
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
  '0042-application-pdf-needs-0015': applicationPdf,
  '0043-writing-browsers-needs-0015': writingBrowsers,
  '0044-opened-gates-needs-0015': openedGates,
  '0045-compressed-submissions-needs-0015': compressedSubmissions,
  '0046-sealed-records-needs-0015': sealedRecords,
  '0049-grades-and-tokens-needs-0015': gradesAndTokens,
  '0053-revocations-needs-0015': revocations,
  '0054-staff-subjects-needs-0015': staffSubjects,
  '0055-end-of-the-feed-needs-0015': endOfTheFeed,
  '0056-certificates-and-receipts-needs-0015': certificatesAndReceipts,
  '0057-signatures-needs-0015': signatures,
  '0058-reminders-needs-0015': remindersStopped,
  '0059-language-needs-0015': languageOfAccount,
  '0060-signed-language-needs-0015': languageOfSubmission,
  '0061-editions-needs-0015': editions,
  '0063-face-files-needs-0015': faceFiles,
  '0064-edition-count-needs-0015': editionCount,
  '0065-own-questions-needs-0015': ownQuestions,
  '0067-work-state-needs-0015': workState,
}

/**
 * A migration that changes nothing, which only a new installation gets. What it stores has every form of this release at
 * once, such as hashes of passwords that no earlier one can check, so that only a release that knows the last migration
 * can use it. An earlier one reads this name, as that of any other migration, and does not start.
 */
const LAST = Object.keys(migrations).at(-1)?.slice(0, 4)
const MARK = `${LAST}z-new-installation-needs-${LAST}`
const isMark = (name: string) => /^\d{4}z-new-installation-needs-\d{4}$/.test(name)

/** What the tables of a database are to this release. `newer` names the migration that this release does not know. */
type SchemaState =
  | { readonly kind: 'current' }
  | { readonly kind: 'behind' }
  | { readonly kind: 'unusable'; readonly newer: string }

/**
 * Compares the migrations that a database has with those that this release knows. It only reads, so it works for a
 * user who may not change tables. Tables of a newer release are current as long as each unknown migration says, by
 * `-needs-NNNN` at the end of its name, that a release that knows migration NNNN can run on them (docs/releases.md).
 */
export async function schemaState(db: Kysely<Tables>, known: readonly string[]): Promise<SchemaState> {
  const applied = await appliedMigrations(db)
  const unknown = applied.filter((name) => !known.includes(name) && !(isMark(name) && isUsableBy(known, name)))
  const missing = known.filter((name) => !applied.includes(name))
  const newer = unknown.find((name) => missing.length > 0 || !isUsableBy(known, name))
  if (newer !== undefined) return { kind: 'unusable', newer }
  return { kind: missing.length > 0 ? 'behind' : 'current' }
}

/** The ending with which a migration names the oldest migration that a release must know to run beside it. */
export const NEEDS = /-needs-(\d{4})$/

function isUsableBy(known: readonly string[], migration: string): boolean {
  const needed = NEEDS.exec(migration)?.[1]
  return needed !== undefined && known.some((name) => name.startsWith(`${needed}-`))
}

async function appliedMigrations(db: Kysely<Tables>): Promise<readonly string[]> {
  const found = await sql<{ found: boolean }>`select to_regclass('kysely_migration') is not null as found`.execute(db)
  if (!found.rows[0]?.found) return []
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)
  return rows.map(({ name }) => name)
}
