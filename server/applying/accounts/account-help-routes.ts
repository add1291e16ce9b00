import { type App, isRefusal, refusal, refusalUntil, serveCall } from '../../platform/http/index.ts'
import type { Limits } from '../../platform/limits/index.ts'
import type { Settings } from '../../platform/settings/index.ts'
import { sessionTokenFrom } from './account-cookies.ts'
import type { Accounts } from './accounts.ts'
import { createClientOf, limitTries } from './limit-tries.ts'
import { refusalOf } from './refusal-of.ts'
import { rememberBrowser } from './remember-browser.ts'

/** The calls with which a signed-in applicant changes the email address and ends sessions on other devices. */
export async function accountHelpRoutes(
  app: App,
  accounts: Accounts,
  limits: Limits,
  settings: Pick<Settings, 'baseUrl' | 'identityCookiePrefix'>,
): Promise<void> {
  const limited = limitTries({ limits }, createClientOf({ accounts, settings }))

  serveCall(app, 'askEmailChange', async (call) => {
    const { accountId } = call.applicant
    const tried = await limits.takeForSession('change_password', accountId)
    if (!tried.allowed) return refusalUntil(tried.retryAfterSeconds)
    if (!(await accounts.isPasswordOf(accountId, call.body.current_password))) return refusal('wrong_password')
    await tried.refund()
    const asked = await limits.takeForSession('email_change', accountId)
    if (!asked.allowed) return refusalUntil(asked.retryAfterSeconds)
    // The new address counts too: nobody floods a mailbox from several accounts.
    const outcome = await limited('mail', call, () => accounts.askEmailChange(accountId, call.body))
    if (!isRefusal(outcome) && outcome.kind === 'ok')
      return { message: 'We emailed a code to the new address. Enter it to finish the change.' }
    await asked.refund()
    return refusalOf(outcome)
  })
  serveCall(app, 'emailChange', async ({ applicant }) => {
    const pending = await accounts.pendingEmailChange(applicant.accountId)
    return {
      pending: pending ? { username: pending.username, valid_until: pending.validUntil.toISOString() } : null,
    }
  })
  serveCall(app, 'confirmEmailChange', async ({ applicant, body, request, reply }) => {
    const tried = await limits.takeForSession('email_code', applicant.accountId)
    if (!tried.allowed) return refusalUntil(tried.retryAfterSeconds)
    const session = sessionTokenFrom(request.headers.cookie, settings)
    const outcome = await accounts.confirmEmailChange(applicant.accountId, body, session)
    if (outcome.kind !== 'ok') return refusalOf(outcome)
    await tried.refund()
    rememberBrowser({ accounts, settings }, request, reply, outcome.username)
    const message = 'Your email address was changed, and you were logged out everywhere else.'
    return { message, username: outcome.username }
  })
  serveCall(app, 'cancelEmailChange', async ({ applicant }) => {
    await accounts.cancelEmailChange(applicant.accountId)
    return { message: 'Your email address stays as it is.' }
  })

  serveCall(app, 'devices', async ({ applicant }) => ({
    devices: (await accounts.devices(applicant)).map(({ id, browser, signedInAt, lastSeenAt, isThis }) => ({
      ...{ id, browser, is_this: isThis },
      ...{ signed_in_at: signedInAt.toISOString(), last_seen_at: lastSeenAt.toISOString() },
    })),
  }))
  serveCall(app, 'endDevice', async ({ applicant, parameters }) => {
    await accounts.endDevice(applicant.accountId, parameters.device_id)
    return { message: 'That device is logged out.' }
  })
  serveCall(app, 'endOtherDevices', async ({ applicant }) => {
    await accounts.endOtherDevices(applicant)
    return { message: 'You are logged out everywhere else.' }
  })
}
