import { type AnswerMap, type Application, answerTo } from './application.ts'
import type { Form } from './blocks.ts'
import { contradictedBy } from './problems-in.ts'
import { questionsByKey } from './walk.ts'
import { canHide, keysAnsweredTogether, withoutHidden } from './without-hidden.ts'

/** The last write of a key: the revision it made, the device that wrote it, and that device's number for it. */
export type LastWrite = { readonly revision: number; readonly device: string; readonly number: number }

/** The order of a write on its device: the device's rising number, and the revision the person saw when writing. */
export type WriteOrder = { readonly number: number; readonly over: number }

/** The order of every key of a change; a device is one browser profile, whose tabs share one rising number. */
export type AnswerOrder = { readonly device: string; readonly keys: Readonly<Record<string, WriteOrder | undefined>> }

/** An application with the last write of a key. */
export type ApplicationWithWrites = {
  readonly application: Application
  readonly lastWrite: (key: string) => LastWrite | undefined
  /** That no stored answer is hidden, as after each merge under the same form. If unset, it is looked for. */
  readonly isWithoutHidden?: boolean
}

type Answers = Readonly<Record<string, string>>

/** The result of merging a change. */
export type Merge = {
  /** The posted answers that are accepted and differ from the stored ones. */
  readonly changes: Answers
  /** Answers that these contradict or hide. They are cleared in a second step. */
  readonly cleared: readonly string[]
  /** With an order, the number of the write of each accepted key, including keys whose answer stays the same. */
  readonly numbers: Readonly<Record<string, number>>
  /**
   * The current values of answers not written because another device changed them, or an answer that belongs to them,
   * after this device last loaded the application. Includes what the other device changed of the same answer, even if
   * it was not posted.
   */
  readonly conflicts: Answers
  /** The current values of answers not written because this device wrote newer ones or because they are hidden. */
  readonly superseded: Answers
}

/**
 * Merges a change into an application by the order of writing, not of arrival. For one device the higher number wins,
 * so that a late or repeated request never undoes a newer one. What another device has changed since the writer last
 * loaded the application is not overwritten but reported as a conflict, together with the answers that belong to it.
 * Without an order, the change counts as written now. What the page of the writer asks by another edition of the form,
 * `shown`, and this one hides, is kept although nobody is asked.
 */
export function mergeAnswers(
  form: Form,
  stored: ApplicationWithWrites,
  posted: Answers,
  order?: AnswerOrder,
  shown?: Form,
): Merge {
  const before = stored.application.answer
  const isNew = (key: string) => answerTo(before, key) !== posted[key]
  const changes: Record<string, string> = {}
  const left: Record<Exclude<Decision, 'accepted'>, string[]> = { superseded: [], conflict: [] }
  for (const key in posted) {
    const value = answerTo(posted, key)
    const decision = decisionFor(key, form, stored, order)
    if (decision === 'superseded' || (decision === 'conflict' && isNew(key))) left[decision].push(key)
    else if (isNew(key)) changes[key] = value
  }
  const isAccepted = (key: string) => !left.superseded.includes(key) && !left.conflict.includes(key)
  const acceptedKeys = order === undefined ? [] : Object.keys(posted).filter(isAccepted)
  const accepted = order === undefined ? posted : pick(posted, acceptedKeys)
  const contradicted = contradictedBy(form, before, accepted)
  const changed = {
    ...stored.application,
    answer: { ...before, ...changes, ...Object.fromEntries(contradicted.map((key) => [key, ''])) },
  }
  const isSettled = stored.isWithoutHidden && !canHide(form, [...Object.keys(changes), ...contradicted])
  const { application: merged, cleared } = isSettled
    ? { application: changed, cleared: [] }
    : withoutHidden(form, changed, shown ? keysShown(shown, changed, Object.keys(changes)) : [])
  const currentAnswers = (keys: readonly string[]) =>
    Object.fromEntries(keys.map((key) => [key, answerTo(merged.answer, key)]))
  // The applicant is not asked about answers that the merged application hides.
  const asked = { ...merged, answer: { ...merged.answer, ...pick(posted, left.conflict) } }
  const hidden = left.conflict.length === 0 ? [] : withoutHidden(form, asked).cleared
  const visibleConflicts = left.conflict.filter((key) => !hidden.includes(key))
  return {
    changes,
    cleared: [...new Set([...contradicted, ...cleared])],
    numbers: Object.fromEntries(acceptedKeys.map((key) => [key, order?.keys[key]?.number ?? 0])),
    conflicts: currentAnswers(
      visibleConflicts.flatMap((key) => [key, ...othersChangedElsewhere(key, form, stored, order)]),
    ),
    superseded: currentAnswers([
      ...left.superseded.filter(isNew),
      ...left.conflict.filter((key) => hidden.includes(key)),
    ]),
  }
}

/** Those of these keys that a form asks. */
function keysShown(form: Form, application: Application, keys: readonly string[]): readonly string[] {
  const { cleared } = withoutHidden(form, application)
  return keys.filter((key) => questionsByKey(form).has(key) && !cleared.includes(key))
}

type Decision = 'accepted' | 'superseded' | 'conflict'

function decisionFor(
  key: string,
  form: Form,
  { lastWrite }: ApplicationWithWrites,
  order: AnswerOrder | undefined,
): Decision {
  const write = order?.keys[key]
  if (order === undefined || write === undefined) return 'accepted'
  const last = lastWrite(key)
  if (last?.device === order.device && write.number <= last.number) return 'superseded'
  return keysAnsweredTogether(form, key).some((each) => isChangedElsewhere(lastWrite(each), order.device, write.over))
    ? 'conflict'
    : 'accepted'
}

/** The other keys of the same answer that another device has changed since this device last loaded the application. */
function othersChangedElsewhere(
  key: string,
  form: Form,
  { lastWrite }: ApplicationWithWrites,
  order: AnswerOrder | undefined,
): readonly string[] {
  const write = order?.keys[key]
  if (order === undefined || write === undefined) return []
  return keysAnsweredTogether(form, key).filter(
    (each) => order.keys[each] === undefined && isChangedElsewhere(lastWrite(each), order.device, write.over),
  )
}

/** The device name of writes that the server makes itself, such as for an attached document. Real names are longer. */
export const SERVER = 'server'

/** Whether another device has written this key since this revision. */
export const isChangedElsewhere = (last: LastWrite | undefined, device: string, over: number): boolean =>
  last !== undefined && last.device !== device && last.device !== SERVER && last.revision > over

const pick = (posted: AnswerMap, keys: readonly string[]): AnswerMap =>
  Object.fromEntries(keys.map((key) => [key, posted[key]]))
