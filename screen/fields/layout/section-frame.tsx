import type { ReactNode } from 'react'
import { sectionHeadingId } from './focus-question.ts'
import styles from './section-frame.module.css'

type SectionFrameProps = {
  id: string
  title: ReactNode
  /** A sentence under the title. */
  note?: string | undefined
  children: ReactNode
}

/** A titled section of a page. Its heading can take the focus, for links that lead to the section. */
export function SectionFrame({ id, title, note, children }: SectionFrameProps) {
  const headingId = sectionHeadingId(id)
  return (
    <section className={styles.section} aria-labelledby={headingId} data-section={id}>
      <div>
        <h2 id={headingId} tabIndex={-1}>
          {title}
        </h2>
        {note && <p className={styles.note}>{note}</p>}
      </div>
      <div className={styles.body}>{children}</div>
    </section>
  )
}
