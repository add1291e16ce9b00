import type { Reply } from '../../../api/index.ts'
import {
  type AnswerOrder,
  type Form,
  keysAnsweredTogether,
  mergeAnswers,
  withoutSecrets,
} from '../../../engine/index.ts'
import type { StoredWrite } from '../../platform/database/index.ts'
import { type Refusal, refusal } from '../../platform/http/index.ts'
import type { Applications } from './applications.ts'
import type { Writer } from './draft-change.ts'
import { type EditedRow, editRow } from './edit-application.ts'
import { readPostedAnswers } from './read-posted-answers.ts'
import type { Answers } from './stored-answers.ts'

/**
 * Saves answers by key: keys in the payload are written and other keys left alone (7.answer.1), except where the order
 * says that the stored answer is newer (docs/decisions/0020). Answers that the merged ones contradict or hide are
 * cleared in the same save and listed in `cleared`.
 */
export async function saveAnswers(
  applications: Applications,
  owner: string,
  posted: Answers,
  order?: AnswerOrder,
): Promise<Reply<'saveAnswers'> | Refusal> {
  const { form, now } = applications
  const read = readPostedAnswers(posted, form)
  if (read.kind === 'refused') return refusal(read.code, { keys: read.keys })
  if (order && Object.keys(posted).some((key) => !read.ignored.includes(key) && order.keys[key] === undefined))
    return refusal('malformed')
  return editRow(applications, owner, (edited) => {
    const { revision, application } = edited
    const { changes, cleared, numbers, conflicts, superseded } = mergeAnswers(
      form,
      edited,
      read.answers,
      order && withDerived(order, form, read),
    )
    const writer = { device: order?.device ?? '', numbers }
    const newest = Math.max(0, ...Object.values(numbers))
    const clearing = { ...writer, numbers: Object.fromEntries(cleared.map((key) => [key, newest])) }
    const blanks = Object.fromEntries(
      cleared.flatMap((key) => ((changes[key] ?? application.answer[key] ?? '') === '' ? [] : [[key, '']])),
    )
    // First the posted answers, then what they clear: the history records even an answer that is hidden on arrival.
    let newRevision = revision
    for (const [changed, by] of [
      [changes, writer],
      [blanks, clearing],
    ] as const) {
      if (Object.keys(changed).length > 0) newRevision = edited.write(changed, by)
    }
    if (order !== undefined) edited.recordWrites(unchangedWrites(edited, writer, { ...changes, ...blanks }, now()))
    const result = {
      message: 'Your answers are saved.',
      previous_revision: revision,
      revision: newRevision,
      saved_at: now().toISOString(),
      cleared: [...cleared],
      ignored: [...read.ignored],
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
    return { result, detached: cleared }
  })
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
  { row }: EditedRow,
  { device, numbers }: Writer,
  written: Answers,
  at: Date,
): Readonly<Record<string, StoredWrite>> =>
  Object.fromEntries(
    Object.entries(numbers).flatMap(([key, number]) => {
      if (Object.hasOwn(written, key)) return []
      const [revision = 0, , , since = at.getTime(), recordedAt = 0, isRecorded = true] = row.writings[key] ?? []
      return [[key, [revision, device, number, since, recordedAt, isRecorded]]]
    }),
  )
