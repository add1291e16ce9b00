import {
  type AnswerMap,
  type Application,
  answerTo,
  type Form,
  isGiven,
  keysAnsweredTogether,
  NOT_ANSWERED,
  type OutlineItem,
  type OutlineRow,
  outlineOf,
} from '../../../../engine/index.ts'
import { excerptsOf } from './excerpts-of.ts'

/** An answer as a person reads it. */
export type ReadAnswer = {
  readonly key: string
  readonly label: string
  /** The title above the question, which says, for example, whose first name it is. */
  readonly under: string
  readonly text: string
}

/** One question that has two answers, long ones as excerpts. */
export type Difference = Omit<ReadAnswer, 'text'> & { readonly saved: string; readonly here: string }

/** The answers to those of these questions that are asked, in reading order. */
export const readAnswers = (form: Form, application: Application, keys: readonly string[]): readonly ReadAnswer[] => {
  const rows = rowsByKey(form, application)
  return form.keys.flatMap((key) => {
    const placed = keys.includes(key) ? rows.get(key) : undefined
    return placed ? [{ key, label: placed.row.label, under: placed.under, text: textOf(placed.row) }] : []
  })
}

/**
 * The questions whose answers differ from the saved ones, in reading order. Questions that are answered together form one
 * group, because they are chosen together. A question that a saved answer hides is left out: it follows the choice.
 */
export function differencesIn(
  form: Form,
  application: Application,
  answer: AnswerMap,
): readonly (readonly Difference[])[] {
  const rowsSaved = rowsByKey(form, application)
  const rowsHere = rowsByKey(form, { ...application, answer: { ...application.answer, ...answer } })
  const differing = form.keys.filter((key) => {
    const [savedValue, value] = [answerTo(application.answer, key), answer[key]]
    return value !== undefined && value !== savedValue && (isGiven(savedValue) || rowsSaved.has(key))
  })
  const found = differing.flatMap((key) => {
    // One side may hide the question. Its answer is then read as if the question were asked.
    const own = { ...application, answer: { ...application.answer, [key]: answer[key] } }
    const [one, other] = [rowsSaved.get(key), rowsHere.get(key) ?? rowsByKey(form, own).get(key)]
    const placed = one ?? other
    if (!placed) return []
    const text = (side: Placed | undefined) => (side ? textOf(side.row) : NOT_ANSWERED)
    const [saved, here] = excerptsOf(text(one), text(other))
    return [{ key, label: placed.row.label, under: placed.under, saved, here }]
  })
  const groups = new Map<string, Difference[]>()
  for (const each of found) {
    const name = keysAnsweredTogether(form, each.key)[0] ?? each.key
    groups.set(name, [...(groups.get(name) ?? []), each])
  }
  return [...groups.values()]
}

/** On paper a tick is a symbol; in a dialog it is a word. */
const textOf = ({ as, answered, text }: OutlineRow) => (as === 'tick' ? (answered ? 'Checked' : 'Not checked') : text)

type Placed = { readonly row: OutlineRow; readonly under: string }

const rowsByKey = (form: Form, application: Application): ReadonlyMap<string, Placed> =>
  new Map(outlineOf(form, application).pages.flatMap(({ items, title }) => placed(items, title)))

const placed = (items: readonly OutlineItem[], under: string): (readonly [string, Placed])[] =>
  items.flatMap((item) =>
    item.kind === 'row' ? [[item.key, { row: item, under }] as const] : placed(item.items, item.title || under),
  )
