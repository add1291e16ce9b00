import { operator } from '../../platform/control/index.ts'
import { countMissingFiles } from './count-missing-files.ts'
import type { Documents } from './documents.ts'
import { adoptStorage } from './storage-owner.ts'
import { sweepDocuments } from './sweep-documents.ts'

/** What an operator should know about the storage of documents, one sentence each. */
export async function documentWarnings({ database }: Pick<Documents, 'database'>): Promise<readonly string[]> {
  const { stopped, unknown_files: unknown } = await database.db
    .selectFrom('storage_care')
    .select(['stopped', 'unknown_files'])
    .executeTakeFirstOrThrow()
  return [
    ...(stopped === null ? [] : [stopped]),
    ...(unknown ? [`${unknown} files in the storage belong to no document of this database; they are kept.`] : []),
  ]
}

/**
 * `npm run sweep`: sweeps now; `adopt` makes the storage this database's and says what it lacks, `all` ignores the
 * ceiling once.
 */
export async function sweepCommand(
  documents: Documents,
  [word, ...more]: readonly string[],
): Promise<readonly string[]> {
  const isKnown = word === undefined || word === 'adopt' || word === 'all'
  // Nothing is removed for somebody who adds what does not exist, such as --dry-run.
  if (!isKnown || more.length > 0) throw new Error('Give no argument, or adopt, or all.')
  if (word !== undefined) await auditCommand(documents, word)
  if (word === 'adopt') await adoptStorage(documents)
  const swept = await sweepDocuments(documents, { all: word === 'all' })
  if ('stopped' in swept) return [swept.stopped]
  const removed = `${swept.documents} documents that belong to no application were removed.`
  if (word !== 'adopt') return [removed]
  const missing = await countMissingFiles(documents)
  return [removed, missing === 0 ? 'No file of an application is missing in the storage.' : lacking(missing)]
}

const lacking = (missing: number) =>
  `${missing} files of applications are missing in the storage (documents and application PDFs). Copy them into it from the backup, and run this again.`

const auditCommand = ({ database }: Documents, word: 'adopt' | 'all') =>
  database.db
    .insertInto('audit')
    .values({ actor: operator(), action: actions[word], subject: 'storage of documents' })
    .execute()

const actions = { adopt: 'adopted the storage', all: 'swept beyond the ceiling' } as const
