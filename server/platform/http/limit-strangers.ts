import type { FastifyRequest } from 'fastify'
import type { StrangerLimit } from '../limits/index.ts'
import type { App } from './app.ts'
import { refusal, refusalUntil } from './refusal.ts'
import { refuse } from './serve-call.ts'

/**
 * The limit of every route that says no other: who fails too often to prove who they are is refused before the database
 * is asked. A request has proved it once its `isKnown` is set.
 */
export function limitStrangers(app: App, limit: StrangerLimit): void {
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
