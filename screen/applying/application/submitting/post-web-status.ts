import type { WebStatus } from '../../../../api/browser.ts'
import { type Call, CallError, loggedInAs } from '../../../client/index.ts'

/** Milliseconds before each retry (9.retries.1). */
const WAITS = [1_000, 2_000]

/**
 * Sends the new status to the server, with up to 2 retries (4.status.4), but none if another account has logged in
 * meanwhile.
 */
export async function postWebStatus(web_status: WebStatus, call: Call): Promise<void> {
  const identity = loggedInAs()
  for (let failures = 0; ; failures += 1) {
    try {
      await call('saveWebStatus', { web_status })
      return
    } catch (error) {
      const wait = WAITS[failures]
      if (wait === undefined || !couldPassLater(error)) throw error
      await new Promise((resolve) => setTimeout(resolve, wait))
      if (loggedInAs() !== identity) throw error
    }
  }
}

/** Repeating a refused call does not help. */
const couldPassLater = (error: unknown) => error instanceof CallError && (error.status === 0 || error.status >= 500)
