import { type ReactNode, Suspense } from 'react'
import { Frame, LoadingPage } from '../../parts/index.ts'
import styles from './auth-layout.module.css'

/** The ground on which an account card lies. */
export function AuthLayout({ children }: { children: ReactNode }) {
  return (
    <main id="main" className={styles.desk}>
      <Frame>
        {/* The field of a password comes behind its card. */}
        <Suspense fallback={<LoadingPage />}>{children}</Suspense>
      </Frame>
    </main>
  )
}
