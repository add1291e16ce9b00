import type { Body, Reply } from '../../../api/index.ts'
import {
  type AnswerOrder,
  entriesShown,
  everyItem,
  type Form,
  gatesIn,
  type Repeated,
  withoutEntry,
  withoutSecrets,
} from '../../../engine/index.ts'
import { type Refusal, refusal } from '../../platform/http/index.ts'
import type { Applications } from './applications.ts'
import { blockWrite, decisionForBlock, writerOfBlock } from './block-writes.ts'
import { editApplication } from './edit-application.ts'

/**
 * Stores the number of entries of a repeated block. A lower number names the entry to remove: the later entries'
 * answers and documents move down by one in the same transaction (docs/decisions/0020 says when that is refused).
 */
export async function saveAddAnother(
  applications: Applications,
  owner: string,
  { button_id, num_components, removed }: Body<'saveAddAnother'>,
  order?: AnswerOrder,
): Promise<Reply<'saveAddAnother'> | Refusal> {
  const { form } = applications
  if (gatesIn(form).includes(button_id)) return saveOpened(applications, owner, button_id)
  const block = repeatedBlock(form, button_id)
  if (!block) return refusal('unknown_block')
  if (num_components > block.entries.length) return refusal('too_many_entries')
  return editApplication(applications, owner, async (edited) => {
    const { revision, application } = edited
    const message = 'Your entries are saved.'
    const decision = decisionForBlock(block, edited.lastWrite, order)
    if (decision === 'superseded') return { message, previous_revision: revision, revision, answer: {} }
    const count = entriesShown(block, application).length
    // When a removal arrives twice, the count is already lower the second time, and nothing moves.
    const removing = removed !== undefined && removed <= count && num_components === count - 1
    if (num_components < count && !removing) return refusal('removal_not_named')
    if (removing && decision === 'conflict') return refusal('changed_elsewhere', { revision })
    const remaining = removing ? withoutEntry(block, removed, application) : undefined
    if (removing) await edited.move(block, removed)
    const answer = remaining?.answer ?? {}
    edited.put({ add_another: { ...application.add_another, [block.id]: num_components } })
    const isChanged = num_components !== count || Object.keys(answer).length > 0
    const writer = writerOfBlock(block.id, Object.keys(answer), order)
    const newRevision = isChanged ? edited.write(answer, writer) : revision
    edited.recordWrites(blockWrite(block.id, newRevision, order, applications.now()))
    return { message, previous_revision: revision, revision: newRevision, answer: withoutSecrets(form, answer) }
  })
}

/** Stores that something was opened. It stays so: a "no" or an answer behind it says more. */
const saveOpened = (applications: Applications, owner: string, id: string) =>
  editApplication(applications, owner, async ({ revision, application, put }) => {
    put({ add_another: { ...application.add_another, [id]: 1 } })
    return { message: 'Your entries are saved.', previous_revision: revision, revision, answer: {} }
  })

const repeatedBlock = (form: Form, id: string): Repeated | undefined =>
  everyItem(form).find((item): item is Repeated => item.kind === 'repeated' && item.id === id)
