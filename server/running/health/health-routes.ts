import type { App } from '../../platform/http/index.ts'
import { type HealthDeps, healthOf } from './health.ts'

/**
 * /healthz: the process responds. /readyz: it can work; 503 while it cannot, or is about to stop, so that a balancer
 * looks elsewhere. The reply names at once what is missing, also while the server still counts as ready.
 */
export function healthRoutes(app: App, deps: HealthDeps, stopping?: AbortSignal): void {
  app.get('/healthz', async () => ({ alive: true }))
  app.get('/readyz', async (_, reply) => {
    const { ready, missing } = await healthOf(deps)
    const isStopping = stopping?.aborted === true
    const isReady = ready && !isStopping
    return reply
      .code(isReady ? 200 : 503)
      .send({ ready: isReady, missing: [...missing, ...(isStopping ? ['stopping'] : [])] })
  })
}
