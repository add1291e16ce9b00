import { type ErrorCode, unexpected } from '../../api/browser.ts'
import { CallError } from './call-error.ts'

/**
 * The error for a reply that is not a success, or is not JSON (`body` undefined); requirements 8.not-json and
 * 8.other-status.
 */
export function errorOfReply({ status, headers }: Response, body: unknown, account?: string): CallError {
  const { message, code } =
    typeof body === 'object' && body !== null ? { message: undefined, code: undefined, ...body } : {}
  const known = typeof code === 'string' && isCode(code) ? code : status === 401 ? 'unauthorized' : 'unexpected'
  const sentence = typeof message === 'string' && message !== '' ? message : unexpected.message
  const retryAfter = Number(headers.get('retry-after')) || undefined
  return new CallError(known, status, sentence, { details: body, retryAfter, account })
}

/** The error for a server that could not be reached. */
export const offlineError = (): CallError =>
  new CallError('offline', 0, 'We can’t reach the server. Please check your connection and try again.')

/** The catalog stays on the server. A code invented by a server in between does no harm: no code looks for it. */
const isCode = (code: string): code is ErrorCode => /^[a-z_]+$/.test(code)
