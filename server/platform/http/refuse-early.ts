import type { Socket } from 'node:net'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { type ErrorCode, errors, paths } from '../../../api/index.ts'
import type { Settings } from '../settings/index.ts'
import type { App } from './app.ts'
import { refusal } from './refusal.ts'
import { strictTransport } from './security-headers.ts'
import { refuse } from './serve-call.ts'

type EarlySettings = Pick<Settings, 'baseUrl'>

/** Headers for refusals that are sent before any hook could add them. */
const minimalHeaders = ({ baseUrl }: EarlySettings) => ({
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none';base-uri 'none';frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  ...(baseUrl.startsWith('https:') && { 'strict-transport-security': strictTransport }),
})

/** Refuses an address that the router cannot parse: no route matches and no hook runs. */
export const refuseAddress =
  (settings: EarlySettings) =>
  (error: FastifyError, { id }: FastifyRequest, reply: FastifyReply): void => {
    const code = error.code === 'FST_ERR_MAX_PARAM_LENGTH' ? 'not_found' : 'malformed'
    refuse(reply.headers({ ...minimalHeaders(settings), 'x-request-id': id }), refusal(code))
  }

/**
 * Refuses an address that contains NUL or leaves its folder with `..`. Nothing is found at one with a hidden file, as
 * `/.git/config`, so that whoever looks for one does not take the page for it.
 */
export async function refuseInvalidPath(
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply | undefined> {
  const [path = ''] = request.raw.url?.split('?') ?? []
  const parts = decodeURIComponent(path).split(/[/\\]/)
  if (parts.includes('..') || parts.some((part) => part.includes('\0'))) return refuse(reply, refusal('malformed'))
  const isHidden = parts.some((part) => part.startsWith('.')) && request.routeOptions.url !== SECURITY_TXT
  return isHidden ? refuse(reply, refusal('not_found')) : undefined
}

/** Where somebody who found a fault looks for whom to tell (RFC 9116). */
export const SECURITY_TXT = '/.well-known/security.txt'

/**
 * Serves a request with an unknown `Expect` as if it were not there, which HTTP allows. Node would answer
 * 417 with neither headers nor a body, past every hook.
 */
export function ignoreExpectations({ server }: App): void {
  server.on('checkExpectation', (request, reply) => server.emit('request', request, reply))
}

/** Refuses what is not HTTP or arrives too late: there is no request to reply to, only a connection to write to. */
export const refuseConnection =
  (settings: EarlySettings) =>
  (error: Error & { code?: string }, socket: Socket): void => {
    // A client that has hung up reads no reply, and a second reply must not follow one that has begun.
    if (error.code === 'ECONNRESET' || !socket.writable || socket.bytesWritten > 0) return void socket.destroy()
    const code: ErrorCode = tooSlow.has(error.code)
      ? 'too_slow'
      : error.code === 'HPE_HEADER_OVERFLOW'
        ? 'too_large'
        : 'malformed'
    const { status, message } = errors[code]
    const body = JSON.stringify({ message, code })
    const head = { ...minimalHeaders(settings), 'content-type': 'application/json; charset=utf-8', connection: 'close' }
    const lines = Object.entries({ ...head, 'content-length': Buffer.byteLength(body) }).map(
      ([name, value]) => `${name}: ${value}`,
    )
    socket.end([`HTTP/1.1 ${status} Refused`, ...lines, '', body].join('\r\n'))
  }

const tooSlow: ReadonlySet<string | undefined> = new Set(['ERR_HTTP_REQUEST_TIMEOUT', 'HPE_HEADERS_TIMEOUT'])

/**
 * Keeps other sites from acting in an applicant's name (docs/decisions/0023): refuses a state-changing request when the
 * browser says that it comes from another site. Our own origins are the one that applicants see, even behind a proxy
 * that rewrites Host, and the host name in the request with the same scheme. Logging out is a GET (7.logout.1), and the rule covers it too.
 * Only a route that says `isForOtherSites` is exempt.
 */
export const refuseCrossSite =
  ({ baseUrl }: Pick<Settings, 'baseUrl'>) =>
  async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> => {
    if (!isStateChanging(request) || request.routeOptions.config.isForOtherSites) return undefined
    const site = request.headers['sec-fetch-site']
    if (site !== undefined && site !== 'same-origin') return refuse(reply, refusal('cross_site'))
    const { origin, host } = request.headers
    const { protocol } = new URL(baseUrl)
    if (origin !== undefined && origin !== baseUrl && origin !== `${protocol}//${host}`)
      return refuse(reply, refusal('cross_site'))
    return undefined
  }

/** Compares routes, not the raw address: `/api/%6cogout` is the same route as `/api/logout`. */
const isStateChanging = ({ method, routeOptions }: FastifyRequest) =>
  !['GET', 'HEAD', 'OPTIONS'].includes(method) || routeOptions.url === paths.logout.path

/**
 * With STAFF_HOST, nothing below /staff is found under another host name. Only the Host header counts: what a proxy
 * says in X-Forwarded-Host may come from the client.
 */
export const hideStaffDesk =
  ({ staffHost }: Pick<Settings, 'staffHost'>) =>
  async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> => {
    if (staffHost === undefined || request.is404 || !isStaffPath(request)) return undefined
    const { host = '' } = request.headers
    if (host.toLowerCase().replace(/:\d+$/, '') === staffHost) return undefined
    reply.callNotFound()
    return reply
  }

/** By the route and by the address, because the route of a page is any address. */
const isStaffPath = ({ routeOptions, raw }: FastifyRequest) => {
  const [path = ''] = raw.url?.split('?') ?? []
  return [routeOptions.url ?? '', decodeURIComponent(path)].some((each) => /^\/+staff(\/|$)/i.test(each))
}
