import type { NoResult } from './outcome.ts'

/** `interrupted`: ended from outside, usually because the server stopped. It says nothing about the file. */
export type Ended = NoResult | { readonly interrupted: string }

/** The outcome of a process that the server ended when it stopped. */
export const endedWithServer = { interrupted: 'It was ended.' } as const

/** The signals that a supervisor or Ctrl-C sends to all processes of a server at once. */
const stopSignals = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 } as const

/** What a converter process's end says about its file. Shells and bubblewrap report a signal as 128 plus its number. */
export function endOf(code: number | null, signal: NodeJS.Signals | null): Ended {
  const reason = `It ended with ${signal ?? `code ${code}`}.`
  const isStopSignal = Object.entries(stopSignals).some(([name, number]) => signal === name || code === number)
  return isStopSignal ? { interrupted: reason } : { crashed: reason }
}
