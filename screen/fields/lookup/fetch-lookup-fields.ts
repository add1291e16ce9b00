import type { OnDemand } from '../use-once-loaded.ts'

type Fields = typeof import('./lookup-fields.ts')
let fetched: Fields | undefined

/** The fields that look something up, which no first page waits for (Q54). */
export const lookupFields: OnDemand<Fields> = {
  here: () => fetched,
  fetch: async () => {
    fetched = await import('./lookup-fields.ts')
    return fetched
  },
}
