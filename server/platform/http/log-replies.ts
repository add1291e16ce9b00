import type { App } from './app.ts'

/**
 * Logs one line per reply: the route, and why it was refused as a code of the error catalog. Never the address (it may
 * carry a token), a body, a header or a name.
 */
export function logReplies(app: App): void {
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
