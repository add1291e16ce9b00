import { type ErrorCode, ownErrors } from '../../api/browser.ts'

/** Codes of the error catalog, plus the one that only the browser can detect. */
export type CallErrorCode = ErrorCode | 'offline'

/** What is known of a failed call besides its code, status and message. */
type CallErrorDetails = {
  /** The whole reply, not yet parsed. */
  readonly details?: unknown
  /** Seconds to wait before trying again, if the server sent them. */
  readonly retryAfter?: number | undefined
  /** The title to show it under, when the general title for errors says too little. */
  readonly title?: string
  /** The account for which the call was made, if it named one. */
  readonly account?: string | undefined
}

/** A call that failed. Its message is a sentence to show. `status` is the HTTP status, 0 when no reply arrived. */
export class CallError extends Error {
  override readonly name = 'CallError'
  readonly code: CallErrorCode
  readonly status: number
  readonly details: unknown
  readonly retryAfter: number | undefined
  readonly title: string | undefined
  readonly account: string | undefined

  constructor(code: CallErrorCode, status: number, message: string, more: CallErrorDetails = {}) {
    super(message)
    this.code = code
    this.status = status
    this.details = more.details
    this.retryAfter = more.retryAfter
    this.title = more.title
    this.account = more.account
  }

  /** Returns the same error with a title. */
  titled(title: string): CallError {
    return new CallError(this.code, this.status, this.message, { ...this, title })
  }
}

/**
 * Whether one place shows the error, whatever call failed: the session has expired, it belongs to another account, or
 * the application is already submitted.
 */
export const isForAll = ({ status, code }: CallError): boolean =>
  status === 401 || code === 'other_account' || code === 'already_submitted'

/**
 * The error for a reply that is not a success, or is not JSON (`body` undefined); requirements 8.not-json and
 * 8.other-status.
 */
export function errorOfReply({ status, headers }: Response, body: unknown, account?: string): CallError {
  const { message, code } =
    typeof body === 'object' && body !== null ? { message: undefined, code: undefined, ...body } : {}
  const known = typeof code === 'string' && isCode(code) ? code : status === 401 ? 'unauthorized' : 'unexpected'
  const sentence = typeof message === 'string' && message !== '' ? message : ownErrors.unexpected.message
  const retryAfter = Number(headers.get('retry-after')) || undefined
  return new CallError(known, status, sentence, { details: body, retryAfter, account })
}

/** The error for a server that could not be reached. */
export const offlineError = (): CallError =>
  new CallError('offline', 0, "We can't reach the server. Please check your connection and try again.")

/** The catalog stays on the server. A code invented by a server in between does no harm: no code looks for it. */
const isCode = (code: string): code is ErrorCode => /^[a-z_]+$/.test(code)
