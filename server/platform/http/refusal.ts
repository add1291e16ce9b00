import { type ErrorCode, errors } from '../../../api/index.ts'

/** An expected refusal: a code of the error catalog, its sentence, and the details that the code defines. */
export type Refusal = {
  readonly refused: ErrorCode
  readonly message: string
  readonly details: Readonly<Record<string, unknown>>
  /** Seconds after which trying again makes sense; sent as Retry-After. */
  readonly retryAfter?: number
}

/** A refusal with the catalog's sentence, filled in if it has places. The reply has `details` next to `message` and `code`. */
export const refusal = (
  refused: ErrorCode,
  details: Refusal['details'] = {},
  message: string = errors[refused].message,
): Refusal => ({ refused, message, details })

/** A temporary refusal whose sentence says when to try again. */
export const refusalUntil = (retryAfter: number): Refusal => ({
  ...refusal('too_many'),
  message: errors.too_many.message.replace('{when}', inMinutesOrHours(retryAfter)),
  retryAfter,
})

export const isRefusal = (value: unknown): value is Refusal =>
  typeof value === 'object' && value !== null && 'refused' in value && 'details' in value

function inMinutesOrHours(seconds: number): string {
  const minutes = Math.ceil(seconds / 60)
  if (minutes <= 1) return 'in a minute'
  return minutes < 90 ? `in ${minutes} minutes` : `in ${Math.ceil(minutes / 60)} hours`
}
