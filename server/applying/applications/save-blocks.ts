import type { Body, Reply } from '../../../api/index.ts'
import {
  type AnswerOrder,
  entriesShown,
  everyItem,
  type Form,
  gatesIn,
  isChangedElsewhere,
  isGiven,
  keysAnsweredTogether,
  type LastWrite,
  questionsByKey,
  type Register,
  type Repeated,
  say,
  sensitiveGatesIn,
  type Tabs,
  withoutEntry,
  withoutSecrets,
} from '../../../engine/index.ts'
import type { StoredWrite } from '../../platform/database/index.ts'
import { type Refusal, refusal } from '../../platform/http/index.ts'
import { registerOfInstitution } from '../../running/institution/index.ts'
import type { ApplicationDeps } from './application-deps.ts'
import { isConverting } from './attached-documents.ts'
import { editApplication } from './edit-application.ts'

/**
 * Stores the number of entries of a repeated block. A lower number names the entry to remove: the later entries'
 * answers and documents move down by one in the same transaction (docs/decisions/0020 says when that is refused).
 */
export async function saveAddAnother(
  deps: ApplicationDeps,
  owner: string,
  { button_id, num_components, removed }: Body<'saveAddAnother'>,
  order?: AnswerOrder,
): Promise<Reply<'saveAddAnother'> | Refusal> {
  const { form, institution } = deps
  if (gatesIn(form).includes(button_id)) return saveOpened(deps, owner, button_id, order)
  const block = repeatedBlock(form, button_id)
  if (!block) return refusal('unknown_block')
  if (num_components > block.entries.length) return refusal('too_many_entries')
  return editApplication(deps, owner, async (edited) => {
    const { revision, application, parked } = edited
    const message = say('Your entries are saved.')
    const decision = decisionForBlock(block, edited.lastWrite, order)
    if (decision === 'superseded') return { message, previous_revision: revision, revision, answer: {} }
    const count = entriesShown(block, application).length
    // When a removal arrives twice, the count is already lower the second time, and nothing moves.
    const removing = removed !== undefined && removed <= count && num_components === count - 1
    if (num_components < count && !removing) return refusal('removal_not_named')
    if (removing && decision === 'conflict') return refusal('changed_elsewhere', { revision })
    const shown = removing ? withoutEntry(block, removed, application).answer : {}
    // What the form does not ask any more belongs to its entry too, and comes back with it.
    const whole = withParked(block, Object.keys(parked), registerOfInstitution(institution))
    const all = { ...application, answer: { ...application.answer, ...parked } }
    const answer = removing ? withoutEntry(whole, removed, all).answer : {}
    if (removing) await edited.move(whole, removed)
    edited.put({ add_another: { ...application.add_another, [block.id]: num_components } })
    const isChanged = num_components !== count || Object.keys(answer).length > 0
    const writer = writerOfBlock(block.id, Object.keys(answer), order)
    const newRevision = isChanged ? edited.write(answer, writer) : revision
    edited.recordWrites({ [nameOf(block.id)]: blockWrite(block.id, newRevision, order, deps.now()) })
    return { message, previous_revision: revision, revision: newRevision, answer: withoutSecrets(form, shown) }
  })
}

/** A block with the keys that an edition took away, in the entries to which they belong. */
function withParked(block: Repeated, parked: readonly string[], register: Register): Repeated {
  const asked = new Set(block.keys)
  const rows = new Map(register.keys.map((row) => [row.key, row]))
  const ends = parked.flatMap((key) => {
    const inside = rows.get(key)?.entry?.prefix
    if (asked.has(key) || inside === undefined) return []
    // That of the first entry may be the beginning of the others'.
    const prefixes = block.entries.map(({ prefix }) => prefix).filter((prefix) => inside.startsWith(prefix))
    const [prefix] = prefixes.toSorted((one, other) => other.length - one.length)
    return prefix === undefined ? [] : [key.slice(prefix.length)]
  })
  const more = [...new Set(ends)]
  const entries = block.entries.map((entry) => ({
    ...entry,
    keys: [...entry.keys, ...more.map((end) => entry.prefix + end)],
  }))
  return { ...block, entries, keys: entries.flatMap(({ keys }) => keys) }
}

/**
 * Stores that something was opened. It stays so: a "no" or an answer behind it says more. Where nothing said so before,
 * it is a writing of the question that opens it, so that a "no" of a device that has not heard of it is a conflict.
 */
const saveOpened = (deps: ApplicationDeps, owner: string, gate: string, order: AnswerOrder | undefined) =>
  editApplication(deps, owner, async (edited) => {
    const { revision, application, openedGates } = edited
    const { form } = deps
    const isOpen = openedGates.includes(gate) || application.add_another[gate] !== undefined
    if (sensitiveGatesIn(form).includes(gate)) edited.put({ opened_gates: [...new Set([...openedGates, gate])] })
    else edited.put({ add_another: { ...application.add_another, [gate]: 1 } })
    const isAnswered = keysAnsweredTogether(form, gate).some((key) => isGiven(application.answer[key]))
    const isWriting = questionsByKey(form).has(gate) && !isOpen && !isAnswered
    const newRevision = isWriting ? edited.write({}) : revision
    if (isWriting) edited.recordWrites({ [gate]: blockWrite(gate, newRevision, order, deps.now()) })
    return { message: say('Your entries are saved.'), previous_revision: revision, revision: newRevision, answer: {} }
  })

const repeatedBlock = (form: Form, id: string): Repeated | undefined =>
  everyItem(form).find((item): item is Repeated => item.kind === 'repeated' && item.id === id)

/**
 * Stores the chosen tab, empties every answer of the group and detaches its documents, all or nothing (requirements
 * 4.tabs.4, 4.tabs.5 and 4.tabs.6).
 */
export async function saveTab(
  deps: ApplicationDeps,
  owner: string,
  { tab_id, chosen_tab }: Body<'saveTab'>,
  order?: AnswerOrder,
): Promise<Reply<'saveTab'> | Refusal> {
  const group = tabGroup(deps.form, tab_id)
  if (!group?.tabs.some((tab) => tab.id === chosen_tab)) return refusal('unknown_block')
  return editApplication(deps, owner, async (edited) => {
    const { id, transaction, revision, application } = edited
    const message = say('Your choice is saved.')
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
    edited.recordWrites({ [nameOf(group.id)]: blockWrite(group.id, newRevision, order, deps.now()) })
    return { message, cleared, previous_revision: revision, revision: newRevision }
  })
}

const tabGroup = (form: Form, id: string): Tabs | undefined =>
  everyItem(form).find((item): item is Tabs => item.kind === 'tabs' && item.id === id)

/** The name of a block's count or tab among the writes. It cannot be equal to a key, because keys contain no space. */
const nameOf = (blockId: string) => `block ${blockId}`

/**
 * What the order means for a change to a block: `superseded` if this device has changed the block since, `conflict` if
 * another device has changed the block or an answer in it since this device loaded it, otherwise `accepted`
 * (docs/decisions/0020).
 */
function decisionForBlock(
  block: { readonly id: string; readonly keys: readonly string[] },
  lastWrite: (key: string) => LastWrite | undefined,
  order: AnswerOrder | undefined,
): 'accepted' | 'superseded' | 'conflict' {
  const write = order?.keys[block.id]
  if (order === undefined || write === undefined) return 'accepted'
  const last = lastWrite(nameOf(block.id))
  if (last?.device === order.device && write.number <= last.number) return 'superseded'
  const names = [nameOf(block.id), ...block.keys]
  return names.some((name) => isChangedElsewhere(lastWrite(name), order.device, write.over)) ? 'conflict' : 'accepted'
}

/** A change to a block writes every key that it moves or clears. */
const writerOfBlock = (blockId: string, keys: readonly string[], order: AnswerOrder | undefined) => ({
  device: order?.device ?? '',
  numbers: Object.fromEntries(keys.map((key) => [key, order?.keys[blockId]?.number ?? 0])),
})

/** The write of the block itself. */
function blockWrite(blockId: string, revision: number, order: AnswerOrder | undefined, at: Date): StoredWrite {
  const { device, numbers } = writerOfBlock(blockId, [blockId], order)
  return [revision, device, numbers[blockId] ?? 0, at.getTime(), at.getTime(), true]
}
