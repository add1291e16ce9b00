/** Years in which something may have happened: this one and the eighty before it. */
export const pastYears = { start: null, count: 81, direction: 'past' } as const

/** Years for which something may be planned: this one and the two after it. */
export const comingYears = { start: null, count: 3, direction: 'future' } as const
