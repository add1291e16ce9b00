import type { FastifyReply, FastifyRequest } from 'fastify'
import type { CallName } from '../../../api/index.ts'
import { say, toSay } from '../../../engine/index.ts'
import {
  type App,
  browserInWords,
  CLEARED_AT_LOG_OUT,
  isRefusal,
  languageCookie,
  type Refusal,
  refusal,
  refusalUntil,
  serveCall,
} from '../../platform/http/index.ts'
import type { Languages } from '../../platform/languages/index.ts'
import { type AccountLimit, type Client, type Limits, networkOf } from '../../platform/limits/index.ts'
import type { Settings } from '../../platform/settings/index.ts'
import type { Accounts } from './accounts.ts'
import { CODE_LIFE } from './lifetimes.ts'
import {
  expiredCookies,
  knownBrowserCookie,
  knownBrowserFrom,
  sessionCookies,
  sessionTokenFrom,
  signUpCookie,
  signUpProofFrom,
} from './sessions.ts'
import { type Invalid, usernameFrom } from './validate-input.ts'

/** The messages of successful replies. None of them reveals whether an account exists. */
const messages = {
  signup: toSay('We emailed you a code to confirm your account.'),
  confirm: toSay('Your account is confirmed. You can log in now.'),
  resendConfirm: toSay('We emailed you the code again.'),
  login: toSay('You are logged in.'),
  forgotPassword: toSay('We emailed you a link to choose a new password.'),
  resetPassword: toSay('Your password was changed. You can log in with it now.'),
  changePassword: toSay('Your password was changed, and you were logged out everywhere else.'),
  logout: toSay('You are logged out.'),
} as const satisfies Partial<Readonly<Record<CallName, string>>>

/**
 * The calls from sign-up to log-out (7.signup.1 to 7.logout.2). Each is checked against its limits before any work.
 */
export async function accountRoutes(
  app: App,
  accounts: Accounts,
  limits: Limits,
  settings: Pick<Settings, 'baseUrl' | 'identityCookiePrefix'>,
  languages: Languages,
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
      if (isRefusal(outcome) || outcome.kind !== 'ok') return answer(outcome, say(messages.signup))
      reply.header('set-cookie', signUpCookie(settings, outcome.proof))
      return { message: say(messages.signup) }
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
      await remember(request, reply, body.username)
    }
    return answer(outcome, say(messages.confirm))
  })
  serveCall(app, 'resendConfirm', async (call) =>
    answer(
      await limited('mail', call, () => accounts.resendConfirm(call.body, proofIn(call.request))),
      say(messages.resendConfirm),
    ),
  )
  serveCall(app, 'forgotPassword', async (call) =>
    answer(await limited('mail', call, () => accounts.forgotPassword(call.body)), say(messages.forgotPassword)),
  )
  serveCall(app, 'resetPassword', async (call) => {
    const { body, request, reply } = call
    const outcome = await limited('reset', call, () => accounts.resetPassword(body, sessionIn(request)))
    if (!isRefusal(outcome) && outcome.kind === 'ok') await remember(request, reply, body.username)
    return answer(outcome, say(messages.resetPassword))
  })

  serveCall(app, 'login', async (call) => {
    const { body, request, reply } = call
    const chosen = languages.chosen(request)
    const outcome = await limited('sign_in', call, async () => {
      const isKnown = 'browser' in (await clientOf('sign_in', call))
      const username = usernameFrom(body.username)
      const attempt = isKnown ? undefined : await limits.takeForSession('sign_in_everywhere', username)
      const outcome = await accounts.login(body, {
        needsCode: attempt?.allowed === false,
        browser: browserInWords(request.headers['user-agent']),
        language: chosen,
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
    const { username, language } = outcome.session
    reply.header('set-cookie', [...sessionCookies({ settings, session: outcome.session })])
    if (language !== null && languages.offered.length > 1 && languages.offered.includes(language))
      reply.header('set-cookie', languageCookie(settings, language, 'account'))
    await remember(request, reply, username)
    return { message: say(messages.login), username, language }
  })

  serveCall(app, 'changePassword', async ({ applicant, body, request, reply }) => {
    const taken = await limits.takeForSession('change_password', applicant.accountId)
    if (!taken.allowed) return refusalUntil(taken.retryAfterSeconds)
    const outcome = await accounts.changePassword(applicant, body, sessionIn(request))
    if (outcome.kind !== 'wrong_password') await taken.refund()
    if (outcome.kind === 'ok') await remember(request, reply, applicant.username)
    return answer(outcome, say(messages.changePassword))
  })

  serveCall(app, 'logout', async ({ request, reply }) => {
    const token = sessionIn(request)
    if (token !== undefined) await accounts.logout(token)
    reply.header('set-cookie', [...expiredCookies(settings)]).header('clear-site-data', CLEARED_AT_LOG_OUT)
    // Whoever is here next may have chosen another one in their account.
    const chosen = languages.chosen(request)
    if (chosen !== undefined) reply.header('set-cookie', languageCookie(settings, chosen, 'account'))
    return { message: say(messages.logout) }
  })
}

const answer = (outcome: { readonly kind: 'ok' } | Refused, message: string): { message: string } | Refusal =>
  'kind' in outcome && outcome.kind === 'ok' ? { message } : refusalOf(outcome)

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
      return { message: say('We emailed a code to the new address. Enter it to finish the change.') }
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
    await rememberBrowser({ accounts, settings }, request, reply, outcome.username)
    const message = say('Your email address was changed, and you were logged out everywhere else.')
    return { message, username: outcome.username }
  })
  serveCall(app, 'cancelEmailChange', async ({ applicant }) => {
    await accounts.cancelEmailChange(applicant.accountId)
    return { message: say('Your email address stays as it is.') }
  })

  serveCall(app, 'devices', async ({ applicant }) => ({
    devices: (await accounts.devices(applicant)).map(({ id, browser, signedInAt, lastSeenAt, isThis }) => ({
      id,
      browser,
      is_this: isThis,
      signed_in_at: signedInAt.toISOString(),
      last_seen_at: lastSeenAt.toISOString(),
    })),
  }))
  serveCall(app, 'endDevice', async ({ applicant, parameters }) => {
    await accounts.endDevice(applicant.accountId, parameters.device_id)
    return { message: say('That device is logged out.') }
  })
  serveCall(app, 'endOtherDevices', async ({ applicant }) => {
    await accounts.endOtherDevices(applicant)
    return { message: say('You are logged out everywhere else.') }
  })
}

/** A call that acts on an account. */
type AccountCall = { readonly request: FastifyRequest; readonly body: { readonly username: string } }

/** Who sent a call, for the limits: a browser that signed up or logged in before has its own counter. */
type ClientOf = (kind: AccountLimit, call: AccountCall) => Promise<Client>

type LimitDeps = {
  readonly accounts: Pick<Accounts, 'signUpOf' | 'knownBrowsers'>
  readonly limits: Pick<Limits, 'takeForAccount'>
  readonly settings: Pick<Settings, 'baseUrl' | 'identityCookiePrefix'>
}

const createClientOf =
  ({ accounts, settings }: Pick<LimitDeps, 'accounts' | 'settings'>): ClientOf =>
  async (kind, { request, body }) => {
    const username = usernameFrom(body.username)
    const { cookie } = request.headers
    const browser =
      kind === 'code'
        ? accounts.signUpOf(signUpProofFrom(cookie, settings), username)
        : await accounts.knownBrowsers.nameOf(knownBrowserFrom(cookie, settings), username)
    return browser === undefined ? { address: request.ip } : { browser }
  }

/** Does the work unless the client has made too many tries. Limits on failures count nothing else. */
const limitTries =
  ({ limits }: Pick<LimitDeps, 'limits'>, clientOf: ClientOf) =>
  async <Outcome extends { readonly kind: string }>(
    kind: AccountLimit,
    call: AccountCall,
    work: () => Promise<Outcome>,
  ): Promise<Outcome | Refusal> => {
    const attempt = await limits.takeForAccount(kind, usernameFrom(call.body.username), await clientOf(kind, call))
    if (!attempt.allowed) return refusalUntil(attempt.retryAfterSeconds)
    const outcome = await work()
    if (countsFailures.has(kind) && !isFailure(outcome)) await attempt.refund()
    return outcome
  }

/** The other limits count every call, because each sends a mail whatever the outcome. */
const countsFailures: ReadonlySet<AccountLimit> = new Set(['sign_in', 'code', 'reset'])

/** `not_confirmed` is no failure: it is returned only to someone who knows the password. */
const isFailure = ({ kind }: { readonly kind: string }): boolean => kind !== 'ok' && kind !== 'not_confirmed'

/** From now on, the browser that made this request is known to the account. */
async function rememberBrowser(
  {
    accounts,
    settings,
  }: {
    readonly accounts: Pick<Accounts, 'knownBrowsers'>
    readonly settings: Pick<Settings, 'baseUrl' | 'identityCookiePrefix'>
  },
  request: FastifyRequest,
  reply: FastifyReply,
  username: string,
): Promise<void> {
  const before = knownBrowserFrom(request.headers.cookie, settings)
  const known = await accounts.knownBrowsers.withAccount(before, usernameFrom(username))
  reply.header('set-cookie', knownBrowserCookie(settings, known))
}

/** How a call about an account can fail as expected. */
type Refused =
  | Refusal
  | Invalid
  | {
      readonly kind:
        | 'unauthorized'
        | 'wrong_credentials'
        | 'not_confirmed'
        | 'login_code_needed'
        | 'wrong_code'
        | 'expired_code'
        | 'proof_needed'
        | 'used_link'
        | 'expired_link'
        | 'wrong_password'
        | 'taken_email'
    }

function refusalOf(outcome: Refused): Refusal {
  if (isRefusal(outcome)) return outcome
  return outcome.kind === 'invalid' ? refusal('invalid_fields', { problems: outcome.problems }) : refusal(outcome.kind)
}
