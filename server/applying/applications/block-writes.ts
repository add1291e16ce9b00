import { type AnswerOrder, isChangedElsewhere, type LastWrite } from '../../../engine/index.ts'
import type { StoredWrite } from '../../platform/database/index.ts'

/** The name of a block's count or tab among the writes. It cannot be equal to a key, because keys contain no space. */
const nameOf = (blockId: string) => `block ${blockId}`

/**
 * What the order means for a change to a block: `superseded` if this device has changed the block since, `conflict` if
 * another device has changed the block or an answer in it since this device loaded it, otherwise `accepted`
 * (docs/decisions/0020).
 */
export function decisionForBlock(
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
export const writerOfBlock = (blockId: string, keys: readonly string[], order: AnswerOrder | undefined) => ({
  device: order?.device ?? '',
  numbers: Object.fromEntries(keys.map((key) => [key, order?.keys[blockId]?.number ?? 0])),
})

/** The write of the block itself. */
export const blockWrite = (
  blockId: string,
  revision: number,
  order: AnswerOrder | undefined,
  at: Date,
): Readonly<Record<string, StoredWrite>> => {
  const { device, numbers } = writerOfBlock(blockId, [blockId], order)
  return { [nameOf(blockId)]: [revision, device, numbers[blockId] ?? 0, at.getTime(), at.getTime(), true] }
}
