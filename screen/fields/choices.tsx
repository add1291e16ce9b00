import type { ReactNode } from 'react'
import styles from './choices.module.css'

/** Several choices: in boxes side by side or stacked, plainly one under the other, or in two columns where there is room. */
export function Choices({ as, children }: { as: 'boxes' | 'stack' | 'list' | 'columns'; children: ReactNode }) {
  return <div className={styles[as]}>{children}</div>
}
