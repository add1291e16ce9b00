import type { ReactNode } from 'react'
import styles from './desk.module.css'

/** A part of a page under a heading of its own; `narrow` for what is read or typed rather than a table. */
export const StaffSection = ({
  title,
  narrow = false,
  children,
}: {
  title: string
  narrow?: boolean
  children: ReactNode
}) => (
  <section aria-label={title} className={narrow ? styles.narrow : styles.section}>
    <h2>{title}</h2>
    {children}
  </section>
)
