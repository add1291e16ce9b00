import { isDescriptionKey } from '../../../engine/index.ts'
import { carriedBlocks, carriedKeys } from '../../../form/index.ts'
import {
  accountIn,
  editApplicationWithId,
  lockApplication,
  makeFormer,
  newApplication,
  turnTo,
} from '../../applying/applications/index.ts'
import { type Refusal, refusal } from '../../platform/http/index.ts'
import type { AfterSubmission } from './after-submission.ts'

const MOST = 20 // applications of one account

/**
 * Begins another application of an account whose current one is submitted, with what does not change from term to term.
 * The submitted one becomes an earlier one.
 */
export const applyAgain = (deps: AfterSubmission, owner: string): Promise<{ readonly id: string } | Refusal> =>
  lockApplication(deps, owner, async ({ id, isSubmitted, application, transaction }) => {
    const accountId = accountIn(owner)
    if (!isSubmitted) return refusal('not_submitted')
    const { length } = await transaction
      .selectFrom('application')
      .select('id')
      .where('former_account_id', '=', accountId)
      .execute()
    if (length + 1 >= MOST) return refusal('too_many_applications')
    await makeFormer(transaction, accountId, id)
    const next = newApplication(deps.keyRing, accountId)
    await transaction.insertInto('application').values(next).execute()
    const inside = { ...deps, database: { ...deps.database, db: transaction } }
    const keys = carriedKeys(deps.form)
    const blocks = carriedBlocks(deps.form)
    return editApplicationWithId(inside, next.id, async (edited) => {
      edited.write(pick(application.answer, (key) => keys.has(key) && !isDescriptionKey(deps.form, key)))
      edited.put({
        add_another: pick(application.add_another, (block) => blocks.has(block)),
        tabs: pick(application.tabs, (block) => blocks.has(block)),
      })
      return { id: edited.id }
    })
  })

/** Makes another application of an account its current one. Each keeps everything it has. */
export const openApplication = (
  deps: AfterSubmission,
  owner: string,
  id: string,
): Promise<{ readonly id: string } | Refusal> =>
  // First the current one and then the other, as whoever erases one: so nobody waits for each other.
  lockApplication(deps, owner, async ({ id: current, transaction }) => {
    if (id === current) return { id }
    const accountId = accountIn(owner)
    const wanted = await transaction
      .selectFrom('application')
      .select('id')
      .where('id', '=', id)
      .where('former_account_id', '=', accountId)
      .forUpdate()
      .executeTakeFirst()
    if (!wanted) return refusal('not_found')
    await makeFormer(transaction, accountId, current)
    await turnTo(transaction, accountId, id)
    return { id }
  })

const pick = <Value>(from: Readonly<Record<string, Value | undefined>>, isWanted: (key: string) => boolean) =>
  Object.fromEntries(
    Object.entries(from).flatMap(([key, value]) => (value !== undefined && isWanted(key) ? [[key, value]] : [])),
  )
