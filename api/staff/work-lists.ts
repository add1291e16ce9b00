/** How an application stands with the office; see the migration `workState`. */
export const workStates = ['draft', 'new', 'in_hand', 'waiting', 'came', 'handled', 'withdrawn'] as const

/**
 * The lists of what somebody has to do, in their order: each is a filter of the queue, so that it can be changed and
 * saved as one's own.
 */
export const workLists = {
  came: { work: 'came' },
  mine: { work: 'open', assignee: 'me' },
  nobodys: { work: 'open', assignee: 0 },
  waiting: { work: 'waiting' },
  overdue: { work: 'overdue' },
  not_handed_over: { handed_over: 'none' },
  held_back: { handed_over: 'held_back' },
  duplicates: { also: 'duplicates' },
  stopped: { also: 'stopped' },
} as const

export type WorkList = keyof typeof workLists

export const workListNames = Object.keys(workLists) as readonly WorkList[]
