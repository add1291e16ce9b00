import { type WebStatus, webStatusFrom } from '../../../api/index.ts'
import { inTransaction } from '../../platform/database/index.ts'
import { type Refusal, refusal } from '../../platform/http/index.ts'
import { lockedApplicationOf } from './application-row.ts'
import type { Applications } from './applications.ts'
import { appendStatuses, statusEntries, statusMoves } from './web-status.ts'

/** Moves an application forward, or says why not. */
export const postWebStatus = (
  applications: Applications,
  accountId: string,
  status: WebStatus,
): Promise<{ message: string } | Refusal> =>
  inTransaction(applications.database.db, async (transaction) => {
    const { id } = await lockedApplicationOf(applications, transaction, accountId)
    const move = statusMoves[webStatusFrom(await statusEntries(transaction, id))][status]
    if (move !== 'append' && move !== 'repeat') return refusal(move)
    if (move === 'append') await appendStatuses(transaction, id, status)
    return { message: 'The status is saved.' }
  })
