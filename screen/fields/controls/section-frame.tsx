import { type ReactNode, type RefObject, useLayoutEffect, useRef } from 'react'
import { Button, classNames, Icon, sentence } from '../../parts/index.ts'
import styles from './field.module.css'
import { sectionHeadingId } from './focus-question.ts'
import { Foldable } from './foldable.tsx'

type SectionFrameProps = {
  id: string
  title: ReactNode
  /** A sentence under the title. */
  note?: string | undefined
  /** Folds the section: to a line of its answers, or without one to the sentence under its title. */
  folded?: false | { readonly line?: ReactNode; readonly onOpen: () => void }
  /** Called when a link to the section or into it, or the browser's search, has opened it. */
  onReveal?: () => void
  ref?: RefObject<HTMLElement | null>
  /** Drawn at its end, folded or not. */
  below?: ReactNode
  children: ReactNode
}

/** A titled section of a page. Its heading can take the focus, for links that lead to the section. */
export function SectionFrame({ id, title, note, folded = false, onReveal, ref, below, children }: SectionFrameProps) {
  const headingId = sectionHeadingId(id)
  const noteId = `${headingId}-note`
  const own = useRef<HTMLElement>(null)
  const box = ref ?? own
  const line = folded ? folded.line : undefined
  useLayoutEffect(() => {
    const { current } = box
    if (!onReveal) return
    current?.addEventListener('beforematch', onReveal)
    return () => current?.removeEventListener('beforematch', onReveal)
  }, [box, onReveal])
  return (
    <section
      ref={box}
      className={classNames(styles.section, folded && styles.folded)}
      aria-labelledby={headingId}
      data-section={id}
    >
      <div className={styles.sectionHead}>
        <h2 id={headingId} tabIndex={-1}>
          {line && <Icon name="check" className={styles.check} />}
          <span>{title}</span>
        </h2>
        {folded && (
          <Button
            variant="quiet"
            size="small"
            flush="end"
            className={styles.edit}
            // What an unanswered section is good for is heard as it is seen, before it is opened.
            aria-describedby={note && !line ? noteId : undefined}
            onClick={folded.onOpen}
          >
            {line
              ? sentence('<seen>Edit</seen> {section}', { section: <span>{title}</span> })
              : sentence('<seen>Answer</seen> {section}', { section: <span>{title}</span> })}
          </Button>
        )}
        {note && (
          <p id={noteId} className={classNames(styles.sectionNote, line !== undefined && styles.unfoldedOnly)}>
            {note}
          </p>
        )}
        {line}
      </div>
      <Foldable folded={folded !== false} onReveal={onReveal}>
        {children}
      </Foldable>
      {below}
    </section>
  )
}
