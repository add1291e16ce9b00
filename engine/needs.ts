import type { Form } from './blocks.ts'
import { everyItem } from './walk.ts'

/**
 * What code outside the form reads by name, and what becomes of it if the form does not ask it: it must ask it, it may
 * leave it out, or leaving it out loses something that the office should know of.
 */
export type Need = {
  /** A key, the id of a block, or the beginning of keys with a `*`, such as `hs_*`. */
  readonly item: string
  /** Who reads it. */
  readonly who: string
  readonly how: 'mustBeAsked' | 'mayBeMissing' | 'warns'
  readonly why: string
}

/** Options of a list, by their codes with spaces between, that code outside the form names or fills in. */
export type OptionNeed = { readonly list: string; readonly codes: string; readonly why: string }

/** Whether a key or an id is what a need is about. */
export const isNeeded = ({ item }: Need, name: string): boolean =>
  item.endsWith('*') ? name.startsWith(item.slice(0, -1)) : item === name

/** The needs that a form does not meet: what must be asked first, then what is only lost. */
export function unmetNeeds(needs: readonly Need[], form: Form): readonly Need[] {
  const names = [...form.keys, ...everyItem(form).flatMap((item) => ('id' in item ? [item.id] : []))]
  const unmet = needs.filter((need) => need.how !== 'mayBeMissing' && !names.some((name) => isNeeded(need, name)))
  return unmet.toSorted((one, other) => Number(other.how === 'mustBeAsked') - Number(one.how === 'mustBeAsked'))
}
