import { z } from 'zod'
import type { Reply } from '../../../api/index.ts'
import { careOf } from '../../../engine/index.ts'
import { type Refusal, refusal } from '../../platform/http/index.ts'
import { tokenHash } from '../../platform/secrets/index.ts'
import { contextOf, type TemporaryAnswers } from './temporary-answers.ts'

/** The answers for a token, any number of times until it expires: mail scanners open links too (Q38). */
export async function readKeptAnswers(
  { database, keyRing, form, now }: TemporaryAnswers,
  token: string,
): Promise<Reply<'keptAnswers'> | Refusal> {
  const hash = tokenHash(token)
  const row = await database.db
    .selectFrom('temporary_answers')
    .select(['answers', 'expires_at'])
    .where('token_hash', '=', hash)
    .where('expires_at', '>', now())
    .executeTakeFirst()
  if (row === undefined) return refusal('unknown_token')
  const kept = answersSchema.parse(JSON.parse(keyRing.open(row.answers, contextOf(hash))))
  // The form may have changed: answers that it no longer asks for, or now treats as secret, are not returned.
  const asked = Object.entries(kept).filter(([key]) => form.keys.includes(key) && careOf(form, key) !== 'secret')
  return { answer: Object.fromEntries(asked), expires_at: row.expires_at.toISOString() }
}

const answersSchema = z.record(z.string(), z.string())
