import { CallError } from '../../client/index.ts'

/**
 * Whether an error leaves open what the server did. Only a refusal with a reason means that nothing was done; a broken
 * connection, a server error, a busy server or a proxy's error page says nothing about the document.
 */
export const isUnclear = (error: unknown): error is CallError =>
  error instanceof CallError && !(error.status >= 400 && error.status < 500 && !passing.includes(error.code))

const passing: readonly string[] = ['unexpected', 'too_many']
