import { type App, refusal, refusalUntil, serveCall } from '../../platform/http/index.ts'
import type { MemoryLimit } from '../../platform/limits/index.ts'
import type { Lookups } from './create-lookups.ts'

/**
 * GET /lookup/find, by text or by the id of a suggestion (requirements 7.lookup), and GET /lookup/zip. Both are open to
 * anybody and share one limit, counted in memory.
 */
export function lookupRoutes(app: App, lookups: Lookups, limit: MemoryLimit): void {
  serveCall(app, 'find', async ({ body, request }) => {
    const wait = limit(request.ip)
    if (wait !== undefined) return refusalUntil(wait)
    if ('text' in body) return [...(await lookups.find(body.text, body.category, body.max_results))]
    return (await lookups.resolve(body.id, body.category)) ?? refusal('not_found')
  })
  serveCall(app, 'placeOfZip', async ({ body, request }) => {
    const wait = limit(request.ip)
    return wait === undefined ? lookups.placeOf(body.zip) : refusalUntil(wait)
  })
}
