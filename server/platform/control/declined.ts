/**
 * An error that says in one sentence why something that a person asked for is not done, by a command or at the staff
 * desk. Any other error is a fault of the program or of the machine, and its message is for the log.
 */
export function declined(message: string, cause?: unknown): Error {
  const error = new Error(message, { cause })
  error.name = 'Declined'
  return error
}

/** Whether the message of an error is for the person who asked. */
export const isDeclined = (error: unknown): error is Error => error instanceof Error && error.name === 'Declined'
