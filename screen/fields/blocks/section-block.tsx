import { isOptional, type Section } from '../../../engine/index.ts'
import { SectionFrame } from '../layout/index.ts'
import { MarkedOnce } from '../store/index.ts'
import type { BlockProps } from './draw.ts'
import styles from './section-block.module.css'

/** A titled group of a page, with its heading in the left column. If nothing in it is required, the heading says so. */
export function SectionBlock({ block, draw }: BlockProps<Section>) {
  const optional = isOptional(block)
  const title = optional ? (
    <>
      {block.title} <span className={styles.optional}>(optional)</span>
    </>
  ) : (
    block.title
  )
  return (
    <SectionFrame id={block.id} title={title} note={block.note}>
      <MarkedOnce value={optional}>{draw(block.items)}</MarkedOnce>
    </SectionFrame>
  )
}
