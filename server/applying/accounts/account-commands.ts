import { auditRow, operator, operatorFor, parseWords, personIn } from '../../platform/control/index.ts'
import { type Database, inTransaction } from '../../platform/database/index.ts'
import type { Limits } from '../../platform/limits/index.ts'
import type { KeyRing } from '../../platform/secrets/index.ts'
import { mailsTo } from '../../running/mail/index.ts'
import { accountOf, waitingSignUp } from './accounts.ts'
import { devices } from './devices.ts'
import { usernameFrom } from './validate-input.ts'

const USAGE = 'Usage: npm run account -- <e-mail> --by <person>'

type Deps = {
  readonly database: Pick<Database, 'db'>
  readonly keyRing: Pick<KeyRing, 'open' | 'hasKeyOf'>
  readonly limits: Pick<Limits, 'reachedUntil'>
  readonly now: () => Date
}

/**
 * `npm run account`: why somebody with this email address may not get into an account, in lines for whoever helps. Tells
 * no code, link or password, and nothing of an application.
 */
export async function accountCommand(deps: Deps, words: readonly string[]): Promise<readonly string[]> {
  const { values, positionals } = parseWords(words, { by: { type: 'string' } }, USAGE)
  const [word = '', ...more] = positionals
  if (!word.includes('@') || more.length > 0) throw new Error(USAGE)
  const doer = operatorFor(personIn(values.by))
  const { now, database } = deps
  const { db } = database
  const address = usernameFrom(word)
  const account = await accountOf({ db }, address)
  const looked = auditRow(doer, 'account looked up', account?.id ?? 'none', {})
  await db.insertInto('audit').values(looked).execute()
  const signUp = await waitingSignUp({ db, now }, address)
  const codeUntil = await deps.limits.reachedUntil('sign_in_everywhere', address)
  const mails = await mailsTo(deps.keyRing, db, address)
  return [
    account ? await accountInWords(deps, account.id) : 'There is no account with this email address.',
    ...(signUp ? [`A sign-up waits. The newest code for it ends at ${text(signUp.code_expires_at)}.`] : []),
    ...(codeUntil
      ? [`Too many wrong passwords: until ${text(codeUntil)} a new browser needs a mailed code, too.`]
      : []),
    mails.length > 0 ? 'Mails to it within a week, the newest first:' : 'No mails to it within a week.',
    ...mails.map(({ at, kind, outcome }) => `${at} ${kind}: ${outcome}`),
  ]
}

async function accountInWords({ database: { db }, now }: Deps, accountId: string): Promise<string> {
  const { length } = await devices({ db, now }, { accountId, sessionId: '' })
  const last = await db
    .selectFrom('successful_login')
    .select(({ fn }) => fn.max('at').as('at'))
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  const lastLogin = last?.at ? `logged in last at ${text(last.at)}` : 'never logged in'
  return `There is an account, ${lastLogin}, and now on ${length} ${length === 1 ? 'device' : 'devices'}.`
}

const text = (at: Date) => at.toISOString()

/**
 * `npm run end-sessions`: ends every session of an account, for an operator whom its owner tells of a lost phone. Links
 * for another phone end with the session that made them. Throws one sentence if no account has this address.
 */
export async function endSessions(
  { db }: Pick<Database, 'db'>,
  [username, ...more]: readonly string[],
): Promise<{ readonly ended: number }> {
  if (username === undefined || more.length > 0) throw new Error('Usage: npm run end-sessions -- <e-mail>')
  return inTransaction(db, async (transaction) => {
    const account = await transaction
      .selectFrom('user')
      .select('id')
      .where('email', '=', usernameFrom(username))
      .executeTakeFirst()
    if (account === undefined) throw new Error('No account has this email address.')
    const ended = await transaction.deleteFrom('session').where('userId', '=', account.id).returning('id').execute()
    await transaction
      .insertInto('audit')
      .values({ actor: operator(), action: 'sessions ended', subject: account.id })
      .execute()
    return { ended: ended.length }
  })
}
