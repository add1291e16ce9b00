import { flushSync } from 'react-dom'
import {
  type AnswerMap,
  answerTo,
  everyItem,
  type Form,
  type Item,
  isGiven,
  isMasked,
  locale,
  presetOf,
  questionLabel,
  questionsByKey,
  say,
  sayCount,
} from '../../../engine/index.ts'
import { LinkButton, LiveRegion, Notice, sentence, useObserved, useToast } from '../../parts/index.ts'
import { focusQuestion } from '../controls/focus-question.ts'
import type { ApplicationStore } from '../store/application-store.ts'
import { type Clearing, clearingsIn, lostIn } from '../store/clearings.ts'
import { useApplicationStore } from '../store/use-application.tsx'
import styles from './page.module.css'

/** What the last change of an answer that this item draws has cleared, if a person would miss it. */
export function ClearedNotice({ item }: { item: Item }) {
  const keys = ownKeysOf(item)
  const { form, storeEvents, subscribe } = useApplicationStore()
  const happened = useObserved(subscribe, storeEvents)
  const clearing = clearingsIn(form, happened).findLast(
    (each) => keys.includes(each.key) && clearedBy(form, each).count > 0,
  )
  return clearing && <Cleared key={happened.indexOf(clearing)} clearing={clearing} />
}

/** The keys of the questions that an item draws itself; what is inside others is drawn as items of their own. */
function ownKeysOf(item: Item): readonly string[] {
  if ('key' in item) return [item.key]
  switch (item.kind) {
    case 'confirmThen':
      return item.confirm.by === 'tick' ? [item.confirm.question.key] : []
    case 'tickGroup':
    case 'monthYear':
    case 'conditionalChoice':
      return item.keys
    default:
      return []
  }
}

/** Says which answers a change has cleared, and brings them back. It is read aloud once, and takes no focus. */
function Cleared({ clearing }: { clearing: Clearing }) {
  const store = useApplicationStore()
  const showToast = useToast()
  const cleared = clearedBy(store.form, clearing)
  const words = wordsOf(cleared)
  const undo = () => {
    flushSync(() => bringBack(store, clearing))
    focusQuestion(clearing.key) // the button is gone
    showToast({ severity: 'success', text: say('Your answers are back.') })
  }
  return (
    <Notice className={styles.notice}>
      <p>{words}</p>
      {Object.keys(cleared.answers).length > 0 && (
        <LinkButton onClick={undo}>
          {sentence('<seen>Bring back</seen> what your answer to “{question}” cleared', {
            question: <span>{cleared.label}</span>,
          })}
        </LinkButton>
      )}
      <LiveRegion isNews>{words}</LiveRegion>
    </Notice>
  )
}

function wordsOf({ count, labels, documents, numbers }: ClearedAnswers): string {
  const quoted = labels.map((question) => say('“{question}”', { question }))
  const list = new Intl.ListFormat(locale())
  const begun = new Intl.ListFormat(locale(), { type: 'unit', style: 'short' }) // more follow
  return [
    quoted.length > MOST_NAMED
      ? sayCount(
          count,
          'Your change cleared {count} answer: {answers}, and more.',
          'Your change cleared {count} answers: {answers}, and more.',
          { answers: begun.format(quoted.slice(0, MOST_NAMED)) },
        )
      : sayCount(
          count,
          'Your change cleared this answer: {answers}.',
          'Your change cleared {count} answers: {answers}.',
          { answers: list.format(quoted) },
        ),
    documents.length > 0 && say('Documents don’t come back: please attach them again.'),
    numbers.length > 0 && say('Please enter your {numbers} again.', { numbers: list.format(numbers) }),
  ]
    .filter(Boolean)
    .join(' ')
}

const MOST_NAMED = 4

/** What a notice says of a clearing. */
type ClearedAnswers = {
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
function clearedBy(form: Form, clearing: Clearing): ClearedAnswers {
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
  const labelOf = (each: string) => questionLabel(form, each, before.answer)
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
function bringBack(store: ApplicationStore, clearing: Clearing): void {
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
