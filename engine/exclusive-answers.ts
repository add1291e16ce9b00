import type { AnswerMap } from './application.ts'
import type { TickGroup } from './blocks.ts'
import { everyItem } from './every-item.ts'
import type { Form } from './form.ts'

/** A group of checkboxes in which one says that no other applies. */
type ExclusiveGroup = TickGroup & { readonly none: string }

const cache = new WeakMap<Form, readonly ExclusiveGroup[]>()

/** The groups with a `none` box that excludes the others. */
function exclusiveGroups(form: Form): readonly ExclusiveGroup[] {
  const found =
    cache.get(form) ??
    everyItem(form).filter((item): item is ExclusiveGroup => item.kind === 'tickGroup' && item.none !== null)
  cache.set(form, found)
  return found
}

/** The `none` boxes that are checked together with an item they exclude. */
export const contradictionsIn = (form: Form, answer: AnswerMap): ReadonlySet<string> =>
  new Set(exclusiveGroups(form).flatMap((group) => (isContradictory(group, (key) => answer[key]) ? [group.none] : [])))

/**
 * The keys to clear so that new answers do not contradict earlier ones. The newly checked side wins. If both sides were
 * checked at once, the items win, because an applicant who checks both has confirmed the items (docs/decisions/0020).
 */
export function contradictedBy(form: Form, before: AnswerMap, given: AnswerMap): readonly string[] {
  return exclusiveGroups(form).flatMap((group) => {
    if (!isContradictory(group, (key) => given[key] ?? before[key])) return []
    const items = itemsOf(group)
    return items.some((key) => given[key] === 'true') ? [group.none] : items.filter((key) => before[key] === 'true')
  })
}

const itemsOf = ({ keys, none }: ExclusiveGroup) => keys.filter((key) => key !== none)

const isContradictory = (group: ExclusiveGroup, answerTo: (key: string) => string | undefined) =>
  answerTo(group.none) === 'true' && itemsOf(group).some((key) => answerTo(key) === 'true')
