/** The statuses of an application, in order (requirement 4.status.1). 'none' means that there is no entry. */
export const webStatuses = ['started', 'validating', 'submitted'] as const
export type WebStatus = (typeof webStatuses)[number]

/** The state of an application PDF or a conversion (requirement 3.state.7). */
export const conversionStatuses = ['COMPLETED', 'FAILED', 'IN_PROGRESS', 'UNPROCESSED', 'NOT_ANSWERED'] as const

/** The status that follows from a profile's entries: the number of distinct known statuses (requirement 4.status.2). */
export function webStatusFrom(entries: readonly { readonly web_status: string }[]): WebStatus | 'none' {
  const known = new Set(
    entries.map((each) => each.web_status).filter((each) => webStatuses.some((one) => one === each)),
  )
  return known.size === 0 ? 'none' : (webStatuses[known.size - 1] ?? 'none')
}
