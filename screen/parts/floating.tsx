import { type ReactNode, Suspense, useState } from 'react'
import { ErrorBoundary } from './error-boundary.tsx'
import styles from './floating.module.css'
import { useElapsed } from './use-elapsed.ts'

type FloatingProps = {
  open: boolean
  /** What is drawn at the foot of the screen if the part itself cannot be drawn, and for as long as it does not come: the same words and buttons, so that nothing said is lost. */
  plainly: ReactNode
  /** The part, which may be lazy: it is not asked for before it is first opened. */
  children: ReactNode
}

/** A part that floats over the page and is fetched when it is first wanted. An error in it stays in it. */
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

const SOON = 1_000 // ms in which a part that was not fetched ahead comes on a good line

function Late({ children }: { children: ReactNode }) {
  return useElapsed(SOON) && children
}
