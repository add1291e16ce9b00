import { tokenHash } from '../../platform/secrets/index.ts'
import type { TemporaryAnswers } from './temporary-answers.ts'

/** Ends a link and deletes its answers; anyone with the token may do that (docs/decisions/0014). */
export async function endKeptAnswers({ database }: Pick<TemporaryAnswers, 'database'>, token: string): Promise<void> {
  await database.db.deleteFrom('temporary_answers').where('token_hash', '=', tokenHash(token)).execute()
}
