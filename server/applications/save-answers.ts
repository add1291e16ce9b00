import type { Reply } from '../../api/index.ts'
import { withoutHidden } from '../../engine/index.ts'
import { inTransaction } from '../database/index.ts'
import { type Refusal, refusal } from '../http/index.ts'
import { lockedApplicationOf } from './application-row.ts'
import type { Applications } from './applications.ts'
import { detachDocuments } from './attached-documents.ts'
import { isSubmitted } from './is-submitted.ts'
import { readPostedAnswers } from './read-posted-answers.ts'
import type { Answers } from './stored-answers.ts'
import { writeAnswers } from './write-answers.ts'

/**
 * Saves answers by key: keys that are present are written, keys that are absent are left alone (design §4). What a
 * condition hides after the merge is emptied in the same save and named in `cleared`.
 */
export async function saveAnswers(
  applications: Applications,
  accountId: string,
  posted: Answers,
): Promise<Reply<'saveAnswers'> | Refusal> {
  const read = readPostedAnswers(posted, applications.form)
  if (read.kind === 'refused') return refusal(read.code, { keys: read.keys })
  return inTransaction(applications.database.db, async (transaction) => {
    const { id, revision, application } = await lockedApplicationOf(applications, transaction, accountId)
    if (await isSubmitted(transaction, id)) return refusal('already_submitted')
    const merged = { ...application, answer: { ...application.answer, ...read.answers } }
    const { cleared } = withoutHidden(applications.form, merged)
    // First what was said, then what it hides: an answer hidden the moment it arrives still stands in the history.
    const writes = [changedAnswers(application.answer, read.answers), changedAnswers(merged.answer, blanks(cleared))]
    await detachDocuments(transaction, id, cleared)
    let reached = revision
    for (const changed of writes) {
      if (Object.keys(changed).length > 0) reached = await writeAnswers(applications, transaction, id, changed)
    }
    return {
      message: 'Your answers are saved.',
      revision: reached,
      saved_at: applications.now().toISOString(),
      cleared: [...cleared],
      ignored: [...read.ignored],
    }
  })
}

const blanks = (keys: readonly string[]): Answers => Object.fromEntries(keys.map((key) => [key, '']))

const changedAnswers = (stored: Answers, wanted: Answers): Answers =>
  Object.fromEntries(Object.entries(wanted).filter(([key, value]) => (stored[key] ?? '') !== value))
