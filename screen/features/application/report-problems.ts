import { messagesByKey, type Problem } from '../../../engine/index.ts'
import { type Call, CallError, createErrorReport, isForAll, pageData } from '../../client/index.ts'

/**
 * Tells the server what is wrong with the answers, if anything is (requirement 5.when.4). It is a report and no
 * verdict: nobody waits for it, and one that does not arrive is a matter for the log. What is told in one
 * place, such as the end of the session, is told as ever.
 */
export function reportProblems(problems: readonly Problem[], call: Call): void {
  if (problems.length === 0) return
  const messages = Object.entries(messagesByKey(problems)).map(([key, each]) => [key, [...each]])
  void call('reportValidations', Object.fromEntries(messages)).catch((error: unknown) => {
    if (!(error instanceof CallError) || isForAll(error)) throw error
    void createErrorReport(pageData().release)(error)
  })
}
