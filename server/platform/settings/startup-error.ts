/**
 * An error that stops the start. Its message is one sentence for the person who started the server; it is printed
 * without a stack trace, because the program itself is not at fault.
 */
export function startupError(message: string, cause?: unknown): Error {
  const error = new Error(message, { cause })
  error.name = 'StartupError'
  return error
}

/** Whether an error is a startup error, to be printed as one sentence. */
export const isStartupError = (error: unknown): error is Error =>
  error instanceof Error && error.name === 'StartupError'
