import { sealAgain } from '../../platform/secrets/index.ts'
import { contextOf, type TemporaryAnswers } from './temporary-answers.ts'

/** Encrypts answers kept for a link with the secret key of this id, the first one; returns how many there were. */
export async function encryptTemporaryAnswersAgain(
  { database: { db }, keyRing }: Pick<TemporaryAnswers, 'database' | 'keyRing'>,
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
