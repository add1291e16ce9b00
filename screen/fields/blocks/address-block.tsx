import type { Address } from '../../../engine/index.ts'
import type { BlockProps } from '../draw.ts'
import { BlockFieldset } from './block-fieldset.tsx'

/** A postal address under its legend. */
export function AddressBlock({ block, draw }: BlockProps<Address>) {
  return (
    <BlockFieldset name={`${block.keys[0]}-group`} legend={block.label} help={block.help}>
      {draw(block.items)}
    </BlockFieldset>
  )
}
