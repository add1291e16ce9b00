import { useId } from 'react'
import type { Copy } from '../../../engine/index.ts'
import { Button, VisuallyHidden } from '../../parts/index.ts'
import type { BlockProps } from '../draw.ts'
import styles from './copy-block.module.css'

export type CopyBlockProps = BlockProps<Copy> & {
  /** Nothing is removed while something else is under way in the block. */
  busy?: boolean
  onRemove?: () => void
}

/** One copy of a repeated block, on a tint that makes it one thing. The first cannot be removed. */
export function CopyBlock({ block, draw, busy, onRemove }: CopyBlockProps) {
  const headingId = useId()
  return (
    <fieldset className={styles.copy} aria-labelledby={headingId}>
      <div className={styles.head}>
        <h3 id={headingId}>{block.title}</h3>
        {block.number > 1 && (
          <Button variant="quiet" size="small" leading="trash" flush="end" busy={busy} onClick={onRemove}>
            Remove<VisuallyHidden> {block.title}</VisuallyHidden>
          </Button>
        )}
      </div>
      {draw(block.items)}
    </fieldset>
  )
}
