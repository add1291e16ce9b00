import { type App, refusalUntil, serveCall } from '../http/index.ts'
import type { Limits } from '../limits/index.ts'
import { keepAnswers } from './keep-answers.ts'
import { readKeptAnswers } from './read-kept-answers.ts'
import type { TemporaryAnswers } from './temporary-answers.ts'

/** POST and GET /public/tmp (specification §7). Neither reply may be read by another site: no CORS header allows it. */
export function temporaryAnswerRoutes(app: App, temporary: TemporaryAnswers, limits: Limits): void {
  serveCall(
    app,
    'keepAnswers',
    async ({ body, request }) => {
      const taken = await limits.takeForAddress('keep_answers', request.ip)
      return taken.allowed ? keepAnswers(temporary, body.answer, request.ip) : refusalUntil(taken.retryAfterSeconds)
    },
    201,
  )
  serveCall(app, 'keptAnswers', async ({ body, request }) => {
    const taken = await limits.takeForAddress('kept_answers', request.ip)
    return taken.allowed ? readKeptAnswers(temporary, body.token) : refusalUntil(taken.retryAfterSeconds)
  })
}
