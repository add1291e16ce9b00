import { Server as TlsServer } from 'node:tls'
import type { FastifyRequest } from 'fastify'
import fastify, { type FastifyBaseLogger, type FastifyError, LogController, type RouteOptions } from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import { type CallName, type ErrorCode, fileLimits, slowestUpload } from '../../../api/index.ts'
import { english } from '../../../engine/index.ts'
import { goneReference, isDatabaseAway, settingAtFault } from '../database/index.ts'
import { createLanguages, type Languages, speakIn } from '../languages/index.ts'
import { createStrangerLimit, readLimits, type StrangerLimit } from '../limits/index.ts'
import { createMetrics, type Metrics } from '../metrics/index.ts'
import type { Settings } from '../settings/index.ts'
import type { Certificate } from '../tls/index.ts'
import { type App, createLoad } from './app.ts'
import { nameRequests, requestIdOf } from './create-log.ts'
import { describeCalls, isForDevelopment } from './describe-calls.ts'
import { plainRefusedFile, refusal, refusalUntil } from './refusal.ts'
import {
  hideStaffDesk,
  ignoreExpectations,
  refuseAddress,
  refuseConnection,
  refuseCrossSite,
  refuseInvalidPath,
} from './refuse-early.ts'
import { securityHeaders } from './security-headers.ts'
import { refuse } from './serve-call.ts'

const BODY_LIMIT = 256 * 1024 // bytes; the fullest application is about 60 KB
const SPARE_SECONDS = 30 // for everything about an upload but its bytes
const RETRY_AFTER = 5 // s
const CONNECTION_IDLE = 75_000 // ms without a byte in either direction
const KEEP_ALIVE = 72_000 // ms; longer than proxies keep theirs, so that none sends a request on a closing connection

/** The Permissions-Policy denies these to every page: no page uses any feature of the device. */
const permissions = ['accelerometer', 'camera', 'display-capture', 'geolocation', 'gyroscope', 'magnetometer']
  .concat('microphone', 'midi', 'payment', 'publickey-credentials-get', 'screen-wake-lock', 'usb')
  .map((feature) => `${feature}=()`)
  .join(', ')

/** How the server finds out who sent a request. */
type Sessions = Pick<App, 'applicantOf' | 'expiredCookies'>

type AppOptions = {
  readonly load?: ReturnType<typeof createLoad>
  /** In bytes. A request may take as long as this file takes on the slowest connection. */
  readonly largestFile?: number
  readonly metrics?: Metrics
  /** What limits who cannot prove who they are; by default, the one of the settings. */
  readonly strangers?: StrangerLimit
  /** With it the server speaks HTTPS. */
  readonly certificate?: Certificate | undefined
  /** Only English, if they are left out. */
  readonly languages?: Languages
  /** Keeps one edition of the form in effect for a whole request. */
  readonly pin?: (request: Pick<FastifyRequest, 'headers'>, work: () => void) => void
}

/**
 * Creates the HTTP server with its guards, before any route. Replies are JSON; errors are `{ message, code }`. While
 * `load` is full, calls are asked to try again later; pages and files are still served.
 */
export async function createApp(
  settings: Settings,
  sessions: Sessions,
  log: FastifyBaseLogger,
  {
    load = createLoad(),
    largestFile = fileLimits.bytes,
    metrics = createMetrics(),
    strangers = createStrangerLimit(readLimits(settings).table.stranger),
    certificate,
    languages = createLanguages(),
    pin = (_, work) => work(),
  }: AppOptions = {},
): Promise<App> {
  const requestSeconds = settings.requestSeconds ?? slowestUpload(largestFile) + SPARE_SECONDS
  const app: App = fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: BODY_LIMIT,
    // This many proxies in front of the server may state the applicant's address.
    trustProxy: (_, hop) => hop < Number(settings.trustProxy),
    genReqId: (request) => requestIdOf(request, settings),
    routerOptions: { maxParamLength: 200 },
    requestTimeout: requestSeconds * 1000,
    connectionTimeout: CONNECTION_IDLE,
    keepAliveTimeout: KEEP_ALIVE,
    [certificate === undefined ? 'http' : 'https']: {
      ...certificate?.pair,
      // How often connections are checked against their deadlines.
      connectionsCheckingInterval: Math.min(30_000, requestSeconds * 1000),
      // Node takes the longer of the two for the whole request.
      headersTimeout: Math.min(60_000, requestSeconds * 1000),
    },
    // While closing, existing connections are served to the end; no new ones are accepted.
    return503OnClosing: false,
    frameworkErrors: refuseAddress(settings),
    clientErrorHandler: refuseConnection(settings),
  })
  if (app.server instanceof TlsServer) certificate?.renewIn(app.server)
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  app.decorate('applicantOf', sessions.applicantOf)
  app.decorate('expiredCookies', sessions.expiredCookies)
  app.decorate('load', load)
  app.decorate('refusedFile', { draw: plainRefusedFile })
  app.decorateRequest('applicant')
  app.decorateReply('refused')
  const served: (readonly [string, RouteOptions])[] = []
  app.decorate('servedRoutes', () => new Map(served.map(([route, { config }]) => [route, config?.limit ?? 'stranger'])))
  app.addHook('onRoute', (options) => {
    for (const each of [options.method].flat()) served.push([`${each} ${options.url}`, options])
  })
  ignoreExpectations(app)
  nameRequests(app)
  readJson(app)
  answerErrors(app)
  logReplies(app)
  countReplies(app, metrics)
  app.addHook('onRequest', (request, _, done) => pin(request, done))
  app.addHook('onRequest', (request, _, done) => {
    speakIn(isForStaff(request) ? english : languages.wordsOf(languages.of(request)), done)
  })
  app.addHook('onRequest', securityHeaders(settings))
  // No applicant data may be cached; the screen's built files set their own caching header.
  app.addHook('onRequest', async (_, reply) => {
    reply.header('cache-control', 'no-store')
    reply.header('permissions-policy', permissions)
  })
  app.addHook('onRequest', refuseInvalidPath)
  app.addHook('onRequest', hideStaffDesk(settings))
  app.addHook('onRequest', async ({ routeOptions }, reply) => {
    if (!routeOptions.config.isRefusedWhenBusy || !load.isFull()) return undefined
    metrics.count('causeway_requests_turned_away_total', {})
    return refuse(reply, { ...refusal('busy'), retryAfter: RETRY_AFTER })
  })
  app.addHook('onRequest', refuseCrossSite(settings))
  limitStrangers(app, strangers)
  // Nothing of a call runs after its refusal. Fastify would go on with it if the client hangs up while the refusal is
  // still being recorded: by then the connection has ended, and the reply has not.
  app.addHook('preParsing', (_, reply, payload, done) => {
    if (reply.refused === undefined) done(null, payload)
  })
  warnOfProxy(app, settings)
  if (isForDevelopment(settings)) await describeCalls(app, settings)
  return app
}

/**
 * Warns once if a proxy states the applicant's address but TRUST_PROXY is off. Then everybody behind the proxy counts
 * as one network, and all applicants share its limits.
 */
function warnOfProxy(app: App, { trustProxy }: Pick<Settings, 'trustProxy'>): void {
  if (trustProxy !== false) return
  let hasWarned = false
  app.addHook('onRequest', async ({ headers, log }) => {
    if (hasWarned || headers['x-forwarded-for'] === undefined) return
    hasWarned = true
    log.warn(
      'A request came with X-Forwarded-For while TRUST_PROXY is off: if there is a proxy in front of this server, set TRUST_PROXY, or all applicants share the limits of one network.',
    )
  })
}

/**
 * Every call sends `Content-Type: application/json`. An empty body means no payload (Q22), which Fastify refuses by
 * default. Keys that would reach an object's prototype are refused, and so is nesting beyond what any call takes: what
 * walks through a payload calls itself for each level.
 */
function readJson(app: App): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body.length === 0) done(null, undefined)
    else
      parse(request, body.toString(), (error, value) => {
        if (error !== null || isShallow(value, DEEPEST)) done(error, value)
        else done(Object.assign(new Error('The payload is nested too deeply.'), { statusCode: 400 }))
      })
  })
}

const DEEPEST = 16 // levels; the deepest payload of a call has five

const isShallow = (value: unknown, levels: number): boolean =>
  typeof value !== 'object' ||
  value === null ||
  (levels > 0 && Object.values(value).every((each) => isShallow(each, levels - 1)))

/**
 * Staff read English: the calls and pages of their desk, and an application behind a service link. Their browser may have
 * another language from an application of their own.
 */
const isForStaff = ({ url }: FastifyRequest) =>
  /^\/(staff|service)(?![\w-])/.test(url) || new URLSearchParams(url.split('?')[1]).has('service_token')

/** Fastify's own errors, mapped to the error catalog; any error not listed here counts as unexpected. */
const known: Readonly<Record<string, ErrorCode>> = {
  FST_ERR_VALIDATION: 'malformed',
  FST_ERR_CTP_INVALID_JSON_BODY: 'malformed',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'malformed',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'malformed',
  FST_ERR_CTP_BODY_TOO_LARGE: 'too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'not_json',
  FST_STATIC_FORBIDDEN_PATH: 'not_found',
  STORAGE_AWAY: 'storage_away',
  ACCOUNT_GONE: 'unauthorized',
  OTHER_APPLICATION: 'other_account',
}

/** Seconds; a database that restarts is usually back after a few. */
const RETRY_DATABASE_AFTER = 5
const RETRY_STORAGE_AFTER = 30 // s
/** One line for all requests that meet the same fault of a setting. */
const TELL_FAULT_EVERY = 60_000 // ms

/** Of an account that was deleted, or a session that was ended, while the call waited. */
const isOfGone = (error: FastifyError) => /_(application|session)_id_fkey$/.test(goneReference(error) ?? '')

const otherCode = ({ statusCode }: FastifyError) => (statusCode === 400 ? 'malformed' : 'unexpected')

/** Makes every error reply JSON with a sentence and a code; details of an unexpected error never reach the browser. */
function answerErrors(app: App): void {
  let toldAt = Number.NEGATIVE_INFINITY
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const fault = settingAtFault(error)
    if (fault !== undefined && performance.now() - toldAt > TELL_FAULT_EVERY) {
      toldAt = performance.now()
      request.log.error({ err: error }, fault)
    }
    if (isDatabaseAway(error) || fault !== undefined)
      return refuse(reply, { ...refusal('database_away'), retryAfter: RETRY_DATABASE_AFTER })
    // A client that disconnected in the middle of a request is not a server error.
    if (request.raw.destroyed && !request.raw.complete) return refuse(reply, refusal('malformed'))
    const code = known[error.code] ?? (isOfGone(error) ? 'unauthorized' : otherCode(error))
    if (code === 'unexpected') request.log.error({ err: error }, 'A request failed.')
    if (code !== 'storage_away') return refuse(reply, refusal(code))
    request.log.warn({ err: error.cause }, 'The document storage is unavailable.')
    return refuse(reply, { ...refusal(code), retryAfter: RETRY_STORAGE_AFTER })
  })
  app.setNotFoundHandler((_, reply) => refuse(reply, refusal('not_found')))
}

/**
 * Logs one line per reply: the route, and why it was refused as a code of the error catalog. Never the address (it may
 * carry a token), a body, a header or a name.
 */
function logReplies(app: App): void {
  app.addHook('onResponse', async (request, reply) => {
    // About fifty asset requests per visit would hide the other lines.
    if (request.routeOptions.url === '/assets/*' && reply.statusCode < 500) return
    request.log.info(
      {
        method: request.method,
        route: request.routeOptions.url ?? 'unknown',
        status: reply.statusCode,
        ...(reply.refused && { code: reply.refused }),
        ms: Math.round(reply.elapsedTime),
      },
      'reply',
    )
  })
}

/** Counts every reply by its route, and the calls that say how applicants fare. */
function countReplies(app: App, metrics: Metrics): void {
  app.addHook('onResponse', async ({ method, routeOptions }, { statusCode, elapsedTime }) => {
    const labels = { method, route: routeOptions.url ?? 'unknown', status: String(statusCode) }
    metrics.observe('causeway_request_seconds', labels, elapsedTime / 1000)
    const what = statusCode < 300 ? counted.get(routeOptions.config.call) : undefined
    if (what !== undefined) metrics.count('causeway_done_total', { what })
  })
}

const counted = new Map<string | undefined, 'save' | 'submit' | 'sign_up' | 'log_in'>([
  ['saveAnswers' satisfies CallName, 'save'],
  ['submit' satisfies CallName, 'submit'],
  ['signup' satisfies CallName, 'sign_up'],
  ['login' satisfies CallName, 'log_in'],
])

/**
 * The limit of every route that says no other: who fails too often to prove who they are is refused before the database
 * is asked. A request has proved it once its `isKnown` is set.
 */
function limitStrangers(app: App, limit: StrangerLimit): void {
  const isLimited = ({ is404, routeOptions }: FastifyRequest) => !is404 && routeOptions.config.limit === undefined
  app.decorateRequest('isKnown', false)
  app.addHook('onRequest', async (request, reply) => {
    const wait = isLimited(request) ? limit.waitOf(request.ip, shownBy(request)) : undefined
    return wait === undefined ? undefined : refuse(reply, refusalUntil(wait))
  })
  app.addHook('onResponse', async (request, { statusCode, refused }) => {
    if (!isLimited(request)) return
    if (request.isKnown) limit.countProof(shownBy(request))
    else if (statusCode < 500 && refused !== undefined && !passing.has(refused)) limit.countFailure(request.ip)
  })
}

/** Refusals that say nothing of who asks. */
const passing: ReadonlySet<string> = new Set([refusal('too_many').refused, refusal('busy').refused])

/** All that a request shows of who sends it. */
const shownBy = ({ headers: { authorization = '', cookie = '' } }: FastifyRequest) => `${authorization}\n${cookie}`
