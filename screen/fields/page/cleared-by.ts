import {
  type AnswerMap,
  answerTo,
  everyItem,
  type Form,
  isGiven,
  isMasked,
  placesOf,
  presetOf,
  questionsByKey,
} from '../../../engine/index.ts'
import { type ApplicationStore, type Clearing, lostIn } from '../store/index.ts'

/** What a notice says of a clearing. */
export type ClearedAnswers = {
  /** The changed question. */
  readonly label: string
  /** How many answers a person would miss, and their questions in reading order, each label once. */
  readonly count: number
  readonly labels: readonly string[]
  /** Those of them whose documents must be attached again, or whose number typed again. */
  readonly documents: readonly string[]
  readonly numbers: readonly string[]
  /** What can come back. */
  readonly answers: AnswerMap
}

/**
 * What an answer cleared that a person would miss: not a "none of these" that an item replaced, not the other one of two
 * answers that mirror each other, not the preset of a block that was emptied, and
 * nothing that has no question.
 */
export function clearedBy(form: Form, clearing: Clearing): ClearedAnswers {
  const { key, before } = clearing
  const questions = questionsByKey(form)
  const items = everyItem(form)
  const isMissed = (each: string) =>
    questions.get(each)?.kind !== 'code' &&
    presetOf(form, key)?.key !== each &&
    !items.some(
      (item) =>
        (item.kind === 'tickGroup' && item.none === each && item.keys.includes(key)) ||
        (item.kind === 'tick' && item.mirrors?.includes(each) && item.mirrors.includes(key)),
    )
  const lost = lostIn(form, clearing)
  const missed = lost.filter(isMissed)
  const isDocument = (each: string) => questions.get(each)?.kind === 'upload'
  const isNumber = (each: string) => questions.get(each)?.kind === 'ssn' && isMasked(answerTo(before.answer, each))
  const labelOf = (each: string) => placesOf(form).get(each)?.label ?? each
  return {
    label: labelOf(key),
    count: missed.length,
    labels: [...new Set(missed.map(labelOf))],
    documents: missed.filter(isDocument).map(labelOf),
    numbers: missed.filter(isNumber).map(labelOf),
    answers:
      missed.length === 0
        ? {}
        : Object.fromEntries(
            lost.filter((each) => !isDocument(each) && !isNumber(each)).map((each) => [each, before.answer[each]]),
          ),
  }
}

/**
 * Brings back the answer that was changed, and what it cleared as far as that is still empty, as if each had just been
 * typed: so it is saved, and merged, like any other (docs/decisions/0020).
 */
export function bringBack(store: ApplicationStore, clearing: Clearing): void {
  const write = (key: string, value: string) => {
    store.write(key, value)
    store.commit(key)
  }
  const { key, before } = clearing
  const { answers } = clearedBy(store.form, clearing)
  store.commitAll()
  store.note({ kind: 'undone', clearing })
  write(key, answerTo(before.answer, key))
  // In the order of the form, in which an answer that shows a question comes before it.
  for (const [each, value = ''] of Object.entries(answers))
    if (!isGiven(store.current().answer[each])) write(each, value)
}
