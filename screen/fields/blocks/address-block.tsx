import { useMemo } from 'react'
import type { Address } from '../../../engine/index.ts'
import { BlockFieldset } from '../layout/index.ts'
import { SearchedContext, searchedIn } from '../lookup/index.ts'
import type { BlockProps } from './draw.ts'

/** A postal address under its legend. Its first line has a search. */
export function AddressBlock({ block, draw }: BlockProps<Address>) {
  const searched = useMemo(() => searchedIn(block), [block])
  return (
    <BlockFieldset name={`${block.keys[0]}-group`} legend={block.label} help={block.help}>
      <SearchedContext value={searched}>{draw(block.items)}</SearchedContext>
    </BlockFieldset>
  )
}
