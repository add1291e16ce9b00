import { type ReactNode, Suspense } from 'react'
import { Frame, LoadingPage } from '../../parts/index.ts'
import styles from './auth-layout.module.css'

/** The page layout around an account card. */
export function AuthLayout({ children }: { children: ReactNode }) {
  return (
    <main id="main" className={styles.layout}>
      <Frame>
        {/* The password field loads after its card. */}
        <Suspense fallback={<LoadingPage />}>{children}</Suspense>
      </Frame>
    </main>
  )
}
