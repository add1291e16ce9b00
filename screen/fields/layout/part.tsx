import type { ReactNode } from 'react'
import { classNames } from '../../parts/index.ts'
import styles from './part.module.css'

/** The controls of one question, side by side. A month and a year are narrow, so that two dates fit on a line. */
export function Parts({ as, children }: { as?: 'month and year'; children: ReactNode }) {
  return <div className={classNames(styles.parts, as && styles.month)}>{children}</div>
}

/** One of these controls, with its own small label. */
export function Part({ id, label, children }: { id: string; label: string; children: ReactNode }) {
  return (
    <div className={styles.part}>
      <label htmlFor={id}>{label}</label>
      {children}
    </div>
  )
}
