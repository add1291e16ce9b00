import type { ReactNode } from 'react'
import { ErrorBoundary } from './error-boundary.tsx'
import { LinkButton } from './link-button.tsx'
import { Notice } from './notice.tsx'

/** Keeps an error in a window's content from reaching the page behind it. */
export function ContentBoundary({ children }: { children: ReactNode }) {
  return (
    <ErrorBoundary
      fallback={({ retry }) => (
        <Notice kind="stop" title="We couldn’t show this." role="alert">
          <LinkButton onClick={retry}>Try again</LinkButton>
        </Notice>
      )}
    >
      {children}
    </ErrorBoundary>
  )
}
