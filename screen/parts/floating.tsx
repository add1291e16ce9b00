import { type ReactNode, Suspense, useState } from 'react'
import { ErrorBoundary } from './error-boundary.tsx'
import styles from './floating.module.css'
import { useElapsed } from './hooks.ts'

type FloatingProps = {
  open: boolean
  /**
   * A plain version with the same text and buttons, shown at the bottom of the screen while the part has not loaded or
   * if it cannot be rendered, so that no message is lost.
   */
  plainly: ReactNode
  /** The part, which may be lazy: it is not requested until it first opens. */
  children: ReactNode
}

/** A part that floats over the page and loads when it is first needed. It contains its own errors. */
export function Floating({ open, plainly, children }: FloatingProps) {
  const [wanted, setWanted] = useState(open)
  if (open && !wanted) setWanted(true)
  if (!wanted) return null
  const plain = <div className={styles.plain}>{plainly}</div>
  return (
    <ErrorBoundary fallback={() => open && plain}>
      <Suspense fallback={open && <Late>{plain}</Late>}>{children}</Suspense>
    </ErrorBoundary>
  )
}

const SOON = 1_000 // ms; on a good connection, a part that was not preloaded arrives within this time

function Late({ children }: { children: ReactNode }) {
  return useElapsed(SOON) && children
}
