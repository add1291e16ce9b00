import type { ReactNode } from 'react'
import { VisuallyHidden } from './visually-hidden.tsx'

/** Reads its words aloud whenever they change, once the person is idle. Keep it on the page: what arrives together with its words may stay unread. */
export function LiveRegion({ children }: { children: ReactNode }) {
  return <VisuallyHidden role="status">{children}</VisuallyHidden>
}
