import type { App } from './app.ts'

/** One line per reply: the route, never the address (which may carry a token), never a body, a header or a name. */
export function logReplies(app: App): void {
  app.addHook('onResponse', async (request, reply) => {
    // Fifty built files a visit would hide the rest.
    if (request.routeOptions.url === '/assets/*' && reply.statusCode < 500) return
    request.log.info(
      {
        method: request.method,
        route: request.routeOptions.url ?? 'unknown',
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
      },
      'reply',
    )
  })
}
