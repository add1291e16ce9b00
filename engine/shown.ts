import { type AnswerMap, type Application, answerTo, isGiven } from './application.ts'
import {
  type Branch,
  type ConditionalChoice,
  type ConfirmThen,
  type Entry,
  type Item,
  keysIn,
  type Repeated,
  type Tabs,
} from './blocks.ts'
import { holds } from './holds.ts'
import type { ChoiceQuestion, Question } from './questions.ts'

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

/** The label that the screen shows for these answers. Prints and lists use the label itself. */
export const labelShown = (question: Question, answer: AnswerMap): string =>
  wordsShown(question, answer)?.label ?? question.label

/** What says that the answer is missing, in the words of the label that is shown. */
export function missingMessage(question: Question, answer: AnswerMap): string {
  const shown = wordsShown(question, answer)
  return shown?.message ?? question.message ?? shown?.label ?? question.label
}

const wordsShown = ({ labels = [] }: Question, answer: AnswerMap) => labels.find((each) => holds(each.when, answer))
