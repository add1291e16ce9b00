import type { Settings } from '../settings/index.ts'
import type { App } from './app.ts'

/**
 * Says once in the log that a proxy names the applicant's address and is not believed: without TRUST_PROXY everybody
 * behind it counts as one network, and its limits are those of all applicants together.
 */
export function warnOfProxy(app: App, { trustProxy }: Pick<Settings, 'trustProxy'>): void {
  if (trustProxy !== false) return
  let isSaid = false
  app.addHook('onRequest', async ({ headers, log }) => {
    if (isSaid || headers['x-forwarded-for'] === undefined) return
    isSaid = true
    log.warn(
      'A request came with X-Forwarded-For while TRUST_PROXY is off: if a proxy stands in front, set TRUST_PROXY, or all applicants share the limits of one network.',
    )
  })
}
