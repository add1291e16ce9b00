import { type Refusal, refusal } from '../../platform/http/index.ts'
import { lockApplication } from '../applications/index.ts'
import { eraseApplication } from './erase-application.ts'
import type { Erasures } from './erasures.ts'
import { isOnHold } from './holds.ts'

/** Erases the unsubmitted application of an applicant who asks for it, with the account, and confirms it by a last mail. */
export const deleteAccount = (
  erasures: Erasures,
  { accountId, username }: { readonly accountId: string; readonly username: string },
): Promise<{ readonly message: string } | Refusal> =>
  lockApplication(erasures, accountId, async ({ id, isSubmitted, transaction }) => {
    if (isSubmitted) return refusal('submitted_stays')
    if (await isOnHold(transaction, id)) return refusal('on_hold')
    await eraseApplication(erasures, transaction, id, { cause: 'applicant' })
    await erasures.mail.enqueue(transaction, { kind: 'account_deleted', to: username, values: {} })
    return { message: 'Your application and your account were deleted.' }
  })
