import type { ReactNode } from 'react'
import styles from './alert-line.module.css'
import { Icon } from './icon.tsx'
import { Frame } from './layout/frame.tsx'

/** One announcement above everything else on the page, in a region named `label`. */
export function AlertLine({ label = 'Announcement', children }: { label?: string; children: ReactNode }) {
  return (
    <section className={styles.alert} aria-label={label}>
      <Frame className={styles.row}>
        <Icon name="alert" />
        <p>{children}</p>
      </Frame>
    </section>
  )
}
