import { useMemo } from 'react'
import type { Address } from '../../../engine/index.ts'
import type { BlockProps } from '../draw.ts'
import { SearchedContext, searchedIn } from '../lookup/searched.ts'
import { BlockFieldset } from './block-fieldset.tsx'

/** A postal address under its legend. Its first line has a search. */
export function AddressBlock({ block, draw }: BlockProps<Address>) {
  const searched = useMemo(() => searchedIn(block), [block])
  return (
    <BlockFieldset name={`${block.keys[0]}-group`} legend={block.label} help={block.help}>
      <SearchedContext value={searched}>{draw(block.items)}</SearchedContext>
    </BlockFieldset>
  )
}
