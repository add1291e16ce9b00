import type { Outline, OutlineItem } from '../../../engine/index.ts'

/** A document in an application: the question that asked for it, and a title that distinguishes it from the others. */
export type ListedDocument = { readonly key: string; readonly title: string }

/** The documents of an outline in reading order, with their block if it is numbered, as "College 2: Transcript". */
export const listDocuments = ({ pages }: Outline): readonly ListedDocument[] =>
  pages.flatMap(({ items }) => documentsIn(items))

const documentsIn = (items: readonly OutlineItem[], entry = ''): readonly ListedDocument[] =>
  items.flatMap((item) => {
    if (item.kind === 'group') return documentsIn(item.items, item.as === 'entry' ? `${item.title}: ` : entry)
    return item.as === 'document' && item.answered ? [{ key: item.key, title: `${entry}${item.label}` }] : []
  })
