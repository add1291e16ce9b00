import type { ReactNode } from 'react'
import styles from './choices.module.css'

/** A set of choices: in boxes side by side or stacked, in a plain list, or in two columns if there is room. */
export function Choices({ as, children }: { as: 'boxes' | 'stack' | 'list' | 'columns'; children: ReactNode }) {
  return <div className={styles[as]}>{children}</div>
}
