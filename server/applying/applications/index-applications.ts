import { type Kysely, sql } from 'kysely'
import { type AnswerMap, answerTo, descriptionKey } from '../../../engine/index.ts'
import { inTransaction, type PlaceOf, statement, type Tables } from '../../platform/database/index.ts'
import { type Jobs, scheduled } from '../../platform/jobs/index.ts'
import { facetState, type IndexRow, indexRow, indexUpdate, labeledKeys } from '../application-index/index.ts'
import type { ApplicationDeps } from './application-deps.ts'
import { decrypted, rowsWithDocuments } from './application-row.ts'

/** The answers of an application as it was signed, with their companions; none if it was not. */
type SignedAnswers = (db: Kysely<Tables>, keyRing: ApplicationDeps['keyRing'], id: string) => Promise<AnswerMap>

/** How many applications are read at once. */
const BATCH = 200

/**
 * Writes the row of each application in the index again, or only of those that have none of its answers yet or whose
 * hashes are under an earlier secret key or of other questions; returns how many. Each is locked meanwhile, so that a save is never overtaken.
 */
export async function indexApplications(
  { database, form, keyRing }: Pick<ApplicationDeps, 'database' | 'form' | 'keyRing'>,
  { only, signedAnswers }: { readonly only: 'missing' | 'all'; readonly signedAnswers: SignedAnswers },
): Promise<number> {
  const [{ id: keyId }] = keyRing.fingerprints
  let last = '00000000-0000-0000-0000-000000000000'
  for (let count = 0; ; ) {
    const ids = await database.db
      .selectFrom('application_index')
      .select('application_id')
      .where('application_id', '>', last)
      .$if(only === 'missing', (query) =>
        query.where(({ or, eb }) =>
          or([
            ...[eb('indexed_at', 'is', null), eb('ssn_key_id', '!=', keyId)],
            eb('facets_of', '!=', facetState(form, keyRing)),
          ]),
        ),
      )
      .orderBy('application_id')
      .limit(BATCH)
      .execute()
    for (const { application_id: id } of ids) {
      await inTransaction(database.db, async (transaction) => {
        await transaction.selectFrom('application').select('id').where('id', '=', id).forUpdate().execute()
        const row = await rowsWithDocuments(transaction).where('id', '=', id).executeTakeFirst()
        if (!row) return
        const { application } = decrypted(row, { form, keyRing })
        const { answer } = application
        const known = indexRow(answer, { form, keyRing })
        const isKnown = (known.term === '' || known.termLabel) && (known.major === '' || known.majorLabel)
        const companions = isKnown ? {} : companionsIn(await signedAnswers(transaction, keyRing, id), answer)
        await updateIndex(transaction, { id, ...indexRow({ ...answer, ...companions }, { form, keyRing }) })
      })
    }
    count += ids.length
    last = ids.at(-1)?.application_id ?? last
    if (ids.length < BATCH) return count
  }
}

/** What answers that are still as they were signed were called then. */
const companionsIn = (signed: AnswerMap, answer: AnswerMap) =>
  Object.fromEntries(
    labeledKeys.flatMap((key) =>
      signed[key] === answer[key] ? [[descriptionKey(key), answerTo(signed, descriptionKey(key))]] : [],
    ),
  )

const updateIndex = statement(
  (_, value: PlaceOf<IndexRow & { id: string }>) => sql`${indexUpdate(value)} where application_id = ${value('id')}`,
)

const indexQueue = scheduled('index-applications', '*/10 * * * *', { expireInSeconds: 600 })

/** Fills in what the index lacks every ten minutes, in one process for all; call it before the jobs start. */
export const defineIndexJob = (jobs: Jobs, deps: ApplicationDeps, signedAnswers: SignedAnswers): void =>
  jobs.define(indexQueue, async () => {
    await indexApplications(deps, { only: 'missing', signedAnswers })
  })
