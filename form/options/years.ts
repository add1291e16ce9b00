/** Years in which something may have happened: the current year and the eighty before it. */
export const pastYears = { start: null, count: 81, direction: 'past' } as const

/** Years for which something may be planned: the current year and the next two. */
export const comingYears = { start: null, count: 3, direction: 'future' } as const
