import { callOnce } from './call.ts'
import { CallError } from './call-error.ts'

/** Maximum characters of a report: enough for the message and the first frames of the stack. */
const LENGTH = 2000

/**
 * Reports an error to the server's log. The report never contains an answer: numbers and quoted text are blanked out,
 * and only the path of the URL is sent.
 */
export async function sendErrorReport(error: unknown, release: string): Promise<void> {
  await callOnce('clientError', { message: worded(error), route: window.location.pathname.slice(0, 200), release })
}

/** The message without anything a person may have typed, and where in our code the error happened. */
export function worded(error: unknown): string {
  if (!(error instanceof Error)) return `Not an error but ${typeof error}`
  const code = error instanceof CallError ? ` ${error.code} ${error.status}` : ''
  const message = error.message.replace(/"[^"]*"/g, '"…"').replace(/\d{2,}/g, '#')
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at |@http/.test(line))
  return [`${error.name}${code}: ${message.slice(0, 300)}`, ...frames].join('\n').slice(0, LENGTH)
}
