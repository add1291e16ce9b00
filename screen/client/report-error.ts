import { CallError } from './call-error.ts'

/** Maximum characters of a report: enough for the message and the first frames of the stack. */
const LENGTH = 2000

/**
 * Creates the function that reports an uncaught error to the server's log, once per error, and returns whether the
 * report arrived. A report never contains an answer: numbers and quoted text are blanked out, and only the path of the
 * URL is sent.
 */
export function createErrorReport(release: string): (error: unknown) => Promise<boolean> {
  const reported = new WeakMap<object, Promise<boolean>>()
  const report = async (error: unknown) => {
    const payload = { message: worded(error), route: window.location.pathname.slice(0, 200), release }
    try {
      const { callOnce } = await import('./call.ts') // no part of the first load makes a call
      await callOnce('clientError', payload)
      return true
    } catch {
      return false // nobody else to report to; the browser's console has the error
    }
  }
  return (error) => {
    if (typeof error !== 'object' || error === null) return report(error)
    const logged = reported.get(error) ?? report(error)
    reported.set(error, logged)
    return logged
  }
}

/** The message without anything a person may have typed, and where in our code the error happened. */
export function worded(error: unknown): string {
  if (!(error instanceof Error)) return `Not an error but ${typeof error}`
  const code = error instanceof CallError ? ` ${error.code} ${error.status}` : ''
  const message = error.message.replace(/"[^"]*"/g, '"…"').replace(/\d{2,}/g, '#')
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at |@http/.test(line))
  return [`${error.name}${code}: ${message.slice(0, 300)}`, ...frames].join('\n').slice(0, LENGTH)
}
