import type { FastifyRequest } from 'fastify'
import { type App, refusalUntil, serveCall } from '../../platform/http/index.ts'
import type { Limits } from '../../platform/limits/index.ts'
import { readServiceView } from './read-service-view.ts'
import type { ServiceLinks } from './service-links.ts'

/** GET /service/tmp-pdf (requirement 7.tmp-pdf.1). */
export function serviceLinkRoutes(
  app: App,
  links: ServiceLinks,
  limits: Limits,
  /** The session at the staff desk of whoever asks. */
  staffSessionOf: (request: FastifyRequest) => Promise<number | undefined> = async () => undefined,
): void {
  serveCall(app, 'serviceView', async ({ body, request }) => {
    const allowance = await limits.takeForAddress('service_view', request.ip)
    if (!allowance.allowed) return refusalUntil(allowance.retryAfterSeconds)
    return readServiceView(links, body.service_token, await staffSessionOf(request))
  })
}
