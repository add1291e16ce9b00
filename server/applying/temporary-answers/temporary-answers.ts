import type { Form } from '../../../engine/index.ts'
import { type Database, endedBefore } from '../../platform/database/index.ts'
import { type Jobs, scheduled } from '../../platform/jobs/index.ts'
import { type KeyRing, sealAgain } from '../../platform/secrets/index.ts'

/** The dependencies for storing answers for a link. */
export type TemporaryAnswerDeps = {
  readonly database: Pick<Database, 'db'>
  readonly keyRing: Pick<KeyRing, 'seal' | 'sealCompressed' | 'open' | 'hasKeyOf' | 'derive'>
  readonly form: Form
  /** The origin that applicants see, with which the link begins. */
  readonly baseUrl: string
  readonly now: () => Date
}

/** The encryption context of answers, so that those of one token cannot be decrypted under another. */
export const contextOf = (hash: string): string => `temporary:${hash}`

/** Encrypts answers kept for a link with the secret key of this id, the first one; returns how many there were. */
export async function encryptTemporaryAnswersAgain(
  { database: { db }, keyRing }: Pick<TemporaryAnswerDeps, 'database' | 'keyRing'>,
  keyId: string,
): Promise<number> {
  const rows = await db.selectFrom('temporary_answers').select(['token_hash', 'answers']).execute()
  const others = rows.filter(({ answers }) => answers.kid !== keyId)
  for (const { token_hash: hash, answers } of others) {
    await db
      .updateTable('temporary_answers')
      .set({ answers: JSON.stringify(sealAgain(answers, contextOf(hash), keyRing, keyRing)) })
      .where('token_hash', '=', hash)
      .execute()
  }
  return others.length
}

const sweepQueue = scheduled('sweep-temporary-answers', '17 * * * *', { expireInSeconds: 300 })

/** Removes expired answers every hour, in one process for all; call it before the jobs start. */
export const defineSweepJob = (jobs: Jobs, deps: TemporaryAnswerDeps): void =>
  jobs.define(sweepQueue, () => sweepTemporaryAnswers(deps))

/** Removes answers whose link expired a day ago. */
export async function sweepTemporaryAnswers(deps: TemporaryAnswerDeps): Promise<void> {
  const expired = deps.database.db.deleteFrom('temporary_answers')
  await expired.where('expires_at', '<=', await endedBefore(deps)).execute()
}
