import { messagesByKey, type Problem, say } from '../../../../engine/index.ts'
import { type Call, CallError, createErrorReport, isForAll, pageData } from '../../../client/index.ts'
import { createObservable } from '../../../parts/index.ts'

/** The id of the error summary, which takes the focus when it appears. */
export const SUMMARY_ID = 'missing-information'

/** Focuses the summary if it is on the page; a new one takes the focus itself. Returns false if there is none. */
export function focusSummary(): boolean {
  const summary = document.getElementById(SUMMARY_ID)
  summary?.focus()
  return summary !== null
}

/** Whether the summary is shown, which the title of the page says first. */
export const summaryShown = createObservable(false)

/** The section of the last page in which everything can be read once more. It is none of the form's own. */
export const checkSection = () => ({
  id: 'check-your-answers',
  title: say('Check your answers'),
  note: say('Review your answers before you sign.'),
})

/** In the state of a history entry: the question whose answer was read last before its page was opened to change it. */
export const REVIEWED = 'reviewed'

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
