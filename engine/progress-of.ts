import { type Application, isGiven } from './application.ts'
import { type Form, type Item, itemsInside, type Page, type Section } from './blocks.ts'
import { oncePer } from './once-per.ts'
import { type Outline, type OutlineGroup, type OutlineItem, type OutlineRow, rowsOf } from './outline.ts'
import { answerOf } from './printed-rows.ts'
import type { Problem } from './problems-in.ts'
import { everyItem, questionsShown } from './walk.ts'
import { say } from './words.ts'

/**
 * How far a section is. 'complete' has answers and nothing required is missing or wrong, so it is also when a section
 * counts as finished. 'optional' requires nothing and has no answer.
 */
type SectionState = 'not started' | 'begun' | 'complete' | 'optional'

/** `left` counts the questions that are missing or wrong. */
export type SectionProgress = {
  readonly id: string
  readonly title: string
  readonly state: SectionState
  readonly left: number
}

/** The sections that this applicant is asked, in reading order, and how many questions of the page are left. */
export type PageProgress = {
  readonly slug: string
  readonly left: number
  readonly sections: readonly SectionProgress[]
}

/**
 * How far an application is, page by page. Counted by the same walk and the same problems by which it is submitted, so
 * that a page with nothing left cannot have a problem. `problems` are those of this application.
 */
export function progressOf(
  form: Form,
  application: Application,
  problems: readonly Problem[],
): readonly PageProgress[] {
  const left = new Set(problems.map(({ key }) => key))
  const asked = new Set(questionsShown(form, application).map(({ question }) => question.key))
  return form.pages.map((page) => ({
    slug: page.slug,
    left: new Set(problems.filter((problem) => problem.page === page.slug).map(({ key }) => key)).size,
    sections: sectionsOf(form, page).flatMap((section) => {
      const keys = section.keys.filter((key) => asked.has(key))
      if (keys.length === 0) return []
      const isAnswered = keys.some((key) => isGiven(application.answer[key]))
      const open = new Set(keys.filter((key) => left.has(key))).size
      return [{ id: section.id, title: section.title, state: stateOf(isAnswered, open), left: open }]
    }),
  }))
}

function stateOf(isAnswered: boolean, left: number): SectionState {
  if (isAnswered) return left === 0 ? 'complete' : 'begun'
  return left === 0 ? 'optional' : 'not started'
}

/** Sections at any depth, because a section may be shown only under a condition. */
const sectionsOf = (form: Form, page: Page): readonly Section[] =>
  everyItem({ ...form, pages: [page] }).filter((item) => item.kind === 'section')

/** What a row stands for: the question to go to, and all whose answers it holds. */
type ReviewOf = { readonly key: string; readonly keys: readonly string[]; readonly label: string }

/** One answer to read once more, or one that is missing or wrong. */
export type ReviewPair = ReviewOf &
  (
    | { readonly kind: 'answer'; readonly text: string }
    /** The boxes of a group that are checked; no options for a box of its own, which is checked itself. */
    | { readonly kind: 'checks'; readonly options: readonly string[] }
    /** `text` is the answer if there is one, and then `message` says what is wrong with it. */
    | { readonly kind: 'problem'; readonly text: string; readonly message: string | null }
  )

/** A block inside a section, such as College 2. */
type ReviewHeading = { readonly kind: 'heading'; readonly key: string; readonly label: string }

export type ReviewRow = ReviewPair | ReviewHeading

type ReviewSection = { readonly key: string; readonly title: string; readonly rows: readonly ReviewRow[] }

export type ReviewPage = {
  readonly slug: string
  readonly title: string
  /** What is missing or wrong, in reading order. */
  readonly problems: readonly ReviewPair[]
  readonly sections: readonly ReviewSection[]
  /** The questions that nobody must answer and that have no answer. */
  readonly unanswered: readonly ReviewOf[]
  readonly answered: number
}

/** What an applicant reads before signing: what is left to do, the answers in reading order, and what was left out. */
export const reviewOf = ({ pages }: Outline, problems: readonly Problem[]): readonly ReviewPage[] =>
  pages.map(({ slug, title, items }) => {
    const found = items.map((item) => ({ item, rows: reviewItem(item, problems) }))
    const rows = found.flatMap((each) => each.rows)
    return {
      slug,
      title,
      problems: rows.filter((row) => row.kind === 'problem'),
      sections: found.flatMap(({ item, rows: own }) => {
        const shown = own.filter(isToRead)
        return shown.length === 0 ? [] : [{ key: keyOf(item), title: titleOf(item), rows: shown }]
      }),
      unanswered: rows.flatMap((row) => (row.kind === 'unanswered' ? [row] : [])),
      answered: rows.filter(({ kind }) => kind === 'answer' || kind === 'checks').length,
    }
  })

type Found = ReviewRow | (ReviewOf & { readonly kind: 'unanswered' })

const isToRead = (row: Found): row is ReviewRow => row.kind !== 'unanswered' && row.kind !== 'problem'
const keysOf = (item: OutlineItem) => (item.kind === 'row' ? [item.key] : rowsOf(item.items).map(({ key }) => key))
const keyOf = (item: OutlineItem) => keysOf(item)[0] ?? ''
const titleOf = (item: OutlineItem) => (item.kind === 'row' ? item.label : item.title)

function reviewItem(item: OutlineItem, problems: readonly Problem[]): readonly Found[] {
  const of = { key: keyOf(item), keys: keysOf(item), label: titleOf(item) }
  const { key, label } = of
  if (item.kind === 'row') return [reviewRow(item, problems)]
  if (item.as === 'tickGroup') return [reviewTicks(item, of, problems)]
  const answer = answerOf(item)
  if (answer) {
    // A block that reads as one answer; each of its parts may still be missing or wrong.
    const open = rowsOf(item.items).flatMap((row) => {
      const own = reviewRow(row, problems)
      return own.kind === 'problem' ? [{ ...own, label: inBlock(label, own.label) }] : []
    })
    if (!answer.answered) return open.length > 0 ? open : [{ kind: 'unanswered', ...of }]
    const text = 'lines' in answer ? answer.lines.join('\n') : answer.text
    // On paper the tick of a period that goes on is printed as one.
    return [{ kind: 'answer', ...of, text: item.as === 'monthYear' ? text.replace('[X] ', '') : text }, ...open]
  }
  const inside = item.items.flatMap((each) => reviewItem(each, problems))
  if (item.as !== 'entry' && item.as !== 'tabs') return inside
  const named = inside.map((row) => (isToRead(row) ? row : { ...row, label: inBlock(label, row.label) }))
  return named.some(isToRead) ? [{ kind: 'heading', key, label }, ...named] : named
}

const inBlock = (block: string, question: string) => say('{block}: {question}', { block, question })

function reviewRow(row: OutlineRow, problems: readonly Problem[]): Found {
  const { key, label, answered, text } = row
  const of = { key, keys: [key], label }
  const problem = problems.find((each) => each.key === key)
  if (problem) return { kind: 'problem', ...of, text: answered ? text : '', message: answered ? problem.message : null }
  if (!answered) return { kind: 'unanswered', ...of }
  if (row.as === 'tick') return { kind: 'checks', ...of, options: [] }
  return { kind: 'answer', ...of, text: row.as === 'document' ? (row.file?.file_name ?? text) : text }
}

function reviewTicks({ items }: OutlineGroup, of: ReviewOf, problems: readonly Problem[]): Found {
  const rows = rowsOf(items)
  const problem = rows.map((row) => reviewRow(row, problems)).find(({ kind }) => kind === 'problem')
  if (problem) return { ...problem, label: of.label }
  const options = rows.filter(({ answered }) => answered).map((row) => row.label)
  return options.length === 0 ? { kind: 'unanswered', ...of } : { kind: 'checks', ...of, options }
}

/** What tells a question from others with the same label, such as 'College 2': the titles of its entry and its block. */
type Place = { readonly page: string; readonly label: string; readonly under: string }

/** The place of every question of a form by its key, in reading order, whatever the answers show. */
export const placesOf = oncePer((form: Form): ReadonlyMap<string, Place> => {
  const places = new Map<string, Place>()
  for (const page of form.pages) for (const item of page.items) add(item, page.slug, [page.title], places)
  return places
})

function add(item: Item, page: string, titles: readonly string[], places: Map<string, Place>): void {
  if ('key' in item) {
    if (!places.has(item.key)) places.set(item.key, { page, label: item.label, under: titles.join(', ') })
    return
  }
  const own = titleOfPlace(item)
  const isTop = item.kind === 'section' || item.kind === 'entry'
  const inside = own === undefined || own === '' ? titles : isTop ? [own] : [...titles.slice(0, 1), own]
  for (const each of itemsInside(item)) add(each, page, inside, places)
}

function titleOfPlace(item: Item): string | undefined {
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
