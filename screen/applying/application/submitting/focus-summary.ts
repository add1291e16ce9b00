/** The id of the error summary, which takes the focus when it appears. */
export const SUMMARY_ID = 'missing-information'

/** Focuses the summary if it is on the page; a new one takes the focus itself. Returns false if there is none. */
export function focusSummary(): boolean {
  const summary = document.getElementById(SUMMARY_ID)
  summary?.focus()
  return summary !== null
}
