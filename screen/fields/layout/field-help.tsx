import type { ReactNode } from 'react'
import styles from './field-help.module.css'

/** A sentence of help under the label. */
export function FieldHelp({ id, children }: { id: string; children: ReactNode }) {
  return (
    <p className={styles.help} id={id}>
      {children}
    </p>
  )
}
