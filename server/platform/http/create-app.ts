import { Server as TlsServer } from 'node:tls'
import fastify, { type FastifyBaseLogger, LogController } from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import { fileLimits, slowestUpload } from '../../../api/index.ts'
import { createMetrics, type Metrics } from '../metrics/index.ts'
import type { Settings } from '../settings/index.ts'
import type { Certificate } from '../tls/index.ts'
import { answerErrors } from './answer-errors.ts'
import type { App } from './app.ts'
import { countReplies } from './count-replies.ts'
import { describeCalls } from './describe-calls.ts'
import { isForDevelopment } from './developer-only.ts'
import { hideStaffDesk } from './hide-staff-desk.ts'
import { createLoad } from './load.ts'
import { logReplies } from './log-replies.ts'
import { readJson } from './read-json.ts'
import { refusal } from './refusal.ts'
import { refuseCrossSite } from './refuse-cross-site.ts'
import { ignoreExpectations, refuseAddress, refuseConnection, refuseInvalidPath } from './refuse-early.ts'
import { plainRefusedFile } from './refused-file.ts'
import { nameRequests, requestIdOf } from './request-ids.ts'
import { securityHeaders } from './security-headers.ts'
import { refuse } from './serve-call.ts'
import { warnOfProxy } from './warn-of-proxy.ts'

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
export type Sessions = Pick<App, 'applicantOf' | 'expiredCookies'>

type AppOptions = {
  readonly load?: ReturnType<typeof createLoad>
  /** In bytes. A request may take as long as this file takes on the slowest connection. */
  readonly largestFile?: number
  readonly metrics?: Metrics
  /** With it the server speaks HTTPS. */
  readonly certificate?: Certificate | undefined
}

/**
 * Creates the HTTP server with its guards, before any route. Replies are JSON; errors are `{ message, code }`. While
 * `load` is full, calls are asked to try again later; pages and files are still served.
 */
export async function createApp(
  settings: Settings,
  sessions: Sessions,
  log: FastifyBaseLogger,
  { load = createLoad(), largestFile = fileLimits.bytes, metrics = createMetrics(), certificate }: AppOptions = {},
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
  const served = new Set<string>()
  app.decorate('servedRoutes', served)
  app.addHook('onRoute', ({ method, url }) => {
    for (const each of [method].flat()) served.add(`${each} ${url}`)
  })
  ignoreExpectations(app)
  nameRequests(app)
  readJson(app)
  answerErrors(app)
  logReplies(app)
  countReplies(app, metrics)
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
  // Nothing of a call runs after its refusal. Fastify would go on with it if the client hangs up while the refusal is
  // still being recorded: by then the connection has ended, and the reply has not.
  app.addHook('preParsing', (_, reply, payload, done) => {
    if (reply.refused === undefined) done(null, payload)
  })
  warnOfProxy(app, settings)
  if (isForDevelopment(settings)) await describeCalls(app, settings)
  return app
}
