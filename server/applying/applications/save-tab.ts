import type { Body, Reply } from '../../../api/index.ts'
import { type AnswerOrder, everyItem, type Form, type Tabs } from '../../../engine/index.ts'
import { type Refusal, refusal } from '../../platform/http/index.ts'
import type { Applications } from './applications.ts'
import { isConverting } from './attached-documents.ts'
import { blockWrite, decisionForBlock, writerOfBlock } from './block-writes.ts'
import { editApplication } from './edit-application.ts'

/**
 * Stores the chosen tab, empties every answer of the group and detaches its documents, all or nothing (requirements
 * 4.tabs.4, 4.tabs.5 and 4.tabs.6).
 */
export async function saveTab(
  applications: Applications,
  owner: string,
  { tab_id, chosen_tab }: Body<'saveTab'>,
  order?: AnswerOrder,
): Promise<Reply<'saveTab'> | Refusal> {
  const group = tabGroup(applications.form, tab_id)
  if (!group?.tabs.some((tab) => tab.id === chosen_tab)) return refusal('unknown_block')
  return editApplication(applications, owner, async (edited) => {
    const { id, transaction, revision, application } = edited
    const message = 'Your choice is saved.'
    const decision = decisionForBlock(group, edited.lastWrite, order)
    const isChosen = (application.tabs[tab_id] ?? group.tabs[0]?.id) === chosen_tab
    if (isChosen || decision === 'superseded') return { message, previous_revision: revision, revision, cleared: [] }
    if (decision === 'conflict') return refusal('changed_elsewhere', { revision })
    if (await isConverting(transaction, id, group.keys)) return refusal('conversion_running')
    const cleared = group.keys.filter((key) => (application.answer[key] ?? '') !== '')
    edited.put({ tabs: { ...application.tabs, [tab_id]: chosen_tab } })
    await edited.detach(group.keys)
    const blanks = Object.fromEntries(cleared.map((key) => [key, '']))
    const writer = writerOfBlock(group.id, group.keys, order)
    const newRevision = edited.write(blanks, writer)
    edited.recordWrites(blockWrite(group.id, newRevision, order, applications.now()))
    return { message, cleared, previous_revision: revision, revision: newRevision }
  })
}

const tabGroup = (form: Form, id: string): Tabs | undefined =>
  everyItem(form).find((item): item is Tabs => item.kind === 'tabs' && item.id === id)
