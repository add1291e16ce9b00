import type { ReactNode } from 'react'
import styles from './actions.module.css'
import { Columns } from './columns.tsx'

type ActionsProps = {
  /** The way back: a quiet button in the heading column. */
  back?: ReactNode
  /** The ways forward, with the main button last. */
  children: ReactNode
}

/** The last row of a page. The order on screen matches the order in the source. */
export function Actions({ back, children }: ActionsProps) {
  return (
    <Columns className={styles.actions}>
      {back && <div className={styles.back}>{back}</div>}
      <div className={styles.onward}>{children}</div>
    </Columns>
  )
}
