import { MutationObserver, type QueryClient } from '@tanstack/react-query'
import type { WebStatus } from '../../../api/browser.ts'
import { CallError, call } from '../../client/index.ts'

const RETRIES = 2 // specification §9

/** Tells the server the new status; up to 2 more times when it did not get through (specification §4). */
export async function postWebStatus(queryClient: QueryClient, web_status: WebStatus): Promise<void> {
  const post = new MutationObserver(queryClient, {
    mutationFn: () => call('saveWebStatus', { web_status }),
    retry: (failures, error) => failures < RETRIES && couldPassLater(error),
  })
  await post.mutate()
}

/** A refusal stays one however often it is asked for. */
const couldPassLater = (error: Error) => error instanceof CallError && (error.status === 0 || error.status >= 500)
