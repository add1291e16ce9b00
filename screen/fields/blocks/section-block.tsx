import type { Section } from '../../../engine/index.ts'
import { Group } from '../../parts/index.ts'
import type { BlockProps } from '../draw.ts'

/** A titled group of the page, its heading in the rail. */
export function SectionBlock({ block, draw }: BlockProps<Section>) {
  return (
    <Group title={block.title} note={block.note}>
      {draw(block.items)}
    </Group>
  )
}
