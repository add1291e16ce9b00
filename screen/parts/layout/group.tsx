import { type ComponentProps, type ReactNode, useId } from 'react'
import { classNames } from '../class-names.ts'
import { Columns } from './columns.tsx'
import styles from './group.module.css'

type GroupProps = Omit<ComponentProps<'section'>, 'title'> & {
  title: ReactNode
  /** A sentence under the title. */
  note?: ReactNode
  /** Leaves out the line above, which the first group under a colored band does not need. */
  unruled?: boolean
}

/** A titled group: the heading stays visible in the left column while scrolling; the content is in the text column. */
export function Group({ title, note, unruled, className, children, ...rest }: GroupProps) {
  const headingId = useId()
  return (
    <section
      {...rest}
      className={classNames(styles.group, unruled && styles.unruled, className)}
      aria-labelledby={headingId}
    >
      <Columns>
        <div className={styles.head}>
          <h2 id={headingId}>{title}</h2>
          {note && <p className={styles.note}>{note}</p>}
        </div>
        <div className={styles.body}>{children}</div>
      </Columns>
    </section>
  )
}
