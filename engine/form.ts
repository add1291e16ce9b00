import { type Item, keysIn } from './blocks.ts'
import { frozen } from './frozen.ts'

export type Page<Key extends string = string> = {
  readonly slug: string
  readonly title: string
  readonly items: readonly Item<Key, 'form'>[]
  readonly keys: readonly Key[]
}
/** The whole definition; `version` is stamped on snapshots and exports. */
export type Form<Key extends string = string> = {
  readonly version: string
  readonly pages: readonly Page<Key>[]
  readonly keys: readonly Key[]
}
/** The answer keys that a form asks. */
export type AnswerKey<F extends Form> = F['keys'][number]

/** One page; its slug is its path. */
export const page = <Key extends string>(slug: string, title: string, items: readonly Item<Key, 'form'>[]): Page<Key> =>
  frozen({ slug, title, items, keys: keysIn(items) })

/** The definition, frozen all the way down. */
export const form = <Key extends string>(version: string, pages: readonly Page<Key>[]): Form<Key> =>
  frozen({ version, pages, keys: pages.flatMap((each) => each.keys) })
