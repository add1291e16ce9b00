import type { App } from '../http/index.ts'
import { healthOf, type Needed } from './health.ts'

/** /healthz: the process answers. /readyz: it can work; 503 while it cannot, so that a balancer looks elsewhere. */
export function healthRoutes(app: App, needed: Needed): void {
  // A busy process lives: who is told otherwise would kill it.
  const config = { pressureHandler: () => undefined }
  app.get('/healthz', { config }, async () => ({ alive: true }))
  app.get('/readyz', async (_, reply) => {
    const { ready } = await healthOf(needed)
    return reply.code(ready ? 200 : 503).send({ ready })
  })
}
