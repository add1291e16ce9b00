import { type Application, isGiven } from './application.ts'
import type { BlockKind, Item } from './blocks.ts'
import type { Form, Page } from './form.ts'
import { holds } from './holds.ts'
import type { Question } from './questions.ts'
import { branchShown, choiceShown, hasAnswer, isConfirmed, tabShown } from './shown.ts'

/** `follows` marks what is asked because of an earlier answer. */
type FollowUp = { readonly follows?: true }
/** A question that this applicant is asked. `requires` is false where a missing answer is not a problem. */
export type ShownQuestion = FollowUp & {
  readonly kind: 'question'
  readonly question: Question
  readonly requires: boolean
}
/** A block that may show something. Its label is printed above its rows. */
export type ShownGroup = FollowUp & {
  readonly kind: 'group'
  /** 'table' has one row, or one for each entry inside. */
  readonly as:
    | Extract<BlockKind, 'section' | 'monthYear' | 'tickGroup' | 'address' | 'school' | 'repeated' | 'entry' | 'tabs'>
    | 'table'
  readonly label: string
  readonly nodes: readonly ShownNode[]
  /** The ID of a section that is printed on a sheet of its own. */
  readonly sheet?: string
}
type ShownNode = ShownQuestion | ShownGroup
export type ShownPage = { readonly page: Page; readonly nodes: readonly ShownNode[] }

/** Lists what this applicant is asked, page by page, in reading order. Everything else is derived from this. */
export const walk = (form: Form, application: Application): readonly ShownPage[] =>
  form.pages.map((page) => ({ page, nodes: visitAll(page.items, { application, requires: true }) }))

type WalkContext = { readonly application: Application; readonly requires: boolean }

const visitAll = (items: readonly Item[], context: WalkContext): readonly ShownNode[] =>
  items.flatMap((each) => visit(each, context))

function visit(item: Item, context: WalkContext): readonly ShownNode[] {
  const { application, requires } = context
  switch (item.kind) {
    case 'note':
      return []
    case 'section': {
      const sheet = item.ownSheet ? { sheet: item.id } : {}
      return [{ kind: 'group', as: 'section', label: item.title, nodes: visitAll(item.items, context), ...sheet }]
    }
    case 'monthYear':
      return [{ kind: 'group', as: item.kind, label: item.label, nodes: visitAll(item.items, context).map(asPart) }]
    case 'tickGroup':
    case 'address':
    case 'school':
      return [{ kind: 'group', as: item.kind, label: item.label, nodes: visitAll(item.items, context) }]
    case 'scores':
      return [{ kind: 'group', as: 'table', label: item.label, nodes: visitAll(item.items, context) }]
    case 'alternatives':
      return visitAll(item.items, context)
    case 'when':
      return holds(item.condition, application.answer) ? visitAll(item.items, context).map(asFollowUp) : []
    case 'branch':
      return visitAll(branchShown(item, application), context).map(asFollowUp)
    case 'repeated': {
      const as = item.print === 'table' ? 'table' : 'repeated'
      return [{ kind: 'group', as, label: item.label, nodes: visitAll(item.entries, context) }]
    }
    case 'entry':
      // An added entry that is completely empty requires nothing. An entry with an answer is never skipped.
      if (item.number > 1 && !hasAnswer(item, application)) return []
      return [{ kind: 'group', as: 'entry', label: item.title, nodes: visitAll(item.items, context) }]
    case 'tabs': {
      const chosen = tabShown(item, application)
      return chosen ? [{ kind: 'group', as: 'tabs', label: chosen.label, nodes: visitAll(chosen.items, context) }] : []
    }
    case 'confirmThen': {
      const confirmed = isConfirmed(item, application)
      if (item.confirm.by === 'tick') {
        const tick = visit(item.confirm.question, context)
        return [...tick, ...visitAll(confirmed ? item.after : item.before, context)]
      }
      // Content shown by a button is never required, because the applicant may never press the button.
      const afterButton = { ...context, requires: false }
      return visitAll(confirmed ? item.after : item.before, confirmed ? afterButton : context)
    }
    case 'conditionalChoice': {
      const question = choiceShown(item, application)
      return question ? [{ kind: 'question', question, requires, follows: true }] : []
    }
    case 'code':
      // Nobody is asked for a code, so it counts only once it is known.
      if (!(item.printed && isGiven(application.answer[item.key]))) return []
      return [{ kind: 'question', question: item, requires: false }]
    default:
      return [{ kind: 'question', question: item, requires }]
  }
}

/** A part of an address depends on its country, but it is read as part of the address. */
const asFollowUp = (node: ShownNode): ShownNode =>
  node.kind === 'question' && node.question.role ? node : { ...node, follows: true }

/** A month is part of its date, even where a checkbox can say that there is none. */
const asPart = ({ follows: _, ...node }: ShownNode): ShownNode => node

/** Every question of these nodes, in reading order. */
const questionsOf = (nodes: readonly ShownNode[]): readonly ShownQuestion[] =>
  nodes.flatMap((node) => (node.kind === 'question' ? [node] : questionsOf(node.nodes)))

/** Every question this applicant is asked, with its page, in reading order. */
export const questionsShown = (
  form: Form,
  application: Application,
): readonly (ShownQuestion & { readonly page: string })[] =>
  walk(form, application).flatMap(({ page, nodes }) =>
    questionsOf(nodes).map((shown) => ({ ...shown, page: page.slug })),
  )
