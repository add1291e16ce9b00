import { randomBytes } from 'node:crypto'
import type { Reply } from '../../api/index.ts'
import { careOf } from '../../engine/index.ts'
import { type Answers, readPostedAnswers } from '../applications/index.ts'
import { type Refusal, refusal } from '../http/index.ts'
import type { TemporaryAnswers } from './temporary-answers.ts'
import { placeOf, tokenHash } from './token-hash.ts'

/** Seconds. A week: a link sent on Friday still opens after the weekend, and a lost one is not a risk for long. */
const TOKEN_LIFE = 7 * 24 * 60 * 60

/**
 * Keeps answers without an account and gives the link that opens them, until it expires (specification §6). What a
 * saved answer may be, these may be; secret ones are never taken, as a link may go to another person (decision 38).
 */
export async function keepAnswers(
  { database, keyRing, form, baseUrl, now }: TemporaryAnswers,
  posted: Answers,
): Promise<Reply<'keepAnswers'> | Refusal> {
  const read = readPostedAnswers(posted, form)
  if (read.kind === 'refused') return refusal(read.code, { keys: read.keys })
  const secret = Object.keys(read.answers).filter((key) => careOf(form, key) === 'secret')
  const kept = Object.entries(read.answers).filter(([key]) => !secret.includes(key))
  const token = randomBytes(32).toString('base64url')
  const hash = tokenHash(token)
  const expiresAt = new Date(now().getTime() + TOKEN_LIFE * 1000)
  const sealed = keyRing.seal(JSON.stringify(Object.fromEntries(kept)), placeOf(hash))
  await database.db
    .insertInto('temporary_answers')
    .values({ token_hash: hash, answers: JSON.stringify(sealed), expires_at: expiresAt })
    .execute()
  return {
    token,
    url: `${baseUrl}/about?${new URLSearchParams({ token })}`,
    expires_at: expiresAt.toISOString(),
    ignored: [...read.ignored, ...secret],
  }
}
