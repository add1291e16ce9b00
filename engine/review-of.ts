import type { Outline, OutlineGroup, OutlineItem, OutlineRow } from './outline.ts'
import { rowsOf } from './outline.ts'
import { answerOf } from './printed-answer.ts'
import type { Problem } from './problems-in.ts'

/** One answer to read once more, or one that is missing or wrong. `key` is the question to go to. */
export type ReviewRow =
  | { readonly kind: 'answer'; readonly key: string; readonly label: string; readonly text: string }
  /** The boxes of a group that are checked; no options for a box of its own, which is checked itself. */
  | {
      readonly kind: 'checks'
      readonly key: string
      readonly label: string
      readonly options: readonly string[]
    }
  /** `text` is the answer if there is one, and then `message` says what is wrong with it. */
  | {
      readonly kind: 'problem'
      readonly key: string
      readonly label: string
      readonly text: string
      readonly message: string | null
    }
  /** A block inside a section, such as College 2. */
  | { readonly kind: 'heading'; readonly key: string; readonly label: string }

type ReviewSection = { readonly key: string; readonly title: string; readonly rows: readonly ReviewRow[] }
export type ReviewPage = {
  readonly slug: string
  readonly title: string
  readonly sections: readonly ReviewSection[]
  /** The questions that nobody must answer and that have no answer. */
  readonly unanswered: readonly { readonly key: string; readonly label: string }[]
  readonly answered: number
  readonly problems: number
}

/** What an applicant reads before signing: answers and problems in reading order, and what was left out apart. */
export const reviewOf = ({ pages }: Outline, problems: readonly Problem[]): readonly ReviewPage[] =>
  pages.map(({ slug, title, items }) => {
    const found = items.map((item) => ({ item, rows: reviewItem(item, problems) }))
    const rows = found.flatMap((each) => each.rows)
    return {
      slug,
      title,
      sections: found.flatMap(({ item, rows: own }) => {
        const shown = own.filter(isToRead)
        return shown.length === 0 ? [] : [{ key: keyOf(item), title: titleOf(item), rows: shown }]
      }),
      unanswered: rows.flatMap((row) => (row.kind === 'unanswered' ? [{ key: row.key, label: row.label }] : [])),
      answered: rows.filter(({ kind }) => kind === 'answer' || kind === 'checks').length,
      problems: rows.filter(({ kind }) => kind === 'problem').length,
    }
  })

type Unanswered = { readonly kind: 'unanswered'; readonly key: string; readonly label: string }

const isToRead = (row: ReviewRow | Unanswered): row is ReviewRow => row.kind !== 'unanswered'
const keyOf = (item: OutlineItem) => (item.kind === 'row' ? item.key : (rowsOf(item.items)[0]?.key ?? ''))
const titleOf = (item: OutlineItem) => (item.kind === 'row' ? item.label : item.title)

function reviewItem(item: OutlineItem, problems: readonly Problem[]): readonly (ReviewRow | Unanswered)[] {
  const key = keyOf(item)
  const label = titleOf(item)
  if (item.kind === 'row') return [reviewRow(item, problems)]
  if (item.as === 'tickGroup') return reviewTicks(item, problems)
  const answer = answerOf(item)
  if (answer) {
    // A block that reads as one answer; each of its parts may still be missing or wrong.
    const open = rowsOf(item.items).flatMap((row) => {
      const own = reviewRow(row, problems)
      return own.kind === 'problem' ? [{ ...own, label: `${label}: ${own.label}` }] : []
    })
    if (!answer.answered) return open.length > 0 ? open : [{ kind: 'unanswered', key, label }]
    return [{ kind: 'answer', key, label, text: 'lines' in answer ? answer.lines.join('\n') : answer.text }, ...open]
  }
  const inside = item.items.flatMap((each) => reviewItem(each, problems))
  if (item.as !== 'entry' && item.as !== 'tabs') return inside
  const named = inside.map((row) => (row.kind === 'unanswered' ? { ...row, label: `${label}: ${row.label}` } : row))
  return named.some(isToRead) ? [{ kind: 'heading', key, label }, ...named] : named
}

function reviewRow(row: OutlineRow, problems: readonly Problem[]): ReviewRow | Unanswered {
  const { key, label, answered, text } = row
  const problem = problems.find((each) => each.key === key)
  if (problem)
    return { kind: 'problem', key, label, text: answered ? text : '', message: answered ? problem.message : null }
  if (!answered) return { kind: 'unanswered', key, label }
  if (row.as === 'tick') return { kind: 'checks', key, label, options: [] }
  return { kind: 'answer', key, label, text: row.as === 'document' ? (row.file?.file_name ?? text) : text }
}

function reviewTicks({ title: label, items }: OutlineGroup, problems: readonly Problem[]) {
  const rows = rowsOf(items)
  const problem = rows.map((row) => reviewRow(row, problems)).find(({ kind }) => kind === 'problem')
  const options = rows.filter(({ answered }) => answered).map((row) => row.label)
  const key = rows[0]?.key ?? ''
  if (problem) return [{ ...problem, label }]
  if (options.length === 0) return [{ kind: 'unanswered', key, label } as const]
  return [{ kind: 'checks', key, label, options } as const]
}
