import type { Kysely } from 'kysely'
import { type Application, answerTo, type Problem, questionsShown } from '../../../engine/index.ts'
import type { AdmissionsKey } from '../../../form/index.ts'
import type { Tables } from '../../platform/database/index.ts'
import { type ApplicationDeps, ownerAccount, sealerOf } from '../applications/index.ts'
import { openSnapshot } from './snapshot.ts'

const TERM: AdmissionsKey = 'entry_term'

const MESSAGE =
  'You have already applied for this term. Choose another one, or open the other application under Account, Your Applications, and withdraw it.'

/** The problem of an application whose account has signed another one for the same term and has not withdrawn it. */
export async function termTaken(
  { form, keyRing }: ApplicationDeps,
  db: Kysely<Tables>,
  accountId: string,
  { id, application }: { readonly id: string; readonly application: Application },
): Promise<Problem | undefined> {
  const asked = questionsShown(form, application).find(({ question }) => question.key === TERM)
  if (!asked) return undefined
  const others = await db
    .selectFrom('submission')
    .innerJoin('application', 'application.id', 'submission.application_id')
    .select(['application.id', 'data_key', 'snapshot'])
    .where(ownerAccount, '=', accountId)
    .where('application.id', '!=', id)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('withdrawal').select('at').whereRef('application_id', '=', 'application.id'))),
    )
    .execute()
  const term = answerTo(application.answer, TERM)
  const isTaken = others.some((other) => {
    const signed = openSnapshot(other.snapshot, other.id, sealerOf(keyRing, other))
    return answerTo(signed.application.answer, TERM) === term
  })
  return isTaken ? { page: asked.page, key: TERM, message: MESSAGE } : undefined
}
