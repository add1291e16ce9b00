import type { Unanswered } from './outcome.ts'

/** `interrupted`: somebody ended it, mostly the server's own end. It says nothing of the file, and counts for nothing. */
export type Ended = Unanswered | { readonly interrupted: string }

/** What is said of a process that the server ended with itself. */
export const endedWithServer = { interrupted: 'It was ended.' } as const

/** What a supervisor or Ctrl-C sends to every process of a server at once. */
const farewells = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 } as const

/** What the end of a converter's process says of its file. Shells and bubblewrap tell a signal as 128 and its number. */
export function howItEnded(code: number | null, signal: NodeJS.Signals | null): Ended {
  const how = `It ended with ${signal ?? `code ${code}`}.`
  const isFarewell = Object.entries(farewells).some(([name, number]) => signal === name || code === number)
  return isFarewell ? { interrupted: how } : { crashed: how }
}
