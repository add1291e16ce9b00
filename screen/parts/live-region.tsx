import type { ReactNode } from 'react'
import { VisuallyHidden } from './visually-hidden.tsx'

/**
 * Has its text read aloud whenever it changes, once the screen reader is idle. Keep it mounted: a region added together
 * with its text may not be read.
 */
export function LiveRegion({ children }: { children: ReactNode }) {
  return <VisuallyHidden role="status">{children}</VisuallyHidden>
}
