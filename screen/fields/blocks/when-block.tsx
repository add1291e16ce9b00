import type { When } from '../../../engine/index.ts'
import { useShown } from '../store/index.ts'
import type { BlockProps } from './draw.ts'
import { Revealed } from './revealed.tsx'

/** Questions that are asked only while a condition is true. */
export function WhenBlock({ block, draw }: BlockProps<When>) {
  return useShown(block.condition) && <Revealed items={block.items} draw={draw} />
}
