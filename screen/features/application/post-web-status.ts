import type { WebStatus } from '../../../api/browser.ts'
import { type Call, CallError, loggedInAs } from '../../client/index.ts'

/** Milliseconds before each further attempt (9.retries.1). */
const WAITS = [1_000, 2_000]

/** Tells the server the new status; up to 2 more times when it did not get through (4.status.4), and never for somebody else. */
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

/** A refusal stays one however often it is asked for. */
const couldPassLater = (error: unknown) => error instanceof CallError && (error.status === 0 || error.status >= 500)
