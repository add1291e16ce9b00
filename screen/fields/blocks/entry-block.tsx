import { useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Entry } from '../../../engine/index.ts'
import { Button, classNames, lazyPart, VisuallyHidden } from '../../parts/index.ts'
import { controlFor, EntryTitleContext, Foldable } from '../layout/index.ts'
import type { BlockProps } from './draw.ts'
import styles from './entry-block.module.css'
import type { FoldedEntries } from './use-folded-entries.ts'

const EntryLine = lazyPart(async () => (await import('./entry-line.tsx')).EntryLine, { preloaded: true })

type EntryBlockProps = BlockProps<Entry> & {
  folding?: FoldedEntries
  /** Another action is running in the block, so nothing can be removed. */
  busy?: boolean
  onRemove?: () => void
}

/**
 * One entry of a repeated block, on a tinted background that sets it apart, or folded to a line. The first entry cannot
 * be removed.
 */
export function EntryBlock({ block, draw, folding, busy, onRemove }: EntryBlockProps) {
  const headingId = useId()
  const { title, number, keys, items } = block
  const isFolded = folding?.isFolded(block) ?? false
  const [isEdited, setEdited] = useState(false)
  const editButton = useRef<HTMLButtonElement>(null)
  const edit = () => {
    flushSync(() => {
      setEdited(true)
      folding?.open(block)
    })
    folding?.enter(block) // the pressed button is gone, so its click no longer tells where the person is
    controlFor(keys[0] ?? '')?.focus()
  }
  const finish = () => {
    flushSync(() => {
      setEdited(false)
      folding?.fold(block)
    })
    editButton.current?.focus() // absent while something is missing, and then the entry stays open
  }
  return (
    <fieldset
      className={classNames(styles.entry, isFolded && styles.folded)}
      aria-labelledby={headingId}
      data-entry={number}
    >
      <div className={styles.head}>
        <h3 id={headingId}>{title}</h3>
        <div className={styles.actions}>
          {isFolded && (
            <Button ref={editButton} variant="quiet" size="small" onClick={edit}>
              <span>Edit</span>
              <VisuallyHidden>{` ${title}`}</VisuallyHidden>
            </Button>
          )}
          {number > 1 && (
            <Button variant="quiet" size="small" leading="trash" busy={busy} onClick={onRemove}>
              <span>Remove</span>
              <VisuallyHidden>{` ${title}`}</VisuallyHidden>
            </Button>
          )}
        </div>
      </div>
      {isFolded && <EntryLine entry={block} />}
      <Foldable folded={isFolded} onReveal={() => folding?.open(block)}>
        <EntryTitleContext value={title}>{draw(items)}</EntryTitleContext>
        {isEdited && (
          <Button variant="outline" className={styles.done} onClick={finish}>
            <span>Done</span>
            <VisuallyHidden>{` with ${title}`}</VisuallyHidden>
          </Button>
        )}
      </Foldable>
    </fieldset>
  )
}
