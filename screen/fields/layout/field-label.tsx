import type { ReactNode } from 'react'
import styles from './field-label.module.css'

export type FieldLabelProps = {
  /** The id of the control it labels. Without one it is a legend, for a fieldset. */
  htmlFor?: string
  optional: boolean
  children: ReactNode
}

/** The text of the question. It marks optional questions, not required ones, because most are required. */
export function FieldLabel({ htmlFor, optional, children }: FieldLabelProps) {
  const words = (
    <>
      {children}
      {optional && <span className={styles.optional}> (optional)</span>}
    </>
  )
  if (htmlFor === undefined) return <legend className={styles.label}>{words}</legend>
  return (
    <label className={styles.label} htmlFor={htmlFor}>
      {words}
    </label>
  )
}
