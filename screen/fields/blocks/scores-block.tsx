import type { Scores } from '../../../engine/index.ts'
import { BlockFieldset } from '../layout/index.ts'
import type { BlockProps } from './draw.ts'

/** The date and scores of one test under its legend. */
export const ScoresBlock = ({ block, draw }: BlockProps<Scores>) => (
  <BlockFieldset name={`${block.keys[0]}-group`} legend={block.label}>
    {draw(block.items)}
  </BlockFieldset>
)
