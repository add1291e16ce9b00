import { type Application, answerTo, isGiven } from './application.ts'
import { months, parsedDay } from './calendar.ts'
import type { Form } from './form.ts'
import { withoutSecret } from './formats.ts'
import { labelOf } from './options-of.ts'
import type { Outline, OutlineItem, OutlineRow } from './outline.ts'
import { isRequired } from './problems-in.ts'
import type { Question, Role } from './questions.ts'
import { type ShownPage, type ShownQuestion, walk } from './walk.ts'
import { attachedFor, NOT_ANSWERED } from './wording.ts'

/** The outline of an application, shown by the service view, the application PDF and the review before submitting. */
export const outlineOf = (form: Form, application: Application): Outline => ({
  pages: walk(form, application).map(({ page, nodes }) => ({
    slug: page.slug,
    title: page.title,
    items: nodes.flatMap((node) => itemsOf(node, application)),
  })),
})

function itemsOf(node: Node, application: Application): readonly OutlineItem[] {
  const follows = node.follows ? ({ follows: true } as const) : {}
  if (node.kind === 'question')
    return [{ ...rowOf(node.question, application), ...optional(node, application), ...follows }]
  const nodes = node.as === 'address' || node.as === 'school' ? node.nodes.toSorted(inPostalOrder) : node.nodes
  const items = nodes.flatMap((each) => itemsOf(each, application))
  const sheet = node.sheet === undefined ? {} : { sheet: node.sheet }
  return items.length === 0 ? [] : [{ kind: 'group', as: node.as, title: node.label, items, ...follows, ...sheet }]
}

type Node = ShownPage['nodes'][number]

/** An address is asked from its country down, and read as it is written on an envelope. */
const POSTAL_ORDER: readonly Role[] = [
  'name',
  'ceeb',
  'list_id',
  'address_line_1',
  'address_line_2',
  'city',
  'state',
  'region',
  'zip',
  'country',
]
const inPostalOrder = (one: Node, other: Node) => postalPlace(one) - postalPlace(other)
const postalPlace = (node: Node) =>
  node.kind === 'question' && node.question.role ? POSTAL_ORDER.indexOf(node.question.role) : POSTAL_ORDER.length

const optional = (shown: ShownQuestion, { answer }: Application) =>
  isGiven(answer[shown.question.key]) || isRequired(shown, answer) ? {} : ({ optional: true } as const)

function rowOf(question: Question, { answer, document_answer }: Application): OutlineRow {
  const value = answerTo(answer, question.key)
  const answered = isGiven(value)
  const row = { kind: 'row', key: question.key, label: question.label, answered } as const
  switch (question.kind) {
    case 'tick':
      return { ...row, as: 'tick', text: value === 'true' ? '[X]' : '[ ]' }
    case 'upload': {
      const file = document_answer[question.key]
      const text = answered ? attachedFor(question.label) : NOT_ANSWERED
      return { ...row, as: 'document', text, ...(answered && file ? { file } : {}) }
    }
    case 'paragraph':
      return { ...row, as: 'paragraph', text: answered ? value : NOT_ANSWERED }
    default:
      return { ...row, as: 'text', text: answered ? readable(question, value) : NOT_ANSWERED }
  }
}

/** A given answer as a person reads it, except a tick, a document and an essay. */
export function readable(question: Question, value: string): string {
  if (question.care === 'secret') return withoutSecret(value)
  if (question.kind === 'choice') return labelOf(question, value)
  const day = question.kind === 'date' ? parsedDay(value) : undefined
  return day ? `${months[day.month]?.[1]} ${day.day}, ${day.year}` : value
}
