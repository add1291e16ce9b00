import helmet from '@fastify/helmet'
import underPressure from '@fastify/under-pressure'
import fastify, { type FastifyBaseLogger, LogController } from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import { isLocal, type Settings } from '../settings/index.ts'
import { answerErrors } from './answer-errors.ts'
import type { App } from './app.ts'
import { contentSecurityPolicy } from './content-security-policy.ts'
import { describeCalls } from './describe-calls.ts'
import { logReplies } from './log-replies.ts'
import { readJson } from './read-json.ts'
import { refuseCrossSite } from './refuse-cross-site.ts'

const BODY_LIMIT = 256 * 1024 // bytes; the fullest application is about 60 KB
const SLOWEST_EVENT_LOOP = 2_000 // ms; beyond it new requests are asked to come back
const COME_BACK_AFTER = 5 // s

/** What the server needs to know who is asking. */
export type Sessions = Pick<App, 'applicantOf' | 'expiredCookies'>

/**
 * The HTTP server with its guards, before any route. Replies are JSON; errors are `{ message, code }`. Tests on a slow
 * machine give `slowestEventLoop` (ms) more.
 */
export async function createApp(
  settings: Settings,
  sessions: Sessions,
  log: FastifyBaseLogger,
  slowestEventLoop = SLOWEST_EVENT_LOOP,
): Promise<App> {
  const app: App = fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: BODY_LIMIT,
    // That many proxies before this server may name the applicant's address.
    trustProxy: (_, hop) => hop < Number(settings.trustProxy),
    requestIdHeader: false,
    routerOptions: { maxParamLength: 200 },
  })
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  app.decorate('applicantOf', sessions.applicantOf)
  app.decorate('expiredCookies', sessions.expiredCookies)
  const served = new Set<string>()
  app.decorate('servedRoutes', served)
  app.addHook('onRoute', ({ method, url }) => {
    for (const each of [method].flat()) served.add(`${each} ${url}`)
  })
  readJson(app)
  answerErrors(app)
  logReplies(app)
  await app.register(helmet, contentSecurityPolicy(settings))
  await app.register(underPressure, {
    maxEventLoopDelay: slowestEventLoop,
    retryAfter: COME_BACK_AFTER,
  })
  app.addHook('onRequest', refuseCrossSite)
  // Nothing an applicant said may lie in a cache; the built files of the screen say otherwise for themselves.
  app.addHook('onRequest', async (_, reply) => {
    reply.header('cache-control', 'no-store')
  })
  if (isLocal(settings)) await describeCalls(app, settings)
  return app
}
