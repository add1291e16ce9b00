import type { Item } from './blocks.ts'
import { itemsInside } from './every-item.ts'
import type { Form } from './form.ts'

/** What tells a question from others with the same label, such as 'College 2': the titles of its entry and its block. */
export type Place = { readonly page: string; readonly label: string; readonly under: string }

const cache = new WeakMap<Form, ReadonlyMap<string, Place>>()

/** The place of every question of a form by its key, in reading order, whatever the answers show. */
export function placesOf(form: Form): ReadonlyMap<string, Place> {
  const known = cache.get(form)
  if (known) return known
  const places = new Map<string, Place>()
  for (const page of form.pages) for (const item of page.items) add(item, page.slug, [page.title], places)
  cache.set(form, places)
  return places
}

function add(item: Item, page: string, titles: readonly string[], places: Map<string, Place>): void {
  if ('key' in item) {
    if (!places.has(item.key)) places.set(item.key, { page, label: item.label, under: titles.join(', ') })
    return
  }
  const own = titleOf(item)
  const isTop = item.kind === 'section' || item.kind === 'entry'
  const inside = own === undefined || own === '' ? titles : isTop ? [own] : [...titles.slice(0, 1), own]
  for (const each of itemsInside(item)) add(each, page, inside, places)
}

function titleOf(item: Item): string | undefined {
  switch (item.kind) {
    case 'section':
    case 'entry':
      return item.title
    case 'address':
    case 'school':
    case 'scores':
    case 'monthYear':
    case 'tickGroup':
    case 'alternatives':
      return item.label
    default:
      return undefined
  }
}
