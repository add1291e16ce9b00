import { unexpected } from '../../api/browser.ts'
import { CallError } from '../client/index.ts'

/** The message for a person: that of a failed call, otherwise the general one. Errors in our code do not help them. */
export const formatError = (error: unknown): string => (error instanceof CallError ? error.message : unexpected.message)
