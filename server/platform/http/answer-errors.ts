import type { FastifyError } from 'fastify'
import type { ErrorCode } from '../../../api/index.ts'
import { goneReference, isDatabaseAway } from '../database/index.ts'
import type { App } from './app.ts'
import { refusal } from './refusal.ts'
import { refuse } from './serve-call.ts'

/** Fastify's own errors, mapped to the error catalog; any error not listed here counts as unexpected. */
const known: Readonly<Record<string, ErrorCode>> = {
  FST_ERR_VALIDATION: 'malformed',
  FST_ERR_CTP_INVALID_JSON_BODY: 'malformed',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'malformed',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'malformed',
  FST_ERR_CTP_BODY_TOO_LARGE: 'too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'not_json',
  FST_STATIC_FORBIDDEN_PATH: 'not_found',
  STORAGE_AWAY: 'storage_away',
  ACCOUNT_GONE: 'unauthorized',
  OTHER_APPLICATION: 'other_account',
}

/** Seconds; a database that restarts is usually back after a few. */
const RETRY_DATABASE_AFTER = 5
const RETRY_STORAGE_AFTER = 30 // s

/** Of an account that was deleted, or a session that was ended, while the call waited. */
const isOfGone = (error: FastifyError) => /_(application|session)_id_fkey$/.test(goneReference(error) ?? '')

const otherCode = ({ statusCode }: FastifyError) => (statusCode === 400 ? 'malformed' : 'unexpected')

/** Makes every error reply JSON with a sentence and a code; details of an unexpected error never reach the browser. */
export function answerErrors(app: App): void {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    if (isDatabaseAway(error)) return refuse(reply, { ...refusal('database_away'), retryAfter: RETRY_DATABASE_AFTER })
    // A client that disconnected in the middle of a request is not a server error.
    if (request.raw.destroyed && !request.raw.complete) return refuse(reply, refusal('malformed'))
    const code = known[error.code] ?? (isOfGone(error) ? 'unauthorized' : otherCode(error))
    if (code === 'unexpected') request.log.error({ err: error }, 'A request failed.')
    if (code !== 'storage_away') return refuse(reply, refusal(code))
    request.log.warn({ err: error.cause }, 'The document storage is unavailable.')
    return refuse(reply, { ...refusal(code), retryAfter: RETRY_STORAGE_AFTER })
  })
  app.setNotFoundHandler((_, reply) => refuse(reply, refusal('not_found')))
}
