import { againIfErased } from '../../applying/applications/index.ts'
import { type App, isRefusal, refusal, refusalUntil, serveCall } from '../../platform/http/index.ts'
import type { Limits } from '../../platform/limits/index.ts'
import { deleteAccount } from './delete-account.ts'
import type { Erasures } from './erasures.ts'
import { heldData } from './held-data.ts'

/** The calls with which applicants read what is held of them and delete it. */
export function erasureRoutes(
  app: App,
  erasures: Erasures,
  {
    accounts,
    limits,
  }: {
    readonly accounts: { readonly isPasswordOf: (accountId: string, password: string) => Promise<boolean> }
    readonly limits: Limits
  },
): void {
  serveCall(app, 'heldData', ({ applicant }) => againIfErased(() => heldData(erasures, applicant)))
  serveCall(app, 'deleteAccount', async ({ applicant, body, reply }) => {
    const taken = await limits.takeForSession('change_password', applicant.accountId)
    if (!taken.allowed) return refusalUntil(taken.retryAfterSeconds)
    if (!(await accounts.isPasswordOf(applicant.accountId, body.current_password))) return refusal('wrong_password')
    await taken.refund()
    const outcome = await deleteAccount(erasures, applicant)
    if (!isRefusal(outcome)) reply.header('set-cookie', [...app.expiredCookies])
    return outcome
  })
}
