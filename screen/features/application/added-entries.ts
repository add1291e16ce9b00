import { type Application, entriesShown, everyItem, type Form, type Repeated } from '../../../engine/index.ts'

/** The number of entries of a repeated block. */
export type AddedEntries = { readonly block: Repeated; readonly count: number }

/** The blocks that have more entries in the second application than in the first. */
export const addedEntries = (form: Form, some: Application, others: Application): AddedEntries[] =>
  everyItem(form).flatMap((item) => {
    if (item.kind !== 'repeated') return []
    const count = entriesShown(item, others).length
    return count > entriesShown(item, some).length ? [{ block: item, count }] : []
  })
