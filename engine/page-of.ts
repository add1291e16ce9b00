import type { Form } from './form.ts'

const cache = new WeakMap<Form, ReadonlyMap<string, string>>()

/** The slug of the page that asks a key; undefined for a key that the form does not ask. */
export function pageOf(form: Form, key: string): string | undefined {
  const known =
    cache.get(form) ?? new Map(form.pages.flatMap((page) => page.keys.map((each) => [each, page.slug] as const)))
  cache.set(form, known)
  return known.get(key)
}
