import type { OnDemand } from '../use-once-here.ts'
import type { LookupBox } from './lookup-box.tsx'

let fetched: typeof LookupBox | undefined

/** The box that searches, which no first page waits for (decisions 54). */
export const lookupBox: OnDemand<typeof LookupBox> = {
  here: () => fetched,
  fetch: async () => {
    fetched = (await import('./lookup-box.tsx')).LookupBox
    return fetched
  },
}
