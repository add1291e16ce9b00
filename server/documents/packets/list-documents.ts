import type { OutlineItem } from '../../../engine/index.ts'
import type { AcceptedSubmission } from '../../applying/submissions/index.ts'

/** A document in an application: the question that asked for it, and a title that distinguishes it from the others. */
export type ListedDocument = { readonly key: string; readonly title: string }

/**
 * The documents of a submission in reading order, with their block if it is numbered, as "College 2: Transcript", and
 * after them those that staff asked for.
 */
export const listDocuments = ({
  snapshot,
  requested,
}: Pick<AcceptedSubmission, 'snapshot' | 'requested'>): readonly ListedDocument[] => [
  ...snapshot.outline.pages.flatMap(({ items }) => documentsIn(items)),
  ...requested,
]

const documentsIn = (items: readonly OutlineItem[], entry = ''): readonly ListedDocument[] =>
  items.flatMap((item) => {
    if (item.kind === 'group') return documentsIn(item.items, item.as === 'entry' ? `${item.title}: ` : entry)
    return item.as === 'document' && item.answered ? [{ key: item.key, title: `${entry}${item.label}` }] : []
  })
