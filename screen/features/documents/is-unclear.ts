import { CallError } from '../../client/index.ts'

/**
 * Whether an error leaves open what the server did. Only a refusal, which names its reason, says that nothing was done: a broken
 * line, a fault, a busy server and a page put in by a proxy say nothing of the document.
 */
export const isUnclear = (error: unknown): error is CallError =>
  error instanceof CallError && !(error.status >= 400 && error.status < 500 && !passing.includes(error.code))

const passing: readonly string[] = ['unexpected', 'too_many']
