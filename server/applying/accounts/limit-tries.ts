import type { FastifyRequest } from 'fastify'
import { type Refusal, refusalUntil } from '../../platform/http/index.ts'
import type { AccountLimit, Client, Limits } from '../../platform/limits/index.ts'
import type { Settings } from '../../platform/settings/index.ts'
import { knownBrowserFrom, signUpProofFrom } from './account-cookies.ts'
import type { Accounts } from './accounts.ts'
import { usernameFrom } from './validate-input.ts'

/** A call that acts on an account. */
export type AccountCall = { readonly request: FastifyRequest; readonly body: { readonly username: string } }

/** Who sent a call, for the limits: a browser that signed up or logged in before has its own counter. */
export type ClientOf = (kind: AccountLimit, call: AccountCall) => Client

type Deps = {
  readonly accounts: Pick<Accounts, 'signUpOf' | 'knownBrowsers'>
  readonly limits: Pick<Limits, 'takeForAccount'>
  readonly settings: Pick<Settings, 'baseUrl' | 'identityCookiePrefix'>
}

export const createClientOf =
  ({ accounts, settings }: Pick<Deps, 'accounts' | 'settings'>): ClientOf =>
  (kind, { request, body }) => {
    const username = usernameFrom(body.username)
    const { cookie } = request.headers
    const browser =
      kind === 'code'
        ? accounts.signUpOf(signUpProofFrom(cookie, settings), username)
        : accounts.knownBrowsers.nameOf(knownBrowserFrom(cookie, settings), username)
    return browser === undefined ? { address: request.ip } : { browser }
  }

/** Does the work unless the client has made too many tries. Limits on failures count nothing else. */
export const limitTries =
  ({ limits }: Pick<Deps, 'limits'>, clientOf: ClientOf) =>
  async <Outcome extends { readonly kind: string }>(
    kind: AccountLimit,
    call: AccountCall,
    work: () => Promise<Outcome>,
  ): Promise<Outcome | Refusal> => {
    const attempt = await limits.takeForAccount(kind, usernameFrom(call.body.username), clientOf(kind, call))
    if (!attempt.allowed) return refusalUntil(attempt.retryAfterSeconds)
    const outcome = await work()
    if (countsFailures.has(kind) && !isFailure(outcome)) await attempt.refund()
    return outcome
  }

/** The other limits count every call, because each sends a mail whatever the outcome. */
const countsFailures: ReadonlySet<AccountLimit> = new Set(['sign_in', 'code', 'reset'])

/** `not_confirmed` is no failure: it is returned only to someone who knows the password. */
export const isFailure = ({ kind }: { readonly kind: string }): boolean => kind !== 'ok' && kind !== 'not_confirmed'
