import { type Item, keysIn } from './blocks.ts'
import { frozen } from './frozen.ts'

export type Page<Key extends string = string> = {
  readonly slug: string
  readonly title: string
  readonly items: readonly Item<Key, 'form'>[]
  readonly keys: readonly Key[]
}
/** The whole definition. Snapshots and exports record its `version`. */
export type Form<Key extends string = string> = {
  readonly version: string
  readonly pages: readonly Page<Key>[]
  readonly keys: readonly Key[]
}
/** The answer keys of a form. */
export type AnswerKey<F extends Form> = F['keys'][number]

/** One page; its path is its slug. */
export const page = <Key extends string>(slug: string, title: string, items: readonly Item<Key, 'form'>[]): Page<Key> =>
  frozen({ slug, title, items, keys: keysIn(items) })

/** The definition, frozen at every depth. */
export const form = <Key extends string>(version: string, pages: readonly Page<Key>[]): Form<Key> =>
  frozen({ version, pages, keys: pages.flatMap((each) => each.keys) })
