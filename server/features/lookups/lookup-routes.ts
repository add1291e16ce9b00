import { type App, refusal, refusalUntil, serveCall } from '../../platform/http/index.ts'
import { type MemoryLimit, networkOf } from '../../platform/limits/index.ts'
import type { Lookups } from './create-lookups.ts'

/**
 * GET /lookup/find, by text or by the id of what was found (requirements 7.lookup), and GET /lookup/zip. Open to
 * anybody; how often is counted in memory, for both together.
 */
export function lookupRoutes(app: App, lookups: Lookups, limit: MemoryLimit): void {
  serveCall(app, 'find', async ({ body, request }) => {
    const wait = limit(networkOf(request.ip))
    if (wait !== undefined) return refusalUntil(wait)
    if ('text' in body) return [...(await lookups.find(body.text, body.category, body.max_results))]
    return (await lookups.resolve(body.id, body.category)) ?? refusal('not_found')
  })
  serveCall(app, 'placeOfZip', async ({ body, request }) => {
    const wait = limit(networkOf(request.ip))
    return wait === undefined ? lookups.placeOf(body.zip) : refusalUntil(wait)
  })
}
