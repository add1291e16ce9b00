import type { Alternatives } from '../../../engine/index.ts'
import { BlockFieldset } from '../layout/index.ts'
import { MarkedOnce } from '../store/index.ts'
import type { BlockProps } from './draw.ts'

/** Questions of which one answer is enough. The legend says so, and none of them is marked. */
export function AlternativesBlock({ block, draw }: BlockProps<Alternatives>) {
  return (
    <BlockFieldset name={`${block.keys[0]}-group`} legend={block.label} help={block.help}>
      <MarkedOnce value={true}>{draw(block.items)}</MarkedOnce>
    </BlockFieldset>
  )
}
