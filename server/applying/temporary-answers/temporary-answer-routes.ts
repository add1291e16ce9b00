import { createHmac } from 'node:crypto'
import { z } from 'zod'
import { answersLeaving, type Reply } from '../../../api/index.ts'
import { say } from '../../../engine/index.ts'
import { firstPath } from '../../../form/index.ts'
import type { Database } from '../../platform/database/index.ts'
import { type App, type Refusal, refusal, refusalUntil, serveCall } from '../../platform/http/index.ts'
import { type Limits, networkOf } from '../../platform/limits/index.ts'
import { newToken, tokenHash } from '../../platform/secrets/index.ts'
import { type Answers, readPostedAnswers } from '../applications/index.ts'
import { contextOf, type TemporaryAnswerDeps } from './temporary-answers.ts'

/** POST, GET and DELETE /public/tmp (6.token.1; DELETE is ours). No CORS header lets another site read a reply. */
export function temporaryAnswerRoutes(app: App, deps: TemporaryAnswerDeps, limits: Limits): void {
  serveCall(
    app,
    'keepAnswers',
    async ({ body, request }) => {
      const allowance = await limits.takeForAddress('keep_answers', request.ip)
      return allowance.allowed ? keepAnswers(deps, body.answer, request.ip) : refusalUntil(allowance.retryAfterSeconds)
    },
    201,
  )
  serveCall(app, 'keptAnswers', async ({ body, request }) => {
    const allowance = await limits.takeForAddress('kept_answers', request.ip)
    return allowance.allowed ? readKeptAnswers(deps, body.token) : refusalUntil(allowance.retryAfterSeconds)
  })
  serveCall(app, 'endKeptAnswers', async ({ body, request }) => {
    const allowance = await limits.takeForAddress('kept_answers', request.ip)
    if (!allowance.allowed) return refusalUntil(allowance.retryAfterSeconds)
    await endKeptAnswers(deps, body.token)
    // The same reply if there was no such link: the caller wants it gone.
    return { message: say('The link is turned off. No one can open it anymore.') }
  })
}

/** Identifies the sender for counting, without storing the address. */
const keyedHash = (keyRing: TemporaryAnswerDeps['keyRing'], network: string) =>
  createHmac('sha256', keyRing.derive('networks')).update(network).digest('base64url')

/** Seconds. A week: a link sent on Friday still opens after the weekend, and a lost one is not a risk for long. */
const TOKEN_LIFE = 7 * 24 * 60 * 60

/**
 * Stores answers without an account and returns the link that opens them until it expires (requirement 6.token.1,
 * docs/decisions/0014). They follow the same rules as saved answers, except that secret and sensitive answers are never
 * accepted, because a link may be passed on to another person (Q38).
 */
async function keepAnswers(
  { database, keyRing, form, baseUrl, now }: TemporaryAnswerDeps,
  posted: Answers,
  address: string,
): Promise<Reply<'keepAnswers'> | Refusal> {
  const read = readPostedAnswers(posted, form)
  if (read.kind === 'refused') return refusal(read.code, { keys: read.keys })
  const kept = answersLeaving(form, 'kept_answers', read.answers)
  const left = Object.keys(read.answers).filter((key) => !(key in kept))
  const token = newToken()
  const hash = tokenHash(token)
  const expiresAt = new Date(now().getTime() + TOKEN_LIFE * 1000)
  const sealed = JSON.stringify(keyRing.seal(JSON.stringify(kept), contextOf(hash)))
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
    ignored: [...read.ignored, ...Object.keys(read.kept), ...left],
  }
}

/** What one network may store at a time: thousands of applications, enough for a partner with many visitors. */
const MAX_OF_ONE_NETWORK = 20 * 1024 ** 2 // bytes

/** What all networks may store together: the disk space that a flood from many networks can fill. */
const MAX_OF_ALL = 1024 ** 3 // bytes

/** Seconds until stored answers expire and may make room for these bytes; undefined if there is room now. */
async function waitForRoom(
  { db }: Pick<Database, 'db'>,
  network: string,
  bytes: number,
  now: Date,
): Promise<number | undefined> {
  const kept = db
    .selectFrom('temporary_answers')
    .where('expires_at', '>', now)
    .select((select) => [
      select.fn.coalesce(select.fn.sum<number>('bytes'), select.lit(0)).as('bytes'),
      select.fn.min('expires_at').as('first'),
    ])
  const [ofNetwork, ofAll] = await Promise.all([
    kept.where('network', '=', network).executeTakeFirstOrThrow(),
    kept.executeTakeFirstOrThrow(),
  ])
  const waitUntil = [
    ...(Number(ofNetwork.bytes) + bytes > MAX_OF_ONE_NETWORK ? [ofNetwork.first] : []),
    ...(Number(ofAll.bytes) + bytes > MAX_OF_ALL ? [ofAll.first] : []),
  ]
  if (waitUntil.length === 0) return undefined
  return Math.max(60, ...waitUntil.map((first) => Math.ceil(((first?.getTime() ?? 0) - now.getTime()) / 1000)))
}

/** The answers for a token, any number of times until it expires: mail scanners open links too (Q38). */
async function readKeptAnswers(
  { database, keyRing, form, now }: TemporaryAnswerDeps,
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
  // The form may have changed: answers that it no longer asks for, or now treats with more care, are not returned.
  const asked = Object.fromEntries(Object.entries(kept).filter(([key]) => form.keys.includes(key)))
  return { answer: answersLeaving(form, 'kept_answers', asked), expires_at: row.expires_at.toISOString() }
}

const answersSchema = z.record(z.string(), z.string())

/** Ends a link and deletes its answers; anyone with the token may do that (docs/decisions/0023). */
async function endKeptAnswers({ database }: Pick<TemporaryAnswerDeps, 'database'>, token: string): Promise<void> {
  await database.db.deleteFrom('temporary_answers').where('token_hash', '=', tokenHash(token)).execute()
}
