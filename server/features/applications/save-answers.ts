import type { Reply } from '../../../api/index.ts'
import { type AnswerOrder, mergeAnswers } from '../../../engine/index.ts'
import type { StoredWriting } from '../../platform/database/index.ts'
import { type Refusal, refusal } from '../../platform/http/index.ts'
import type { StoredApplication } from './application-row.ts'
import type { Applications } from './applications.ts'
import { editApplication } from './edit-application.ts'
import { readPostedAnswers } from './read-posted-answers.ts'
import type { Answers } from './stored-answers.ts'
import type { Writer } from './write-answers.ts'

/**
 * Saves answers by key: keys in the payload are written and other keys left alone (7.answer.1), except where the order
 * says that the stored answer is newer (docs/decisions/0020). Answers that the merged ones contradict or hide are
 * emptied in the same save and named in `cleared`.
 */
export async function saveAnswers(
  applications: Applications,
  accountId: string,
  posted: Answers,
  order?: AnswerOrder,
): Promise<Reply<'saveAnswers'> | Refusal> {
  const { form, now } = applications
  const read = readPostedAnswers(posted, form)
  if (read.kind === 'refused') return refusal(read.code, { keys: read.keys })
  const isOrdered = (key: string) => order === undefined || order.keys[key] !== undefined
  if (!Object.keys(read.answers).every(isOrdered)) return refusal('malformed')
  return editApplication(applications, accountId, async (edited) => {
    const { revision, application } = edited
    const {
      changes: said,
      cleared: emptied,
      numbers,
      conflicts,
      superseded,
    } = mergeAnswers(form, edited, read.answers, order)
    const writer = { device: order?.device ?? '', numbers }
    const newest = Math.max(0, ...Object.values(numbers))
    const clearing = { ...writer, numbers: Object.fromEntries(emptied.map((key) => [key, newest])) }
    // First the posted answers, then what they clear: the history records even an answer that is hidden on arrival.
    const merged = { ...application.answer, ...said }
    const blanks = Object.fromEntries(emptied.flatMap((key) => ((merged[key] ?? '') === '' ? [] : [[key, '']])))
    await edited.detach(emptied)
    let reached = revision
    for (const [changed, by] of [
      [said, writer],
      [blanks, clearing],
    ] as const) {
      if (Object.keys(changed).length > 0) reached = await edited.write(changed, by)
    }
    if (order !== undefined) await edited.note(repeated(edited, writer, { ...said, ...blanks }, now()))
    return {
      message: 'Your answers are saved.',
      previous_revision: revision,
      revision: reached,
      saved_at: now().toISOString(),
      cleared: [...emptied],
      ignored: [...read.ignored],
      conflicts: { ...conflicts },
      superseded: { ...superseded },
    }
  })
}

/** Writings of keys whose posted answer is stored already: their numbers still supersede this device's older ones. */
const repeated = (
  { storedWritings }: StoredApplication,
  { device, numbers }: Writer,
  written: Answers,
  at: Date,
): Readonly<Record<string, StoredWriting>> =>
  Object.fromEntries(
    Object.entries(numbers).flatMap(([key, number]) => {
      if (Object.hasOwn(written, key)) return []
      const [revision = 0, , , since = at.getTime(), toldAt = 0, isTold = true] = storedWritings[key] ?? []
      return [[key, [revision, device, number, since, toldAt, isTold]]]
    }),
  )
