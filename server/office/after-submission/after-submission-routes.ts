import { sql } from 'kysely'
import { say } from '../../../engine/index.ts'
import { identityCookie, ownerOfAccount } from '../../applying/accounts/index.ts'
import { againIfErased } from '../../applying/applications/index.ts'
import { withdrawnAt } from '../../applying/submissions/index.ts'
import { requestWebhooks } from '../../handing-over/webhooks/index.ts'
import { inTransaction } from '../../platform/database/index.ts'
import { type App, type Applicant, isRefusal, type Refusal, refusal, serveCall } from '../../platform/http/index.ts'
import type { Settings } from '../../platform/settings/index.ts'
import type { AfterSubmissionDeps } from './after-submission-deps.ts'
import { closeReopening } from './reopening.ts'
import { applyAgain, listApplications, openApplication } from './several-applications.ts'
import { ownerOf, standingFor, tellOwner } from './signed-application.ts'

/** The calls about what follows a submission, and about several applications of one account. */
export function afterSubmissionRoutes(
  app: App,
  deps: AfterSubmissionDeps & { readonly settings: Pick<Settings, 'baseUrl' | 'identityCookiePrefix'> },
): void {
  const { db } = deps.database
  /** From now on this browser, and every tab of it, is told that it has another application. */
  const cookieOf = async ({ accountId, sessionId }: Applicant) => {
    const { owner, expiresAt } = await db
      .selectFrom('user')
      .innerJoin('session', 'session.userId', 'user.id')
      .select([ownerOfAccount.as('owner'), 'expiresAt'])
      .where('user.id', '=', accountId)
      .where('session.id', '=', sessionId)
      .executeTakeFirstOrThrow()
    return identityCookie(deps.settings, owner, expiresAt)
  }
  serveCall(app, 'ownApplications', ({ applicant }) => againIfErased(() => listApplications(deps, applicant.accountId)))
  serveCall(app, 'applyAgain', async ({ applicant, reply }) => {
    const started = await applyAgain(deps, applicant.owner)
    if (isRefusal(started)) return started
    reply.header('set-cookie', await cookieOf(applicant))
    return { message: say('Your new application has begun.') }
  })
  serveCall(app, 'openApplication', async ({ applicant, body, reply }) => {
    const opened = await openApplication(deps, applicant.owner, body.id)
    if (isRefusal(opened)) return opened
    reply.header('set-cookie', await cookieOf(applicant))
    return { message: say('Your application is open.') }
  })
  serveCall(app, 'withdrawApplication', ({ applicant, body }) => withdrawApplication(deps, applicant.accountId, body))
}

/**
 * Withdraws a submitted application of an account: what was signed stays, but staff and other systems are told that it
 * is no longer to be read, and nothing is asked for any more. A second withdrawal changes nothing.
 */
export const withdrawApplication = (
  deps: AfterSubmissionDeps,
  accountId: string,
  { id, reason }: { readonly id: string; readonly reason: string },
): Promise<{ readonly message: string } | Refusal> =>
  inTransaction(deps.database.db, async (transaction) => {
    const done = { message: say('Your application is withdrawn.') }
    const owner = await ownerOf(transaction, id)
    if (owner?.account !== accountId) return refusal('not_found')
    const signed = await transaction
      .selectFrom('submission')
      .select('reference')
      .where('application_id', '=', id)
      .executeTakeFirst()
    if (!signed) return refusal('not_submitted')
    if (await withdrawnAt(transaction, id)) return done
    await closeReopening(deps, id, 'withdrawn', transaction)
    await transaction
      .updateTable('document_request')
      .set({ ended_at: sql`clock_timestamp()` })
      .where('application_id', '=', id)
      .where('ended_at', 'is', null)
      .execute()
    await transaction.insertInto('withdrawal').values({ application_id: id, reason }).execute()
    await requestWebhooks(deps.webhooks, transaction)
    const values = { reference: signed.reference }
    const notice = { id, account: owner.account, about: id }
    const { term } = await standingFor(deps, transaction, id)
    await tellOwner(deps, transaction, notice, { kind: 'withdrawn', to: owner.email, values, about: { id, term } })
    return done
  })
