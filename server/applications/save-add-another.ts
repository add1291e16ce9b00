import type { Body, Reply } from '../../api/index.ts'
import { copiesShown, everyItem, type Form, type Repeated, withoutCopy } from '../../engine/index.ts'
import { inTransaction } from '../database/index.ts'
import { type Refusal, refusal } from '../http/index.ts'
import { lockedApplicationOf } from './application-row.ts'
import type { Applications } from './applications.ts'
import { moveDocuments } from './attached-documents.ts'
import { isSubmitted } from './is-submitted.ts'
import { writeAnswers } from './write-answers.ts'

/**
 * Stores how many copies of a repeated block there are. A lower number names the copy to remove: the later copies'
 * answers and documents move down by one in the same transaction (decision 26).
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
    const { id, revision, application } = await lockedApplicationOf(applications, transaction, accountId)
    if (await isSubmitted(transaction, id)) return refusal('already_submitted')
    const count = copiesShown(block, application).length
    // A removal that arrives twice finds the count already lowered, and moves nothing the second time.
    const removing = removed !== undefined && removed <= count && num_components === count - 1
    if (num_components < count && !removing) return refusal('removal_not_named')
    const left = removing ? withoutCopy(block, removed, application) : undefined
    if (removing && left) await moveDocuments(transaction, id, block, removed, left.document_answer)
    const answer = left?.answer ?? {}
    await transaction
      .updateTable('application')
      .set({ add_another: JSON.stringify({ ...application.add_another, [block.id]: num_components }) })
      .where('id', '=', id)
      .execute()
    const hasMoved = Object.keys(answer).length > 0
    return {
      message: 'Your entries are saved.',
      revision: hasMoved ? await writeAnswers(applications, transaction, id, answer) : revision,
      answer,
    }
  })
}

const repeatedBlock = (form: Form, id: string): Repeated | undefined =>
  everyItem(form).find((item): item is Repeated => item.kind === 'repeated' && item.id === id)
