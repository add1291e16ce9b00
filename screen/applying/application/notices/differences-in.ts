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
  outlineToRead,
  say,
  sayCount,
} from '../../../../engine/index.ts'

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
    const text = (side: Placed | undefined) => (side ? textOf(side.row) : say(NOT_ANSWERED))
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
const textOf = ({ as, answered, text }: OutlineRow) =>
  as === 'tick' ? (answered ? say('Checked') : say('Not checked')) : text

type Placed = { readonly row: OutlineRow; readonly under: string }

const rowsByKey = (form: Form, application: Application): ReadonlyMap<string, Placed> =>
  new Map(outlineToRead(form, application).pages.flatMap(({ items, title }) => placed(items, title)))

const placed = (items: readonly OutlineItem[], under: string): (readonly [string, Placed])[] =>
  items.flatMap((item) =>
    item.kind === 'row' ? [[item.key, { row: item, under }] as const] : placed(item.items, item.title || under),
  )

/** Characters of a text that are shown at once, enough to tell two apart: eight lines of a phone. */
const SHOWN = 240

/** How many of these may come before the first difference, to show where in the text it is. */
const BEFORE = 60

/**
 * Two answers, shown for comparison. Long ones start shortly before the first difference and include their length;
 * otherwise two essays that differ further down would look the same.
 */
export function excerptsOf(one: string, other: string): readonly [string, string] {
  const [first, second] = [[...one], [...other]] // by whole characters: none is cut in two
  if (Math.max(first.length, second.length) <= SHOWN) return [one, other]
  const longer = first.length > second.length ? first : second
  const found = longer.findIndex((_, at) => first[at] !== second[at])
  const start = startBefore(first, found === -1 ? 0 : found)
  return [excerptFrom(first, start), excerptFrom(second, start)]
}

/** The beginning of a word, or of the text. */
function startBefore(text: readonly string[], difference: number): number {
  const earliest = difference - BEFORE
  if (earliest <= 0) return 0
  const space = text.slice(earliest, difference).findIndex((each) => each.trim() === '')
  return space === -1 ? earliest : earliest + space + 1
}

function excerptFrom(text: readonly string[], start: number): string {
  const end = start + SHOWN
  if (start === 0 && text.length <= end) return text.join('')
  const shown = text
    .slice(start, end)
    .join('')
    .replace(/\n\s*\n/g, '\n')
    .trim()
  const length = sayCount(text.length, '({count} character in all)', '({count} characters in all)')
  return `${start > 0 ? '… ' : ''}${shown}${text.length > end ? ' …' : ''}\n${length}`
}
