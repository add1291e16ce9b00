/**
 * An error that stops the start. Its message is one sentence for the person who started the server; it is printed
 * without a stack trace, because the program itself is not at fault.
 */
export function startFault(sentence: string, cause?: unknown): Error {
  const fault = new Error(sentence, { cause })
  fault.name = 'StartFault'
  return fault
}

/** Whether an error is a start fault, to be printed as one sentence. */
export const isStartFault = (error: unknown): error is Error => error instanceof Error && error.name === 'StartFault'
