import type { FastifyReply, FastifyRequest } from 'fastify'
import type { CallName } from '../../../api/index.ts'
import { type App, isRefusal, type Refusal, refusalUntil, serveCall } from '../../platform/http/index.ts'
import { type Limits, networkOf } from '../../platform/limits/index.ts'
import type { Settings } from '../../platform/settings/index.ts'
import { expiredCookies, sessionCookies, sessionTokenFrom, signUpCookie, signUpProofFrom } from './account-cookies.ts'
import type { Accounts } from './accounts.ts'
import { browserInWords } from './browser-in-words.ts'
import { CODE_LIFE } from './lifetimes.ts'
import { createClientOf, isFailure, limitTries } from './limit-tries.ts'
import { type Refused, refusalOf } from './refusal-of.ts'
import { rememberBrowser } from './remember-browser.ts'
import { usernameFrom } from './validate-input.ts'

/** The messages of successful replies. None of them reveals whether an account exists. */
const messages = {
  signup: 'We emailed you a code to confirm your account.',
  confirm: 'Your account is confirmed. You can log in now.',
  resendConfirm: 'We emailed you the code again.',
  login: 'You are logged in.',
  forgotPassword: 'We emailed you a link to choose a new password.',
  resetPassword: 'Your password was changed. You can log in with it now.',
  changePassword: 'Your password was changed, and you were logged out everywhere else.',
  logout: 'You are logged out.',
} as const satisfies Partial<Readonly<Record<CallName, string>>>

/**
 * The calls from sign-up to log-out (7.signup.1 to 7.logout.2). Each is checked against its limits before any work.
 */
export async function accountRoutes(
  app: App,
  accounts: Accounts,
  limits: Limits,
  settings: Pick<Settings, 'baseUrl' | 'identityCookiePrefix'>,
): Promise<void> {
  const clientOf = createClientOf({ accounts, settings })
  const limited = limitTries({ limits }, clientOf)
  const proofIn = ({ headers }: FastifyRequest) => signUpProofFrom(headers.cookie, settings)
  const sessionIn = ({ headers }: FastifyRequest) => sessionTokenFrom(headers.cookie, settings)
  const remember = (request: FastifyRequest, reply: FastifyReply, username: string) =>
    rememberBrowser({ accounts, settings }, request, reply, username)

  serveCall(
    app,
    'signup',
    async (call) => {
      const { body, request, reply } = call
      const outcome = await limited('sign_up', call, () =>
        accounts.signUp(body, networkOf(request.ip), proofIn(request)),
      )
      if (isRefusal(outcome) || outcome.kind !== 'ok') return answer(outcome, messages.signup)
      reply.header('set-cookie', signUpCookie(settings, outcome.proof))
      return { message: messages.signup }
    },
    201,
  )
  serveCall(app, 'confirm', async (call) => {
    const { body, request, reply } = call
    const outcome = await limited('code', call, () => accounts.confirm(body, proofIn(request)))
    if (!isRefusal(outcome) && outcome.kind === 'ok') {
      const proof = proofIn(request)
      // Kept as long as the same code may be sent again.
      if (proof !== undefined) reply.header('set-cookie', signUpCookie(settings, proof, CODE_LIFE))
      remember(request, reply, body.username)
    }
    return answer(outcome, messages.confirm)
  })
  serveCall(app, 'resendConfirm', async (call) =>
    answer(
      await limited('mail', call, () => accounts.resendConfirm(call.body, proofIn(call.request))),
      messages.resendConfirm,
    ),
  )
  serveCall(app, 'forgotPassword', async (call) =>
    answer(await limited('mail', call, () => accounts.forgotPassword(call.body)), messages.forgotPassword),
  )
  serveCall(app, 'resetPassword', async (call) => {
    const { body, request, reply } = call
    const outcome = await limited('reset', call, () => accounts.resetPassword(body, sessionIn(request)))
    if (!isRefusal(outcome) && outcome.kind === 'ok') remember(request, reply, body.username)
    return answer(outcome, messages.resetPassword)
  })

  serveCall(app, 'login', async (call) => {
    const { body, request, reply } = call
    const outcome = await limited('sign_in', call, async () => {
      const isKnown = 'browser' in clientOf('sign_in', call)
      const username = usernameFrom(body.username)
      const attempt = isKnown ? undefined : await limits.takeForSession('sign_in_everywhere', username)
      const outcome = await accounts.login(body, {
        needsCode: attempt?.allowed === false,
        browser: browserInWords(request.headers['user-agent']),
      })
      if (attempt?.allowed && !isFailure(outcome)) await attempt.refund()
      if (outcome.kind === 'login_code_needed' && (await limits.takeForSession('login_code', username)).allowed)
        await accounts.mailLoginCode(username)
      return outcome
    })
    if (isRefusal(outcome) || outcome.kind !== 'ok') return refusalOf(outcome)
    // Ends the previous session of this browser: one browser has one session.
    const before = sessionIn(request)
    if (before !== undefined) await accounts.logout(before)
    reply.header('set-cookie', [...sessionCookies({ settings, session: outcome.session })])
    remember(request, reply, outcome.session.username)
    return { message: messages.login, username: outcome.session.username }
  })

  serveCall(app, 'changePassword', async ({ applicant, body, request }) => {
    const taken = await limits.takeForSession('change_password', applicant.accountId)
    if (!taken.allowed) return refusalUntil(taken.retryAfterSeconds)
    const outcome = await accounts.changePassword(applicant, body, sessionIn(request))
    if (outcome.kind !== 'wrong_password') await taken.refund()
    return answer(outcome, messages.changePassword)
  })

  serveCall(app, 'logout', async ({ request, reply }) => {
    const token = sessionIn(request)
    if (token !== undefined) await accounts.logout(token)
    reply.header('set-cookie', [...expiredCookies(settings)])
    return { message: messages.logout }
  })
}

const answer = (outcome: { readonly kind: 'ok' } | Refused, message: string): { message: string } | Refusal =>
  'kind' in outcome && outcome.kind === 'ok' ? { message } : refusalOf(outcome)
