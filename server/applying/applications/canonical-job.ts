import { answerTo, canonicalAnswers } from '../../../engine/index.ts'
import { type Jobs, scheduled } from '../../platform/jobs/index.ts'
import type { ApplicationDeps } from './application-deps.ts'
import { applicationWithId } from './application-row.ts'
import { editApplicationWithId } from './edit-application.ts'

const canonicalQueue = scheduled('canonical-answers', '*/10 * * * *', { expireInSeconds: 600 })

/** Goes on with the answers of earlier releases every ten minutes, in one process for all; call it before jobs start. */
export const defineCanonicalJob = (jobs: Jobs, deps: ApplicationDeps): void =>
  jobs.define(canonicalQueue, async () => {
    await makeAnswersCanonical(deps)
  })

/** How many applications are looked for at once. */
const BATCH = 200
const LAST = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

/**
 * Puts the answers of applications that nobody has signed yet into their canonical form (Q87), each as a change by the
 * server that overrides nobody's: what earlier releases saved as it was typed. Goes on where it stopped, and finds
 * nothing to do once all are done. Returns how many applications it changed.
 */
export async function makeAnswersCanonical(deps: ApplicationDeps): Promise<number> {
  const { database, form } = deps
  const { canonical_through } = await database.db
    .selectFrom('installation')
    .select('canonical_through')
    .executeTakeFirstOrThrow()
  let [through, changed] = [canonical_through, 0]
  while (through !== LAST) {
    const unsigned = await database.db
      .selectFrom('application')
      .select('id')
      .where('id', '>', through)
      .where(({ not, exists, selectFrom }) =>
        not(exists(selectFrom('submission').select('version').whereRef('application_id', '=', 'application.id'))),
      )
      .orderBy('id')
      .limit(BATCH)
      .execute()
    for (const { id } of unsigned) {
      const { application } = await applicationWithId(deps, database.db, id)
      // Nearly all are canonical already, and need no lock.
      if (canonicalAnswers(form, application.answer) === application.answer) continue
      await editApplicationWithId(deps, id, async ({ application: { answer }, write }) => {
        const canonical = canonicalAnswers(form, answer)
        const changes = Object.entries(canonical).flatMap(([key, value = '']) =>
          value === answerTo(answer, key) ? [] : [[key, value] as const],
        )
        if (changes.length > 0) write(Object.fromEntries(changes))
      })
      changed += 1
    }
    through = unsigned.length < BATCH ? LAST : (unsigned.at(-1)?.id ?? LAST)
    await database.db.updateTable('installation').set({ canonical_through: through }).execute()
  }
  return changed
}
