import { type AnswerMap, type Application, answerTo, isGiven } from './application.ts'
import {
  type BlockKind,
  type Branch,
  type ConditionalChoice,
  type ConfirmThen,
  type Entry,
  type Form,
  type Item,
  keysIn,
  type Page,
  type Repeated,
  type Tabs,
  withInner,
} from './blocks.ts'
import { holds } from './conditions.ts'
import { oncePer } from './once-per.ts'
import type { Care, ChoiceQuestion, Question } from './questions.ts'

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

/** Whether any of these keys has an answer. */
const anyAnswered = (keys: readonly string[], application: Application) =>
  keys.some((key) => isGiven(application.answer[key]))

/** Whether the applicant has answered anything in this entry. Later entries require nothing until then. */
export const hasAnswer = (entry: Entry, application: Application): boolean => anyAnswered(entry.keys, application)

/** The entries to show: the stored count, or more if a later entry has an answer. The count hides no answer. */
export const entriesShown = (repeated: Repeated, application: Application): readonly Entry[] => {
  const count = application.add_another[repeated.id] ?? 1 // 4.add-another.1
  const last = repeated.entries.findLast((entry) => entry.number <= count || hasAnswer(entry, application))
  return repeated.entries.slice(0, last?.number)
}

/** The items of the branch that applies; none when no condition holds. */
export const branchShown = (block: Branch, application: Application): readonly Item[] =>
  block.branches.find((each) => holds(each.condition, application.answer))?.items ?? []

/** The chosen tab; the first tab when no tab or an unknown one is stored. */
export const tabShown = (block: Tabs, application: Application): Tabs['tabs'][number] | undefined =>
  block.tabs.find((each) => each.id === application.tabs[block.id]) ?? block.tabs[0]

/** Whether the content that follows the confirmation is shown. Only the screen knows whether a button was `pressed`. */
export const isConfirmed = (block: ConfirmThen, application: Application, pressed = false): boolean =>
  block.confirm.by === 'tick'
    ? answerTo(application.answer, block.confirm.question.key) === 'true'
    : pressed || anyAnswered(keysIn(block.after), application)

/** The dropdown with the list that applies; undefined while the dropdown is hidden (requirement 4.conditional.9). */
export function choiceShown(block: ConditionalChoice, application: Application): ChoiceQuestion | undefined {
  return holds(block.isMatched, application.answer) ? variantFor(block, application.answer) : undefined
}

/** The dropdown with the list that the controlling answer selects, even if hidden; undefined if there is none. */
export function variantFor(block: ConditionalChoice, answer: AnswerMap): ChoiceQuestion | undefined {
  const value = block.category === 'displayOnly' ? '' : answerTo(answer, block.controlKey)
  // An answer is stored as typed, so it may be 'constructor', which is not a list.
  return Object.hasOwn(block.variants, value) ? block.variants[value] : undefined
}

/** The label that the screen shows for these answers, and prints: what was shown is signed. */
export const labelShown = (question: Question, answer: AnswerMap): string =>
  wordsShown(question, answer)?.label ?? question.label

/** What says that the answer is missing, in the words of the label that is shown. */
export function missingMessage(question: Question, answer: AnswerMap): string {
  const shown = wordsShown(question, answer)
  return shown?.message ?? question.message ?? shown?.label ?? question.label
}

const wordsShown = ({ labels = [] }: Question, answer: AnswerMap) => labels.find((each) => holds(each.when, answer))

/** Every item of the form at any depth, regardless of the answers, in reading order. */
export const everyItem = oncePer((form: Form): readonly Item[] =>
  form.pages.flatMap((page) => page.items.flatMap(withInner)),
)

/** Whether nothing inside an item can ever be required, so that it says once that it is optional. */
export const isOptional = (item: Item): boolean =>
  withInner(item).every((each) => !('key' in each) || each.required === false)

/** Whether the statements that the applicant signs are inside an item, and with them the button that submits. */
export const isSigned = (item: Item): boolean =>
  withInner(item).some((each) => each.kind === 'tickGroup' && each.signature)

/**
 * The ids of what opens with a press or a "yes" and is stored as opened, with the counts of entries (`add_another`), so
 * that it comes back open with nothing behind it; and of what may be waved away for good.
 */
export const gatesIn = oncePer((form: Form): readonly string[] => [
  ...everyItem(form).flatMap((item) => {
    if (item.kind === 'confirmThen') return item.confirm.by === 'button' || item.confirm.gate ? [item.id] : []
    return item.kind === 'tickGroup' && item.none !== null && item.gate ? [item.none] : []
  }),
  ...form.waivable,
])

/** Those of which a "yes" alone tells something sensitive. They are encrypted, which counts of entries are not. */
export const sensitiveGatesIn = (form: Form): readonly string[] =>
  gatesIn(form).filter((gate) => careOfBlock(form, gate) !== 'none')

/** Every question by its key; for a dropdown with several lists, the first. */
export const questionsByKey = oncePer((form: Form): ReadonlyMap<string, Question> => {
  const index = new Map<string, Question>()
  for (const item of everyItem(form)) if ('key' in item && !index.has(item.key)) index.set(item.key, item)
  return index
})

/** How carefully an answer must be handled. One that no version of the form ever asked counts as the most secret. */
export const careOf = (form: Form, key: string): Care =>
  questionsByKey(form).get(key)?.care ?? form.retired.find((each) => each.key === key)?.care ?? 'secret'

/** The same for what is stored of a block: how many entries it has, or that it was opened. Its id may be a question's key. */
export const careOfBlock = (form: Form, id: string): Care => questionsByKey(form).get(id)?.care ?? 'none'
