import type { FastifyRequest } from 'fastify'
import {
  type App,
  hiddenCookie,
  hiddenCookieIn,
  isRefusal,
  plainPage,
  type Refusal,
  refusal,
  refusalUntil,
  refuse,
} from '../../../platform/http/index.ts'
import type { Settings } from '../../../platform/settings/index.ts'
import { type StaffDeps, staffOrigin } from '../staff.ts'
import { type ProviderClient, signInProblem } from './provider-client.ts'
import { beginSignIn, CALLBACK, finishSignIn, isOfOtherTab } from './sign-in.ts'
import { backChannelLogout } from './sign-out.ts'

const SIGN_IN = '/staff/sign-in'
const LARGEST_TOKEN = 16 * 1024 // bytes

/** Signing in with the provider, and its word that somebody has signed out there. */
export function staffProviderRoutes(app: App, deps: StaffDeps, client: ProviderClient): void {
  const { settings, limits } = deps
  const tooMany = async ({ ip }: FastifyRequest): Promise<Refusal | undefined> => {
    const allowance = await limits.takeForAddress('staff_sign_in', ip)
    return allowance.allowed ? undefined : refusalUntil(allowance.retryAfterSeconds)
  }
  // A person reads the reply. HEAD must not use up a sign-in.
  const page = { exposeHeadRoute: false, config: { isRefusedWhenBusy: true, limit: 'own', drawRefusal } } as const

  app.get<{ Querystring: Record<string, unknown> }>(SIGN_IN, page, async (request, reply) => {
    const limited = await tooMany(request)
    if (limited) return refuse(reply, limited)
    const wanted = { returnTo: returnPath(settings, request.query.return), isFresh: request.query.fresh === '1' }
    try {
      const { url, cookie, seconds } = await beginSignIn(deps, client, wanted)
      return reply.header('set-cookie', hiddenCookie(settings, 'staff-sign-in', cookie, seconds)).redirect(url)
    } catch (error) {
      const { code, detail } = signInProblem(error)
      logProblem(request, detail)
      return refuse(reply, refusal(code))
    }
  })

  app.get(CALLBACK, page, async (request, reply) => {
    const limited = await tooMany(request)
    if (limited) return refuse(reply, limited)
    const url = new URL(request.url, staffOrigin(settings))
    const tokenOf = (name: 'staff' | 'staff-sign-in') => hiddenCookieIn(request.headers.cookie, settings, name)
    const tokens = { signIn: tokenOf('staff-sign-in'), earlier: tokenOf('staff') }
    if (!isOfOtherTab(deps, url, tokens.signIn))
      reply.header('set-cookie', hiddenCookie(settings, 'staff-sign-in', '', 0))
    const outcome = await app.load.run(() => finishSignIn(deps, client, url, tokens))
    if (isRefusal(outcome)) {
      if (outcome.details.problem !== undefined) logProblem(request, outcome.details.problem)
      return refuse(reply, outcome)
    }
    reply.header('set-cookie', hiddenCookie(settings, 'staff', outcome.token, outcome.seconds))
    return reply.redirect(outcome.returnTo, 303)
  })

  app.register(async (inner) => {
    inner.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_, body, done) =>
      done(null, new URLSearchParams(body.toString()).get('logout_token') ?? ''),
    )
    const config = { isRefusedWhenBusy: true, isForOtherSites: true }
    const options = { config, bodyLimit: LARGEST_TOKEN }
    inner.post<{ Body: unknown }>('/staff/back-channel-logout', options, async (request, reply) => {
      const refused = await app.load.run(() => backChannelLogout(deps, client, String(request.body ?? '')))
      if (!refused) return reply.send()
      // Anybody can send a token, so the record of the desk does not have it.
      logProblem(request, refused.details.problem)
      return refuse(reply, refusal(refused.refused))
    })
  })
}

const drawRefusal = (message: string, nonce: string) =>
  plainPage({ title: 'You’re not signed in', message, links: { [SIGN_IN]: 'Sign in again' } }, nonce)

const logProblem = ({ log }: FastifyRequest, problem: unknown) =>
  log.warn({ problem }, 'Signing in or out with the provider of the staff failed.')

const HOME = '/staff'
const LONGEST = 1000 // characters; it travels in a cookie

/** Where to go after signing in: a path of the desk. Anything else becomes the desk itself. */
export function returnPath(settings: Pick<Settings, 'baseUrl'> & Partial<Settings>, given: unknown): string {
  const origin = staffOrigin(settings)
  if (typeof given !== 'string' || !given.startsWith('/') || !URL.canParse(given, origin)) return HOME
  const url = new URL(given, origin)
  const path = `${url.pathname}${url.search}${url.hash}`
  const isOfDesk = url.origin === origin && /^\/staff(\/|$)/.test(url.pathname) && !loops.has(url.pathname)
  return isOfDesk && path.length <= LONGEST ? path : HOME
}

/** Returning there would sign in again and again. */
const loops: ReadonlySet<string> = new Set(['/staff/sign-in', '/staff/callback'])
