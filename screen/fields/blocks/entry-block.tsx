import { useId } from 'react'
import type { Entry } from '../../../engine/index.ts'
import { Button, VisuallyHidden } from '../../parts/index.ts'
import type { BlockProps } from './draw.ts'
import styles from './entry-block.module.css'

export type EntryBlockProps = BlockProps<Entry> & {
  /** Another action is running in the block, so nothing can be removed. */
  busy?: boolean
  onRemove?: () => void
}

/** One entry of a repeated block, on a tinted background that sets it apart. The first entry cannot be removed. */
export function EntryBlock({ block, draw, busy, onRemove }: EntryBlockProps) {
  const headingId = useId()
  return (
    <fieldset className={styles.entry} aria-labelledby={headingId}>
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
