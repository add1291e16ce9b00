import type { Section } from '../../../engine/index.ts'
import { Group } from '../../parts/index.ts'
import type { BlockProps } from './draw.ts'

/** A titled group of a page, with its heading in the left column. */
export function SectionBlock({ block, draw }: BlockProps<Section>) {
  return (
    <Group title={block.title} note={block.note}>
      {draw(block.items)}
    </Group>
  )
}
