import { ownErrors } from '../../api/browser.ts'
import type { ErrorCode } from '../../api/index.ts'
import { say } from '../../engine/index.ts'

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

/** For what cannot be done while a file or a page is only in this tab, because it would be lost. */
export const unsentError = (): CallError =>
  new CallError(
    'conversion_running',
    ownErrors.conversion_running.status,
    say('A file is not attached yet. Attach it or remove it first, and then try again.'),
    { title: say('File Upload in Progress') },
  )
