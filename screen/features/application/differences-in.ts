import {
  type AnswerMap,
  type Application,
  type Form,
  isGiven,
  type OutlineItem,
  type OutlineRow,
  outlineOf,
} from '../../../engine/index.ts'

/** One question that has two answers, as a person reads them. */
export type Difference = {
  readonly key: string
  readonly label: string
  /** What the question stands under: whose first name it is. */
  readonly under: string
  readonly saved: string
  readonly here: string
}

/** Where these answers say something else than what is saved, in reading order (decisions 41). */
export function differencesIn(form: Form, application: Application, answer: AnswerMap): readonly Difference[] {
  const saved = rowsByKey(form, application)
  const here = rowsByKey(form, { ...application, answer: { ...application.answer, ...answer } })
  return form.keys.flatMap((key) => {
    if (!isGiven(answer[key]) || !isGiven(application.answer[key]) || answer[key] === application.answer[key]) return []
    // One side may hide the question; each answer is read where it is asked.
    const [one, other] = [saved.get(key) ?? here.get(key), here.get(key) ?? saved.get(key)]
    if (!one || !other) return []
    return [{ key, label: one.row.label, under: one.under, saved: one.row.text, here: other.row.text }]
  })
}

type Placed = { readonly row: OutlineRow; readonly under: string }

const rowsByKey = (form: Form, application: Application): ReadonlyMap<string, Placed> =>
  new Map(outlineOf(form, application).pages.flatMap(({ items, title }) => placed(items, title)))

const placed = (items: readonly OutlineItem[], under: string): (readonly [string, Placed])[] =>
  items.flatMap((item) =>
    item.kind === 'row' ? [[item.key, { row: item, under }] as const] : placed(item.items, item.title || under),
  )
