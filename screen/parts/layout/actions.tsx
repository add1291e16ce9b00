import type { ReactNode } from 'react'
import styles from './actions.module.css'
import { Columns } from './columns.tsx'

type ActionsProps = {
  /** What leads back: a quiet button, which stands in the rail. */
  back?: ReactNode
  /** What leads on, the main button last. */
  children: ReactNode
}

/** The last row of a page. The order on the screen is the order in the source. */
export function Actions({ back, children }: ActionsProps) {
  return (
    <Columns className={styles.actions}>
      {back && <div className={styles.back}>{back}</div>}
      <div className={styles.onward}>{children}</div>
    </Columns>
  )
}
