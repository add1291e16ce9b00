/**
 * Creates the function that reports an uncaught error to the server's log, once per error, and returns whether the
 * report arrived.
 */
export function createErrorReport(release: string): (error: unknown) => Promise<boolean> {
  const reported = new WeakMap<object, Promise<boolean>>()
  const report = async (error: unknown) => {
    try {
      const { sendErrorReport } = await import('./send-error-report.ts') // no part of the first load makes a call
      await sendErrorReport(error, release)
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
