import { type Application, copiesShown, everyItem, type Form, type Repeated } from '../../../engine/index.ts'

/** How many copies of a repeated block there are. */
export type Copies = { readonly block: Repeated; readonly count: number }

/** The blocks of which there are more copies in the second application. */
export const moreCopies = (form: Form, some: Application, others: Application): Copies[] =>
  everyItem(form).flatMap((item) => {
    if (item.kind !== 'repeated') return []
    const count = copiesShown(item, others).length
    return count > copiesShown(item, some).length ? [{ block: item, count }] : []
  })
