import type { ReactNode } from 'react'
import styles from './field-label.module.css'

export type FieldLabelProps = {
  /** The control it names; a fieldset's label is its legend. */
  htmlFor?: string
  optional: boolean
  children: ReactNode
}

/** What is asked. Optional is marked, required is not: most questions are required. */
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
