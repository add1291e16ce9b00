import { createHmac } from 'node:crypto'
import type { Reply } from '../../../api/index.ts'
import { careOf } from '../../../engine/index.ts'
import { firstPath } from '../../../form/index.ts'
import { type Refusal, refusal, refusalUntil } from '../../platform/http/index.ts'
import { networkOf } from '../../platform/limits/index.ts'
import { newToken, tokenHash } from '../../platform/secrets/index.ts'
import { type Answers, readPostedAnswers } from '../applications/index.ts'
import { contextOf, type TemporaryAnswers } from './temporary-answers.ts'
import { waitForRoom } from './wait-for-room.ts'

/** Identifies the sender for counting, without storing the address. */
const keyedHash = (keyRing: TemporaryAnswers['keyRing'], network: string) =>
  createHmac('sha256', keyRing.derive('networks')).update(network).digest('base64url')

/** Seconds. A week: a link sent on Friday still opens after the weekend, and a lost one is not a risk for long. */
const TOKEN_LIFE = 7 * 24 * 60 * 60

/**
 * Stores answers without an account and returns the link that opens them until it expires (requirement 6.token.1,
 * docs/decisions/0014). They follow the same rules as saved answers, except that secret answers are never accepted,
 * because a link may be passed on to another person (Q38).
 */
export async function keepAnswers(
  { database, keyRing, form, baseUrl, now }: TemporaryAnswers,
  posted: Answers,
  address: string,
): Promise<Reply<'keepAnswers'> | Refusal> {
  const read = readPostedAnswers(posted, form)
  if (read.kind === 'refused') return refusal(read.code, { keys: read.keys })
  const secret = Object.keys(read.answers).filter((key) => careOf(form, key) === 'secret')
  const kept = Object.entries(read.answers).filter(([key]) => !secret.includes(key))
  const token = newToken()
  const hash = tokenHash(token)
  const expiresAt = new Date(now().getTime() + TOKEN_LIFE * 1000)
  const sealed = JSON.stringify(keyRing.seal(JSON.stringify(Object.fromEntries(kept)), contextOf(hash)))
  const network = keyedHash(keyRing, networkOf(address))
  const wait = await waitForRoom(database, network, sealed.length, now())
  if (wait !== undefined) return refusalUntil(wait)
  await database.db
    .insertInto('temporary_answers')
    .values({ token_hash: hash, answers: sealed, expires_at: expiresAt, network, bytes: sealed.length })
    .execute()
  return {
    token,
    url: `${baseUrl}${firstPath}?${new URLSearchParams({ token })}`,
    expires_at: expiresAt.toISOString(),
    ignored: [...read.ignored, ...secret],
  }
}
