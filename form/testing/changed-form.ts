import {
  definitionErrors,
  everyItem,
  type Form,
  form as formFrom,
  type Item,
  page,
  type Register,
  registerWith,
  text,
  withRetired,
} from '../../engine/index.ts'
import { dataModel } from '../data-model.ts'
import { baseRegister } from '../register.ts'

/** What a later version of the form does differently. */
type Changes = {
  readonly version?: string
  /** Questions and blocks that it does not have, by key or id. */
  readonly drop?: readonly string[]
  /** New labels, by key. */
  readonly reword?: Readonly<Record<string, string>>
  /** Options that it does not offer, by key. */
  readonly retire?: Readonly<Record<string, string>>
  /** Keys of questions that it asks in front of all others. */
  readonly ask?: readonly string[]
}

/** A later version of a form, with the register of both: what editing the form and `npm run form-release` would leave. */
export function changedForm(
  before: Form,
  { version = '2030.1', drop = [], reword = {}, retire = {}, ask = [] }: Changes,
): { readonly form: Form; readonly register: Register } {
  const isDropped = (value: unknown) =>
    isObject(value) && (drop.includes(String(value.key)) || drop.includes(String(value.id)))
  // Blocks around them list their keys.
  const gone = new Set<unknown>(
    everyItem(before)
      .filter(isDropped)
      .flatMap((item) => ('key' in item ? [item.key] : 'keys' in item ? item.keys : [])),
  )
  const changed = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.filter((each) => !isDropped(each) && !gone.has(each)).map(changed)
    if (!isObject(value)) return value
    const { key } = value
    const label = typeof key === 'string' ? reword[key] : undefined
    const retired = typeof key === 'string' ? retire[key] : undefined
    return Object.fromEntries(
      Object.entries(value).map(([name, each]) => {
        if (name === 'label' && label !== undefined) return [name, label]
        if (retired !== undefined && name === 'options' && Array.isArray(each))
          return [name, each.filter(([option]) => option !== retired)]
        if (retired !== undefined && name === 'values' && Array.isArray(each))
          return [name, each.filter((option) => option !== retired)]
        return [name, changed(each)]
      }),
    )
  }
  const pages = before.pages.map(({ slug, title, items }, place) =>
    page(slug, title, [
      ...(place === 0 ? ask.map((key) => text(key, `New: ${key}`)) : []),
      // It has the shape of the items of a form, with some left out.
      ...(changed(items) as readonly Item<string, 'form'>[]),
    ]),
  )
  const form = formFrom(version, pages, before.waivable, before.retired)
  const errors = definitionErrors(form, [...dataModel, ...ask])
  if (errors.length > 0) throw new Error(errors.join(' '))
  const register = registerWith(baseRegister(), form)
  return { form: withRetired(form, register), register }
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null
