import { type App, refusalUntil, serveCall } from '../../platform/http/index.ts'
import type { Limits } from '../../platform/limits/index.ts'
import { endKeptAnswers } from './end-kept-answers.ts'
import { keepAnswers } from './keep-answers.ts'
import { readKeptAnswers } from './read-kept-answers.ts'
import type { TemporaryAnswers } from './temporary-answers.ts'

/** POST, GET and DELETE /public/tmp (6.token.1; DELETE is ours). No CORS header lets another site read a reply. */
export function temporaryAnswerRoutes(app: App, temporary: TemporaryAnswers, limits: Limits): void {
  serveCall(
    app,
    'keepAnswers',
    async ({ body, request }) => {
      const allowance = await limits.takeForAddress('keep_answers', request.ip)
      return allowance.allowed
        ? keepAnswers(temporary, body.answer, request.ip)
        : refusalUntil(allowance.retryAfterSeconds)
    },
    201,
  )
  serveCall(app, 'keptAnswers', async ({ body, request }) => {
    const allowance = await limits.takeForAddress('kept_answers', request.ip)
    return allowance.allowed ? readKeptAnswers(temporary, body.token) : refusalUntil(allowance.retryAfterSeconds)
  })
  serveCall(app, 'endKeptAnswers', async ({ body, request }) => {
    const allowance = await limits.takeForAddress('kept_answers', request.ip)
    if (!allowance.allowed) return refusalUntil(allowance.retryAfterSeconds)
    await endKeptAnswers(temporary, body.token)
    // The same reply if there was no such link: the caller wants it gone.
    return { message: 'The link is turned off. No one can open it anymore.' }
  })
}
