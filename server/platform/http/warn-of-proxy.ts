import type { Settings } from '../settings/index.ts'
import type { App } from './app.ts'

/**
 * Warns once if a proxy states the applicant's address but TRUST_PROXY is off. Then everybody behind the proxy counts
 * as one network, and all applicants share its limits.
 */
export function warnOfProxy(app: App, { trustProxy }: Pick<Settings, 'trustProxy'>): void {
  if (trustProxy !== false) return
  let hasWarned = false
  app.addHook('onRequest', async ({ headers, log }) => {
    if (hasWarned || headers['x-forwarded-for'] === undefined) return
    hasWarned = true
    log.warn(
      'A request came with X-Forwarded-For while TRUST_PROXY is off: if there is a proxy in front of this server, set TRUST_PROXY, or all applicants share the limits of one network.',
    )
  })
}
