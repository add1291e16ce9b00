import type { Reply } from '../../../api/index.ts'
import {
  type AnswerOrder,
  canonicalAnswers,
  descriptionKey,
  type Form,
  isDescriptionKey,
  isMasked,
  keysAnsweredTogether,
  mergeAnswers,
  questionsByKey,
  say,
  withoutSecrets,
} from '../../../engine/index.ts'
import type { StoredWrite } from '../../platform/database/index.ts'
import { type Refusal, refusal } from '../../platform/http/index.ts'
import { editionShown, editionTag } from '../../running/institution/index.ts'
import type { ApplicationDeps } from './application-deps.ts'
import { type EditedRow, editRow, type Writer } from './edit-application.ts'
import type { Answers } from './stored-answers.ts'

/**
 * Saves answers by key: keys in the payload are written and other keys left alone (7.answer.1), except where the order
 * says that the stored answer is newer (docs/decisions/0020). Answers that the merged ones contradict or hide are
 * cleared in the same save and listed in `cleared`. What the edition of the `page` asks and the one in effect does not is
 * kept.
 */
export async function saveAnswers(
  deps: ApplicationDeps,
  owner: string,
  posted: Answers,
  order?: AnswerOrder,
  browser?: string,
  page?: string | readonly string[],
): Promise<Reply<'saveAnswers'> | Refusal> {
  const { form, now } = deps
  const read = readPostedAnswers(posted, form)
  if (read.kind === 'refused') return refusal(read.code, { keys: read.keys })
  if (order && Object.keys(posted).some((key) => !read.ignored.includes(key) && order.keys[key] === undefined))
    return refusal('malformed')
  const shown = await otherForm(deps, page)
  return editRow(deps, owner, (edited) => {
    const { revision, application } = edited
    const { changes, cleared, numbers, conflicts, superseded } = mergeAnswers(
      form,
      edited,
      read.answers,
      order && withDerived(order, form, read),
      shown,
    )
    const parked = parkedBy(edited, read.kept, order)
    const writer = { device: order?.device ?? '', numbers: { ...numbers, ...parked.numbers }, browser }
    const newest = Math.max(0, ...Object.values(numbers))
    const clearing = { ...writer, numbers: Object.fromEntries(cleared.map((key) => [key, newest])) }
    const blanks = Object.fromEntries(
      cleared.flatMap((key) => ((changes[key] ?? application.answer[key] ?? '') === '' ? [] : [[key, '']])),
    )
    // First the posted answers, then what they clear: the history records even an answer that is hidden on arrival.
    let newRevision = revision
    for (const [changed, by] of [
      [{ ...changes, ...parked.changes }, writer],
      [blanks, clearing],
    ] as const) {
      if (Object.keys(changed).length > 0) newRevision = edited.write(changed, by)
    }
    if (order !== undefined)
      edited.recordWrites(unchangedWrites(edited, writer, { ...changes, ...parked.changes, ...blanks }, now()))
    const result = {
      message: say('Your answers are saved.'),
      previous_revision: revision,
      revision: newRevision,
      saved_at: now().toISOString(),
      cleared: [...cleared],
      ignored: [...read.ignored],
      ...(Object.keys(read.kept).length > 0 && { kept: Object.keys(read.kept) }),
      conflicts: withoutSecrets(form, conflicts),
      superseded: withoutSecrets(form, superseded),
      canonical: withoutSecrets(
        form,
        Object.fromEntries(
          Object.entries(read.canonical).filter(
            ([key]) => !(key in conflicts || key in superseded || cleared.includes(key)),
          ),
        ),
      ),
    }
    return { result, detached: cleared, leavesHidden: shown !== undefined }
  })
}

/** The form of a page that shows another edition than the one in effect; undefined for any other page. */
async function otherForm({ editions, form }: ApplicationDeps, page: string | readonly string[] | undefined) {
  if (editions === undefined || page === undefined || page === editionTag(editions.active())) return undefined
  const shown = await editionShown(editions, page)
  return shown && shown.form !== form ? shown.form : undefined
}

/**
 * What a save changes of the answers that the form does not ask any more. The last writing counts, and nobody is asked:
 * who wrote in another browser finds it in the history.
 */
function parkedBy({ parked, lastWrite }: EditedRow, kept: Answers, order: AnswerOrder | undefined) {
  const isLate = (key: string) => {
    const last = lastWrite(key)
    return last !== undefined && last.device === order?.device && (order.keys[key]?.number ?? 0) <= last.number
  }
  const taken = Object.entries(kept).filter(([key]) => !isLate(key))
  return {
    changes: Object.fromEntries(taken.filter(([key, value]) => value !== (parked[key] ?? ''))),
    numbers: Object.fromEntries(order ? taken.map(([key]) => [key, order.keys[key]?.number ?? 0]) : []),
  }
}

/** The state that a country stands for was written with the country (Q96). */
function withDerived(order: AnswerOrder, form: Form, { answers, canonical }: Read): AnswerOrder {
  const keys = { ...order.keys }
  for (const key in answers) {
    const source = keysAnsweredTogether(form, key).find((each) => each in canonical && order.keys[each] !== undefined)
    keys[key] ??= order.keys[source ?? '']
  }
  return { ...order, keys }
}
type Read = Extract<ReturnType<typeof readPostedAnswers>, { readonly kind: 'ok' }>

/** Writes of keys whose posted answer is already stored: their numbers still supersede this device's older ones. */
const unchangedWrites = (
  { record }: EditedRow,
  { device, numbers }: Writer,
  written: Answers,
  at: Date,
): Readonly<Record<string, StoredWrite>> =>
  Object.fromEntries(
    Object.entries(numbers).flatMap(([key, number]) => {
      if (Object.hasOwn(written, key)) return []
      const [revision = 0, , , since = at.getTime(), recordedAt = 0, isRecorded = true] = record.writings[key] ?? []
      return [[key, [revision, device, number, since, recordedAt, isRecorded]]]
    }),
  )

const LONGEST_ANSWER = 10_000 // characters (code points)

const COMPANION = descriptionKey('') // the ending of every companion of a key (3.answers.4)

/** The answers to store, those of them that were posted in another form, or the keys that cannot be stored. */
type PostedAnswers =
  | {
      readonly kind: 'ok'
      readonly answers: Answers
      readonly canonical: Answers
      /** Answers to what only earlier versions of the form asked. */
      readonly kept: Answers
      readonly ignored: readonly string[]
    }
  | { readonly kind: 'refused'; readonly code: 'unknown_keys' | 'malformed_answers'; readonly keys: readonly string[] }

/**
 * Checks only the form of posted answers; validation checks their content (Q23). Text is stored in its canonical form
 * (Q87). Companions and upload answers are ignored, because the server writes them itself. So is a masked number,
 * because it stands for the stored one (Q68). What only earlier versions of the form asked is kept, because a page that
 * was opened before a release still asks it.
 */
export function readPostedAnswers(posted: Answers, form: Form): PostedAnswers {
  const questions = questionsByKey(form)
  const retired = new Map(form.retired.map((each) => [each.key, each]))
  const kept: Record<string, string> = {}
  const [companions, ignored, unknown, malformed]: [string[], string[], string[], string[]] = [[], [], [], []]
  for (const key in posted) {
    const value = posted[key] ?? ''
    const { kind } = questions.get(key) ?? retired.get(key) ?? {}
    const source = key.endsWith(COMPANION) ? key.slice(0, -COMPANION.length) : ''
    if (kind === undefined)
      (isDescriptionKey(form, key)
        ? companions
        : questions.has(source) || retired.has(source)
          ? ignored
          : unknown
      ).push(key)
    else if (kind === 'upload' || (kind === 'ssn' && isMasked(value))) ignored.push(key)
    else if (!isStorable(value)) malformed.push(key)
    else if (retired.has(key)) kept[key] = value
  }
  if (unknown.length > 0) return { kind: 'refused', code: 'unknown_keys', keys: unknown }
  if (malformed.length > 0) return { kind: 'refused', code: 'malformed_answers', keys: malformed }
  const taken = leftOf(posted, [...companions, ...ignored, ...Object.keys(kept)])
  const answers = canonicalAnswers(form, taken)
  return { kind: 'ok', answers, canonical: differing(taken, answers), kept, ignored }
}

const differing = (posted: Answers, stored: Answers): Answers =>
  posted === stored ? {} : Object.fromEntries(Object.entries(stored).filter(([key, value]) => posted[key] !== value))

function leftOf(posted: Answers, without: readonly string[]): Answers {
  if (without.length === 0) return posted // nearly always, and a copy of hundreds takes time
  const left = { ...posted }
  for (const key of without) delete left[key]
  return left
}

/** PostgreSQL accepts neither NUL nor half a surrogate pair. */
const isStorable = (value: string) =>
  !value.includes('\u0000') &&
  value.isWellFormed() &&
  (value.length <= LONGEST_ANSWER || [...value].length <= LONGEST_ANSWER)
