import type { FastifyRequest } from 'fastify'
import type { CallName } from '../../api/index.ts'
import { type App, type Refusal, refusal, refusalUntil, serveCall } from '../http/index.ts'
import type { AccountLimit, Limits } from '../limits/index.ts'
import type { Settings } from '../settings/index.ts'
import type { Accounts } from './accounts.ts'
import { type Invalid, usernameFrom } from './judged-input.ts'
import { expiredCookies, sessionCookies, sessionTokenFrom } from './session-cookies.ts'

/** What is said when it went well. None of it tells whether an account exists. */
const said = {
  signup: 'We have sent you an email with a code to confirm your account.',
  confirm: 'Your account is confirmed. You can log in now.',
  resendConfirm: 'We have sent you an email with a new code.',
  login: 'You are logged in.',
  forgotPassword: 'We have sent you an email with a link to choose a new password.',
  resetPassword: 'Your password was changed. You can log in with it now.',
  logout: 'You are logged out.',
} as const satisfies Partial<Readonly<Record<CallName, string>>>

/** The calls from sign-up to log-out (specification §7), each counted against its limits before it does anything. */
export const accountRoutes =
  (accounts: Accounts, limits: Limits, settings: Pick<Settings, 'baseUrl' | 'identityCookiePrefix'>) =>
  async (app: App): Promise<void> => {
    /** Does the work unless there were too many tries by this account or from this address. */
    const limited = async <Outcome>(
      kind: AccountLimit,
      { request, body }: { readonly request: FastifyRequest; readonly body: { readonly username: string } },
      work: () => Promise<Outcome>,
    ): Promise<Outcome | Refusal> => {
      const taken = await limits.takeForAccount(kind, usernameFrom(body.username), request.ip)
      return taken.allowed ? work() : refusalUntil(taken.retryAfterSeconds)
    }

    serveCall(
      app,
      'signup',
      (call) => limited('sign_up', call, async () => replyTo(await accounts.signUp(call.body), said.signup)),
      201,
    )
    serveCall(app, 'confirm', (call) =>
      limited('code', call, async () => replyTo(await accounts.confirm(call.body), said.confirm)),
    )
    serveCall(app, 'resendConfirm', (call) =>
      limited('mail', call, async () => replyTo(await accounts.resendConfirm(call.body), said.resendConfirm)),
    )
    serveCall(app, 'forgotPassword', (call) =>
      limited('mail', call, async () => replyTo(await accounts.forgotPassword(call.body), said.forgotPassword)),
    )
    serveCall(app, 'resetPassword', (call) =>
      limited('reset', call, async () => replyTo(await accounts.resetPassword(call.body), said.resetPassword)),
    )

    serveCall(app, 'login', (call) =>
      limited('sign_in', call, async () => {
        const outcome = await accounts.login(call.body)
        if (outcome.kind !== 'ok') return refusalOf(outcome)
        // Whoever was signed in with this browser before is not any more: one browser, one session.
        const before = sessionTokenFrom(call.request.headers.cookie, settings)
        if (before !== undefined) await accounts.logout(before)
        call.reply.header('set-cookie', [...sessionCookies({ settings, session: outcome.session })])
        return { message: said.login, username: outcome.session.username }
      }),
    )

    serveCall(app, 'logout', async ({ request, reply }) => {
      const token = sessionTokenFrom(request.headers.cookie, settings)
      if (token !== undefined) await accounts.logout(token)
      reply.header('set-cookie', [...expiredCookies(settings)])
      return { message: said.logout }
    })
  }

type Refused =
  | Invalid
  | {
      readonly kind:
        | 'wrong_credentials'
        | 'not_confirmed'
        | 'wrong_code'
        | 'expired_code'
        | 'used_link'
        | 'expired_link'
    }

const replyTo = (outcome: { readonly kind: 'ok' } | Refused, message: string): { message: string } | Refusal =>
  outcome.kind === 'ok' ? { message } : refusalOf(outcome)

const refusalOf = (outcome: Refused): Refusal =>
  outcome.kind === 'invalid' ? refusal('invalid_fields', { problems: outcome.problems }) : refusal(outcome.kind)
