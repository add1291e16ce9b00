import type { Body, Reply } from '../../api/index.ts'
import { type Copy, everyItem, type Form, type Repeated } from '../../engine/index.ts'
import { inTransaction } from '../database/index.ts'
import { type Refusal, refusal } from '../http/index.ts'
import { lockedApplicationOf, type StoredApplication } from './application-row.ts'
import type { Applications } from './applications.ts'
import { isSubmitted } from './is-submitted.ts'
import type { Answers } from './stored-answers.ts'
import { writeAnswers } from './write-answers.ts'

/**
 * Stores how many copies of a repeated block there are. A lower number names the copy to remove: the later copies'
 * answers move down by one in the same transaction (decision 26).
 */
export async function saveAddAnother(
  applications: Applications,
  accountId: string,
  { button_id, num_components, removed }: Body<'saveAddAnother'>,
): Promise<Reply<'saveAddAnother'> | Refusal> {
  const block = repeatedBlock(applications.form, button_id)
  if (!block) return refusal('unknown_block')
  if (num_components > block.copies.length) return refusal('too_many_copies')
  return inTransaction(applications.database.db, async (transaction) => {
    const stored = await lockedApplicationOf(applications, transaction, accountId)
    if (await isSubmitted(transaction, stored.id)) return refusal('already_submitted')
    const count = stored.application.add_another[block.id] ?? 1
    // A removal that arrives twice finds the count already lowered, and moves nothing the second time.
    const removing = removed !== undefined && removed <= count && num_components === count - 1
    if (num_components < count && !removing) return refusal('removal_not_named')
    const moved = removing ? movedDown(block, removed, stored) : {}
    await transaction
      .updateTable('application')
      .set({ add_another: JSON.stringify({ ...stored.application.add_another, [block.id]: num_components }) })
      .where('id', '=', stored.id)
      .execute()
    const revision =
      Object.keys(moved).length > 0 ? await writeAnswers(applications, transaction, stored.id, moved) : stored.revision
    return { message: 'Your entries are saved.', revision, answer: moved }
  })
}

const repeatedBlock = (form: Form, id: string): Repeated | undefined =>
  everyItem(form).find((item): item is Repeated => item.kind === 'repeated' && item.id === id)

/** The answers that change when one copy goes: each later copy takes the place before it, the last becomes empty. */
function movedDown({ copies }: Repeated, removed: number, { application }: StoredApplication): Answers {
  const changed: Record<string, string> = {}
  copies.slice(removed - 1).forEach((copy, index, rest) => {
    const next: Copy | undefined = rest[index + 1]
    copy.keys.forEach((key, at) => {
      const source = next?.keys[at]
      const value = source === undefined ? '' : (application.answer[source] ?? '')
      if ((application.answer[key] ?? '') !== value) changed[key] = value
    })
  })
  return changed
}
