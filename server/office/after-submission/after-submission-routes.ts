import { identityCookie, ownerOfAccount } from '../../applying/accounts/index.ts'
import { againIfErased } from '../../applying/applications/index.ts'
import { type App, type Applicant, isRefusal, serveCall } from '../../platform/http/index.ts'
import type { Settings } from '../../platform/settings/index.ts'
import type { AfterSubmission } from './after-submission.ts'
import { applyAgain, openApplication } from './apply-again.ts'
import { listApplications } from './list-applications.ts'
import { withdrawApplication } from './withdraw-application.ts'

/** The calls about what follows a submission, and about several applications of one account. */
export function afterSubmissionRoutes(
  app: App,
  deps: AfterSubmission & { readonly settings: Pick<Settings, 'baseUrl' | 'identityCookiePrefix'> },
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
    return { message: 'Your new application has begun.' }
  })
  serveCall(app, 'openApplication', async ({ applicant, body, reply }) => {
    const opened = await openApplication(deps, applicant.owner, body.id)
    if (isRefusal(opened)) return opened
    reply.header('set-cookie', await cookieOf(applicant))
    return { message: 'Your application is open.' }
  })
  serveCall(app, 'withdrawApplication', ({ applicant, body }) => withdrawApplication(deps, applicant.accountId, body))
}
