import { type App, refusalUntil, serveCall } from '../../platform/http/index.ts'
import type { Limits } from '../../platform/limits/index.ts'

/**
 * POST /public/client-error: writes an error in a browser to the log, so that the error page's 'has been logged' is
 * true (Q30). It contains no answers: the screen sends a message, the route and the release.
 */
export function clientErrorRoutes(app: App, limits: Limits): void {
  serveCall(app, 'clientError', async ({ body, request }) => {
    const attempt = await limits.takeForAddress('client_error', request.ip)
    if (!attempt.allowed) return refusalUntil(attempt.retryAfterSeconds)
    const { message, route, release } = body
    // Below an error: anybody can send one, and alerts are about ours.
    request.log.warn(
      { client: { message: withoutValues(message), route: route.split(/[?#]/)[0], release } },
      'A browser reported an error.',
    )
    return { message: 'The error is logged.' }
  })
}

/** Text in quotes may be an answer that an error message repeats. */
const withoutValues = (message: string) => message.replace(/(["'`“”])(?:(?!\1).){1,}\1/g, '…').slice(0, 500)
