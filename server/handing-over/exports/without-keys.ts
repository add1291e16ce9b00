import type { OutlineItem } from '../../../engine/index.ts'
import type { AcceptedSubmission } from '../../applying/submissions/index.ts'

/** A submission whose outline does not print these keys: no masked number, and no empty heading either. */
export function withoutKeys(submission: AcceptedSubmission, keys: ReadonlySet<string>): AcceptedSubmission {
  const { snapshot } = submission
  const pages = snapshot.outline.pages.map((page) => ({ ...page, items: remaining(page.items, keys) }))
  return { ...submission, snapshot: { ...snapshot, outline: { pages } } }
}

const remaining = (items: readonly OutlineItem[], keys: ReadonlySet<string>): readonly OutlineItem[] =>
  items.flatMap((item): readonly OutlineItem[] => {
    if (item.kind === 'row') return keys.has(item.key) ? [] : [item]
    return [{ ...item, items: remaining(item.items, keys) }]
  })
