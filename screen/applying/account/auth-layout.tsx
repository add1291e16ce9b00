import type { ReactNode } from 'react'
import { Frame } from '../../parts/index.ts'
import styles from './account.module.css'

/** The page layout around an account card. */
export function AuthLayout({ children }: { children: ReactNode }) {
  return (
    <main id="main" className={styles.layout} data-toasts-aside>
      <Frame>{children}</Frame>
    </main>
  )
}
