import type { Kysely } from 'kysely'
import { lockApplication } from '../../applying/applications/index.ts'
import type { Tables } from '../../platform/database/index.ts'
import { type Applicant, type Refusal, refusal } from '../../platform/http/index.ts'
import { eraseApplication } from './erase-application.ts'
import type { Erasures } from './erasures.ts'
import { isOnHold } from './holds.ts'

/**
 * Erases the unsubmitted application of an applicant who asks for it, with the account, and confirms it by a last mail. An
 * account with another application stays with that one.
 */
export const deleteAccount = (
  erasures: Erasures,
  { accountId, username, owner }: Pick<Applicant, 'accountId' | 'username' | 'owner'>,
): Promise<{ readonly message: string } | Refusal> =>
  lockApplication(erasures, owner, async ({ id, isSubmitted, transaction }) => {
    if (isSubmitted || (await isSigned(transaction, id))) return refusal('submitted_stays')
    if (await isOnHold(transaction, id)) return refusal('on_hold')
    await eraseApplication(erasures, transaction, id, { cause: 'applicant' })
    if (await transaction.selectFrom('user').select('id').where('id', '=', accountId).executeTakeFirst())
      return { message: 'Your application was deleted. Your account stays, because you have submitted another one.' }
    await erasures.mail.enqueue(transaction, { kind: 'account_deleted', to: username, values: {} })
    return { message: 'Your application and your account were deleted.' }
  })

/** What was signed once is the office's, also while it is open for changes. */
const isSigned = async (transaction: Kysely<Tables>, id: string): Promise<boolean> =>
  (await transaction.selectFrom('submission').select('version').where('application_id', '=', id).executeTakeFirst()) !==
  undefined
