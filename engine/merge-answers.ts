import { answersOfOneThing } from './answers-of-one-thing.ts'
import { type AnswerMap, type Application, answerTo } from './application.ts'
import { contradictedBy } from './exclusive-answers.ts'
import type { Form } from './form.ts'
import { withoutHidden } from './without-hidden.ts'

/** How a key was written last: at which revision of the application, by which device, under which of its numbers. */
export type LastWriting = { readonly revision: number; readonly device: string; readonly number: number }

/** A writing as its device orders it: its own rising number, and the revision that the person saw when writing. */
export type WritingOrder = { readonly number: number; readonly over: number }

/** The order of every key of a change; a device is one browser profile, whose tabs share one rising number. */
export type AnswerOrder = { readonly device: string; readonly keys: Readonly<Record<string, WritingOrder | undefined>> }

/** What an application holds and how each key came to be what it is. */
export type WrittenApplication = {
  readonly application: Application
  readonly writings: Readonly<Record<string, LastWriting | undefined>>
}

type Answers = Readonly<Record<string, string>>

/** What becomes of a change. */
export type Merge = {
  /** The posted answers that take effect and say something new. */
  readonly said: Answers
  /** What these rule out: contradicted or hidden answers, emptied in a second step. */
  readonly emptied: readonly string[]
  /** The number of the last writing of each posted key that took effect, also where it says what stood there. */
  readonly numbers: Readonly<Record<string, number>>
  /**
   * Not written, because another device has changed them, or something they say one thing with, since this one looked: the
   * answers that stand. What the other device has changed of that thing is named as well, posted or not.
   */
  readonly conflicts: Answers
  /** Not written, because this device has written them later or what stands hides them: the answers that stand. */
  readonly superseded: Answers
}

/**
 * Merges a change into an application by the order of writing, not of arrival. Of one device the higher number counts,
 * so that a late or repeated request never undoes a newer one. What another device has written since the writer looked is
 * not overwritten but named, with every answer of the same thing. Without an order the change counts as written now.
 */
export function mergeAnswers(form: Form, stored: WrittenApplication, posted: Answers, order?: AnswerOrder): Merge {
  const before = stored.application.answer
  const verdicts = new Map(Object.keys(posted).map((key) => [key, verdictOn(key, form, stored, order)]))
  const isNew = (key: string) => answerTo(before, key) !== posted[key]
  const taken = Object.entries(posted).filter(
    ([key]) => verdicts.get(key) === 'counts' || (verdicts.get(key) === 'moved' && !isNew(key)),
  )
  const said = Object.fromEntries(taken.filter(([key]) => isNew(key)))
  const contradicted = contradictedBy(form, before, Object.fromEntries(taken))
  const merged = {
    ...stored.application,
    answer: { ...before, ...said, ...Object.fromEntries(contradicted.map((key) => [key, ''])) },
  }
  const { application: settled, cleared } = withoutHidden(form, merged)
  const standing = (verdict: Verdict) =>
    Object.fromEntries(
      Object.keys(posted).flatMap((key) =>
        verdicts.get(key) === verdict && isNew(key) ? [[key, answerTo(settled.answer, key)]] : [],
      ),
    )
  const conflicts = standing('moved')
  // What the merged answers hide is nothing to ask about.
  const hidden = withoutHidden(form, { ...settled, answer: { ...settled.answer, ...pick(posted, conflicts) } }).cleared
  const asked = Object.keys(conflicts).filter((key) => !hidden.includes(key))
  return {
    said,
    emptied: [...new Set([...contradicted, ...cleared])],
    numbers: Object.fromEntries(taken.map(([key]) => [key, order?.keys[key]?.number ?? 0])),
    conflicts: Object.fromEntries(
      asked
        .flatMap((key) => [key, ...movedWith(key, form, stored, order)])
        .map((key) => [key, answerTo(settled.answer, key)]),
    ),
    superseded: {
      ...standing('older'),
      ...Object.fromEntries(Object.entries(conflicts).filter(([key]) => hidden.includes(key))),
    },
  }
}

type Verdict = 'counts' | 'older' | 'moved'

function verdictOn(key: string, form: Form, { writings }: WrittenApplication, order: AnswerOrder | undefined): Verdict {
  const own = order?.keys[key]
  if (order === undefined || own === undefined) return 'counts'
  const last = writings[key]
  if (last?.device === order.device && own.number <= last.number) return 'older'
  return answersOfOneThing(form, key).some((each) => hasMoved(writings[each], order.device, own.over))
    ? 'moved'
    : 'counts'
}

/** The other answers of the same thing that another device has changed since this one looked. */
function movedWith(
  key: string,
  form: Form,
  { writings }: WrittenApplication,
  order: AnswerOrder | undefined,
): readonly string[] {
  const own = order?.keys[key]
  if (order === undefined || own === undefined) return []
  return answersOfOneThing(form, key).filter(
    (each) => order.keys[each] === undefined && hasMoved(writings[each], order.device, own.over),
  )
}

/** The writer of what the server says itself, such as that a document was given; no device has so short a name. */
export const SERVER = 'server'

/** Whether another device has written something since this revision. */
export const hasMoved = (last: LastWriting | undefined, device: string, over: number): boolean =>
  last !== undefined && last.device !== device && last.device !== SERVER && last.revision > over

const pick = (posted: AnswerMap, keys: Answers): AnswerMap =>
  Object.fromEntries(Object.keys(keys).map((key) => [key, posted[key]]))
