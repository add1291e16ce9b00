/**
 * A fault that stops the start: its message is one sentence for the person who started the server,
 * and it is printed without a stack because nothing is wrong with the program.
 */
export function startFault(sentence: string, cause?: unknown): Error {
  const fault = new Error(sentence, { cause })
  fault.name = 'StartFault'
  return fault
}

/** Whether an error is a fault of the start, to be printed as its one sentence. */
export const isStartFault = (error: unknown): error is Error => error instanceof Error && error.name === 'StartFault'
