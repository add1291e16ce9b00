import { messagesByKey, type Problem } from '../../../../engine/index.ts'
import { type Call, CallError, createErrorReport, isForAll, pageData } from '../../../client/index.ts'

/**
 * Reports the problems of the answers to the server, if there are any (requirement 5.when.4). Nothing waits for this
 * report, and if it does not arrive, only the log is informed. Errors that the app shows in one place, such as the end
 * of the session, are shown as usual.
 */
export function reportProblems(problems: readonly Problem[], call: Call): void {
  if (problems.length === 0) return
  const messages = Object.entries(messagesByKey(problems)).map(([key, each]) => [key, [...each]])
  void call('reportValidations', Object.fromEntries(messages)).catch((error: unknown) => {
    if (!(error instanceof CallError) || isForAll(error)) throw error
    void createErrorReport(pageData().release)(error)
  })
}
