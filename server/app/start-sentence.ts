import { isDatabaseAway, outageReason } from '../platform/database/index.ts'
import { isStartupError } from '../platform/settings/index.ts'

/** The sentence to print for what ended a start. A fault of the program has none: its stack trace is needed. */
export function startSentence(error: unknown): string | undefined {
  // If closing failed as well, what ended the start is the more useful one.
  if (error instanceof SuppressedError) return startSentence(error.suppressed)
  if (isStartupError(error)) return error.message
  if (isDatabaseAway(error)) return `The database became unavailable during the start (${outageReason(error)}).`
  return undefined
}
