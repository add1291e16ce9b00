import { type Application, entriesShown, everyItem, type Form, type Repeated } from '../../../engine/index.ts'

/** How many entries of a repeated block there are. */
export type AddedEntries = { readonly block: Repeated; readonly count: number }

/** The blocks of which there are more entries in the second application. */
export const addedEntries = (form: Form, some: Application, others: Application): AddedEntries[] =>
  everyItem(form).flatMap((item) => {
    if (item.kind !== 'repeated') return []
    const count = entriesShown(item, others).length
    return count > entriesShown(item, some).length ? [{ block: item, count }] : []
  })
