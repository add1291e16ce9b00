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
 * Saves answers by key: keys that are present are written, keys that are absent are left alone (7.answer.1), unless the
 * order says that something newer stands there (docs/decisions/0020). What the merged answers contradict or hide is
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
    const { said, emptied, numbers, conflicts, superseded } = mergeAnswers(form, edited, read.answers, order)
    const writer = { device: order?.device ?? '', numbers }
    const newest = Math.max(0, ...Object.values(numbers))
    const clearing = { ...writer, numbers: Object.fromEntries(emptied.map((key) => [key, newest])) }
    // First what was said, then what it rules out: an answer hidden the moment it arrives still stands in the history.
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

/** The writings of keys that say again what stands there: their number counts against what this device wrote before. */
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
