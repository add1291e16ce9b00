import { type Alternatives, partsOf } from '../../../engine/index.ts'
import { BlockFieldset } from '../layout/index.ts'
import { MarkedOnce, useRequired } from '../store/index.ts'
import type { BlockProps } from './draw.ts'

/**
 * Questions of which one answer is enough. The legend says so, and none of them is marked. While there is no answer,
 * screen readers hear that one is required.
 */
export function AlternativesBlock({ block, draw }: BlockProps<Alternatives>) {
  const isOneMissing = useRequired(partsOf(block))
  return (
    <BlockFieldset
      name={`${block.keys[0]}-group`}
      legend={block.label}
      spoken={isOneMissing && 'One is required.'}
      help={block.help}
    >
      <MarkedOnce value={true}>{draw(block.items)}</MarkedOnce>
    </BlockFieldset>
  )
}
