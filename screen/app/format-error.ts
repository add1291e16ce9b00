import { ownErrors } from '../../api/browser.ts'
import { CallError } from '../client/index.ts'

/** The sentence for a person: a call's own, else the generic one; what a fault in our code says helps nobody. */
export const formatError = (error: unknown): string =>
  error instanceof CallError ? error.message : ownErrors.unexpected.message
