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
import type { Tables } from './tables.ts'

/**
 * Runs all pending migrations, or none if one fails. Several processes may start at once: on PostgreSQL one migrates
 * under an advisory lock while the others wait. Throws a startup error if a newer release has migrated the database.
 */
export async function migrate(db: Kysely<Tables>): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } })
  const { error } = await migrator.migrateToLatest()
  if (error !== undefined) throw error instanceof Error ? startupError(messageFor(error), error) : error
}

function messageFor(error: Error): string {
  if ('code' in error && error.code === '42501') {
    return `The user of DATABASE_URL may not create tables (${error.message}): give it CREATE on the schema public.`
  }
  const [, newer] = /previously executed migration (\S+) is missing/.exec(error.message) ?? []
  if (newer !== undefined) {
    return `The database belongs to a newer release, which added ${newer}: start that release, or restore a backup from before it.`
  }
  return `The database could not be brought up to date: ${error.message}.`
}

const migrations: Record<string, Migration> = {
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
}
