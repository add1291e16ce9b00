import { Suspense } from 'react'
import { Outlet } from 'react-router'
import { Frame, LoadingPage } from '../../parts/index.ts'
import styles from './card-desk.module.css'

/** The ground on which an account card lies. */
export function CardDesk() {
  return (
    <main id="main" className={styles.desk}>
      <Frame>
        {/* The field of a password comes behind its card. */}
        <Suspense fallback={<LoadingPage />}>
          <Outlet />
        </Suspense>
      </Frame>
    </main>
  )
}
