import { sayBrowser, UNKNOWN_BROWSER } from '../../platform/http/index.ts'
import { type AccountDeps, type Accounts, type Device, inSeconds } from './accounts.ts'
import { IDLE_LIFE } from './lifetimes.ts'
import type { SignedIn } from './sessions.ts'

/** The devices on which an account is signed in now, the one that asks first, then the last seen first. */
export async function devices(
  { db, now }: Pick<AccountDeps, 'db' | 'now'>,
  { accountId, sessionId }: Pick<SignedIn, 'accountId' | 'sessionId'>,
): ReturnType<Accounts['devices']> {
  const rows = await db
    .selectFrom('session')
    .select(['id', 'userAgent', 'createdAt', 'updatedAt'])
    .where('userId', '=', accountId)
    .where('expiresAt', '>', now())
    .where('updatedAt', '>', inSeconds({ now }, -IDLE_LIFE)) // the others are signed out already
    .orderBy('updatedAt', 'desc')
    .execute()
  const found = rows.map(
    ({ id, userAgent, createdAt, updatedAt }): Device => ({
      id,
      browser: sayBrowser(userAgent || UNKNOWN_BROWSER), // null for a session of an earlier release
      signedInAt: createdAt,
      lastSeenAt: updatedAt,
      isThis: id === sessionId,
    }),
  )
  return [...found.filter(({ isThis }) => isThis), ...found.filter(({ isThis }) => !isThis)]
}

/** Signs out one device of an account; one that is signed out already, or belongs to another account, is left alone. */
export async function endDevice({ db }: Pick<AccountDeps, 'db'>, accountId: string, id: string): Promise<void> {
  await db.deleteFrom('session').where('userId', '=', accountId).where('id', '=', id).execute()
}

/** Signs out every device of an account except the one with this session. */
export async function endOtherDevices(
  { db }: Pick<AccountDeps, 'db'>,
  { accountId, sessionId }: Pick<SignedIn, 'accountId' | 'sessionId'>,
): Promise<void> {
  await db.deleteFrom('session').where('userId', '=', accountId).where('id', '!=', sessionId).execute()
}
