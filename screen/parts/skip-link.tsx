import type { MouseEvent, ReactNode } from 'react'
import styles from './skip-link.module.css'

/**
 * The first Tab stop: skips the header and navigation and goes to the element with the id `to`. Does not change the
 * URL.
 */
export function SkipLink({ to, children }: { to: string; children: ReactNode }) {
  const skip = (event: MouseEvent) => {
    const target = document.getElementById(to)
    if (!target) return
    event.preventDefault()
    if (!target.hasAttribute('tabindex')) target.tabIndex = -1
    target.focus()
    target.scrollIntoView()
  }
  return (
    <a className={styles.skip} href={`#${to}`} onClick={skip}>
      {children}
    </a>
  )
}
