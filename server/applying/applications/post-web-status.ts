import { type WebStatus, webStatusFrom } from '../../../api/index.ts'
import { type Refusal, refusal } from '../../platform/http/index.ts'
import type { Applications } from './applications.ts'
import { lockApplication } from './edit-application.ts'
import { appendStatuses, statusEntries, statusTransitions } from './web-status.ts'

/** Moves an application forward, or returns why not. */
export const postWebStatus = (
  applications: Applications,
  owner: string,
  status: WebStatus,
): Promise<{ message: string } | Refusal> => {
  // The grace of a term is judged by it: whoever waits for the lock below is not late by it, nor by another clock.
  const arrived = applications.now()
  return lockApplication(applications, owner, async ({ id, isSubmitted, transaction }) => {
    const entries = await statusEntries(transaction, id)
    // Of an application that is open for changes again, the last entry is of the version before.
    const counted = entries.filter(({ web_status }) => isSubmitted || web_status !== 'submitted')
    const transition = statusTransitions[webStatusFrom(counted)][status]
    if (transition !== 'append' && transition !== 'repeat') return refusal(transition)
    if (transition === 'append') await appendStatuses(transaction, id, status, arrived)
    return { message: 'The status is saved.' }
  })
}
