import type { ReactNode } from 'react'
import { VisuallyHidden } from './visually-hidden.tsx'

/**
 * Has its text read aloud whenever it changes, once the screen reader is idle. Keep it mounted: a region added together
 * with its text may not be read. It has no role, because one named "status" is met as an empty bar by whoever reads the
 * page line by line.
 */
export function LiveRegion({ children }: { children: ReactNode }) {
  return (
    <VisuallyHidden aria-live="polite" aria-atomic="true">
      {children}
    </VisuallyHidden>
  )
}
