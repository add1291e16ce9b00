import { type ErrorCode, ownErrors } from '../../api/browser.ts'

/** Codes of the error catalogue, and what only the browser can know. */
export type CallErrorCode = ErrorCode | 'offline'

/** A call that did not succeed. Its message is a sentence for the person; `details` is the whole reply, still unread. */
export class CallError extends Error {
  override readonly name = 'CallError'
  readonly code: CallErrorCode
  /** The HTTP status; 0 when no reply came. */
  readonly status: number
  readonly details: unknown
  /** Seconds after which the server wants to be asked again, when it said so. */
  readonly retryAfter: number | undefined
  /** What it is told under, where the general word for errors says too little. */
  readonly title: string | undefined

  constructor(
    code: CallErrorCode,
    status: number,
    message: string,
    details?: unknown,
    retryAfter?: number,
    title?: string,
  ) {
    super(message)
    this.code = code
    this.status = status
    this.details = details
    this.retryAfter = retryAfter
    this.title = title
  }

  /** The same error under a title. */
  titled(title: string): CallError {
    return new CallError(this.code, this.status, this.message, this.details, this.retryAfter, title)
  }
}

/** Whether an error is told in one place, whatever failed: the session is over, somebody else's, or the application submitted. */
export const isForAll = ({ status, code }: CallError): boolean =>
  status === 401 || code === 'other_account' || code === 'already_submitted'

/**
 * What to throw for a reply that is not a success, or not JSON (`body` undefined); requirements 8.not-json and
 * 8.other-status.
 */
export function errorOfReply({ status, headers }: Response, body: unknown): CallError {
  const { message, code } =
    typeof body === 'object' && body !== null ? { message: undefined, code: undefined, ...body } : {}
  const known = typeof code === 'string' && isCode(code) ? code : status === 401 ? 'unauthorized' : 'unexpected'
  const sentence = typeof message === 'string' && message !== '' ? message : ownErrors.unexpected.message
  return new CallError(known, status, sentence, body, Number(headers.get('retry-after')) || undefined)
}

/** What to throw when the server could not be reached at all. */
export const offlineError = (): CallError =>
  new CallError('offline', 0, 'The server cannot be reached. Please check your connection and try again.')

/** The catalogue stays with the server. A code that another server on the way made up is one that nobody looks for. */
const isCode = (code: string): code is ErrorCode => /^[a-z_]+$/.test(code)
