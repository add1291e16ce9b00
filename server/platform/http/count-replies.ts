import type { CallName } from '../../../api/index.ts'
import type { Metrics } from '../metrics/index.ts'
import type { App } from './app.ts'

/** Counts every reply by its route, and the calls that say how applicants fare. */
export function countReplies(app: App, metrics: Metrics): void {
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
