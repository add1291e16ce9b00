import type { Applicant } from '../applying/application/index.ts'
import { CallError, unsentError } from '../client/index.ts'
import type { Documents } from '../documents/documents/index.ts'
import type { PresenceRunner } from './create-presence.ts'
import { accountIn } from './presence.ts'

/**
 * Saves, ends the session on the server, and clears the device. Throws a CallError if answers are not saved, or files not
 * sent yet.
 */
export async function logOut(
  applicant: Applicant,
  presence: PresenceRunner,
  documents: Pick<Documents, 'isUnsent'>,
): Promise<void> {
  const { store, queue, tooLate } = applicant
  const isSubmitted = () => presence.get().at === 'submitted'
  const account = accountIn(presence.get())
  presence.happen({ kind: 'cookie checked' })
  if (accountIn(presence.get()) !== account) return // another account is logged in, which did not ask to log out
  if (documents.isUnsent()) throw unsentError()
  store.commitAll()
  if (!isSubmitted()) applicant.adoptUnsaved()
  if (!(await queue.flush()) && !isSubmitted()) {
    if (accountIn(presence.get()) !== account) return // logged out meanwhile
    throw new CallError('offline', 0, 'Your last answers aren’t saved yet. Please try to log out again in a moment.')
  }
  try {
    await applicant.call('logout')
  } catch (error) {
    if (!(error instanceof CallError && error.status === 401)) throw error
    // The session was over already, but logging out still erases the data here.
    return presence.happen({ kind: 'left', how: 'over', account, isErasing: true })
  }
  presence.happen({ kind: 'left', how: 'person', account, isTooLate: tooLate.get() !== undefined })
}
