import type { Scores } from '../../../engine/index.ts'
import type { BlockProps } from '../draw.ts'
import { BlockFieldset } from './block-fieldset.tsx'

/** The date and scores of one test under its legend. */
export const ScoresBlock = ({ block, draw }: BlockProps<Scores>) => (
  <BlockFieldset name={`${block.keys[0]}-group`} legend={block.label}>
    {draw(block.items)}
  </BlockFieldset>
)
