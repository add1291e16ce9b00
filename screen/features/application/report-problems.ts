import { messagesByKey, type Problem } from '../../../engine/index.ts'
import { CallError, call, createErrorReport, pageData } from '../../client/index.ts'

/**
 * Tells the server what is wrong with the answers, if anything is (requirement 5.when.4). It is a report and no
 * verdict: nobody waits for it, and one that does not arrive is a matter for the log. That the session is over or the
 * application submitted is told as ever.
 */
export function reportProblems(problems: readonly Problem[]): void {
  if (problems.length === 0) return
  const messages = Object.entries(messagesByKey(problems)).map(([key, each]) => [key, [...each]])
  void call('reportValidations', Object.fromEntries(messages)).catch((error: unknown) => {
    if (!(error instanceof CallError) || error.status === 401 || error.code === 'already_submitted') throw error
    void createErrorReport(pageData().release)(error)
  })
}
