import type { ReactNode } from 'react'
import styles from './part.module.css'

/** The controls of one question, side by side. */
export function Parts({ children }: { children: ReactNode }) {
  return <div className={styles.parts}>{children}</div>
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
