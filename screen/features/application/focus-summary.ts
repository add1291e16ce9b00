/** The id of the error summary, which takes the focus when it appears. */
export const SUMMARY_ID = 'missing-information'

/** Puts the focus on the summary, if it is drawn; a new one takes the focus itself. False when there is none. */
export function focusSummary(): boolean {
  const summary = document.getElementById(SUMMARY_ID)
  summary?.focus()
  return summary !== null
}
