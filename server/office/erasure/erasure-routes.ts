import type { Kysely } from 'kysely'
import { say } from '../../../engine/index.ts'
import { againIfErased, lockApplication } from '../../applying/applications/index.ts'
import type { Tables } from '../../platform/database/index.ts'
import {
  type App,
  type Applicant,
  isRefusal,
  type Refusal,
  refusal,
  refusalUntil,
  serveCall,
} from '../../platform/http/index.ts'
import type { Limits } from '../../platform/limits/index.ts'
import { eraseApplication, isOnHold } from './erase-application.ts'
import type { ErasureDeps } from './erasure-deps.ts'
import { heldData } from './held-data.ts'
import { whoReads } from './who-reads.ts'

/** The calls with which applicants read what is held of them and delete it. */
export function erasureRoutes(
  app: App,
  deps: ErasureDeps,
  {
    accounts,
    limits,
  }: {
    readonly accounts: { readonly isPasswordOf: (accountId: string, password: string) => Promise<boolean> }
    readonly limits: Limits
  },
): void {
  serveCall(app, 'heldData', ({ applicant }) => againIfErased(() => heldData(deps, applicant)))
  serveCall(app, 'whoReads', ({ applicant }) => againIfErased(() => whoReads(deps, applicant)))
  serveCall(app, 'deleteAccount', async ({ applicant, body, reply }) => {
    const taken = await limits.takeForSession('change_password', applicant.accountId)
    if (!taken.allowed) return refusalUntil(taken.retryAfterSeconds)
    if (!(await accounts.isPasswordOf(applicant.accountId, body.current_password))) return refusal('wrong_password')
    await taken.refund()
    const outcome = await deleteAccount(deps, applicant)
    if (!isRefusal(outcome)) reply.header('set-cookie', [...app.expiredCookies])
    return outcome
  })
}

/**
 * Erases the unsubmitted application of an applicant who asks for it, with the account, and confirms it by a last mail. An
 * account with another application stays with that one.
 */
const deleteAccount = (
  deps: ErasureDeps,
  { accountId, username, owner }: Pick<Applicant, 'accountId' | 'username' | 'owner'>,
): Promise<{ readonly message: string } | Refusal> =>
  lockApplication(deps, owner, async ({ id, isSubmitted, transaction }) => {
    if (isSubmitted || (await isSigned(transaction, id))) return refusal('submitted_stays')
    if (await isOnHold(transaction, id)) return refusal('on_hold')
    await eraseApplication(deps, transaction, id, { cause: 'applicant' })
    if (await transaction.selectFrom('user').select('id').where('id', '=', accountId).executeTakeFirst())
      return {
        message: say('Your application was deleted. Your account stays, because you have submitted another one.'),
      }
    await deps.mail.enqueue(transaction, { kind: 'account_deleted', to: username, values: {} })
    return { message: say('Your application and your account were deleted.') }
  })

/** What was signed once is the office's, also while it is open for changes. */
const isSigned = async (transaction: Kysely<Tables>, id: string): Promise<boolean> =>
  (await transaction.selectFrom('submission').select('version').where('application_id', '=', id).executeTakeFirst()) !==
  undefined
