import type { OnDemand } from '../../parts/index.ts'

type Fields = typeof import('./lookup-fields.ts')
let fetched: Fields | undefined

/** The fields with a search or lookup, which no first page needs (Q54). */
export const lookupFields: OnDemand<Fields> = {
  here: () => fetched,
  fetch: async () => {
    fetched = await import('./lookup-fields.ts')
    return fetched
  },
}
