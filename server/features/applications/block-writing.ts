import { type AnswerOrder, isChangedElsewhere, type LastWrite } from '../../../engine/index.ts'
import type { StoredWriting } from '../../platform/database/index.ts'

/** The name of a block's count or tab among the writings. It cannot clash with a key: keys contain no space. */
const nameOf = (blockId: string) => `block ${blockId}`

/**
 * What the order means for a change to a block: `late` if this device has changed the block since, `moved` if another
 * device has changed the block or an answer in it since this device read it, otherwise `counts` (docs/decisions/0020).
 */
export function verdictOnBlock(
  block: { readonly id: string; readonly keys: readonly string[] },
  writings: Readonly<Record<string, LastWrite>>,
  order: AnswerOrder | undefined,
): 'counts' | 'late' | 'moved' {
  const own = order?.keys[block.id]
  if (order === undefined || own === undefined) return 'counts'
  const last = writings[nameOf(block.id)]
  if (last?.device === order.device && own.number <= last.number) return 'late'
  const names = [nameOf(block.id), ...block.keys]
  return names.some((name) => isChangedElsewhere(writings[name], order.device, own.over)) ? 'moved' : 'counts'
}

/** A change to a block writes every key that it moves or clears. */
export const writerOfBlock = (blockId: string, keys: readonly string[], order: AnswerOrder | undefined) => ({
  device: order?.device ?? '',
  numbers: Object.fromEntries(keys.map((key) => [key, order?.keys[blockId]?.number ?? 0])),
})

/** The writing of the block itself. */
export const blockWriting = (
  blockId: string,
  revision: number,
  order: AnswerOrder | undefined,
  at: Date,
): Readonly<Record<string, StoredWriting>> => {
  const { device, numbers } = writerOfBlock(blockId, [blockId], order)
  return { [nameOf(blockId)]: [revision, device, numbers[blockId] ?? 0, at.getTime(), at.getTime(), true] }
}
