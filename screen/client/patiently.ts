import { waitFor } from '../parts/index.ts'
import { CallError } from './call-error.ts'

const MOST_WAITS = 3
const LONGEST_WAIT = 60 // s; a server that wants more is not waited for

/**
 * Makes an attempt that the server may refuse for load. What is refused so was not carried out, so it waits as long as it is told
 * and makes it again, three times at the most; the person sees it. Not once somebody else has logged in meanwhile.
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
