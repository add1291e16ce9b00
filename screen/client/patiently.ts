import { waitFor } from '../parts/index.ts'
import { CallError } from './call-error.ts'

const MOST_WAITS = 3
const LONGEST_WAIT = 60 // s; a longer wait is not worth it

/**
 * Makes a call that the server may refuse because of load. A refused call had no effect, so this waits as long as the
 * server asks and tries again, at most three times, and shows the wait. It stops retrying if another account has logged
 * in meanwhile.
 */
export async function patiently<Reply>(attempt: () => Promise<Reply>): Promise<Reply> {
  const { cookie } = document
  for (let waits = 0; ; waits += 1) {
    try {
      return await attempt()
    } catch (error) {
      if (!(error instanceof CallError) || error.code !== 'busy' || waits === MOST_WAITS) throw error
      const { retryAfter = Number.POSITIVE_INFINITY } = error
      if (retryAfter > LONGEST_WAIT) throw error
      await waitFor('server', retryAfter * 1000)
      if (document.cookie !== cookie) throw error
    }
  }
}
