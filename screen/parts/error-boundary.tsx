import { Component, type ErrorInfo, type ReactNode } from 'react'
import { say } from '../../engine/index.ts'
import { LinkButton } from './button.tsx'
import { Notice } from './notice.tsx'

type ErrorBoundaryProps = {
  children: ReactNode
  /** Shown instead of the children after rendering them has failed; `retry` renders them again. */
  fallback: (fault: { error: unknown; retry: () => void }) => ReactNode
  /** Called with each error, in addition to the root's `onCaughtError`, which gets the errors of every boundary. */
  onError?: ((error: unknown, info: ErrorInfo) => void) | undefined
  /** Renders the children again once this changes. */
  resetBy?: unknown
}

type State = { readonly fault: { readonly error: unknown } | undefined; readonly resetBy?: unknown }

/** Contains a rendering error. A class, because React offers no other way. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, State> {
  override state: State = { fault: undefined, resetBy: this.props.resetBy }

  static getDerivedStateFromError(error: unknown) {
    return { fault: { error } }
  }

  static getDerivedStateFromProps({ resetBy }: ErrorBoundaryProps, state: State) {
    return resetBy === state.resetBy ? null : { fault: undefined, resetBy }
  }

  override componentDidCatch(error: unknown, info: ErrorInfo) {
    this.props.onError?.(error, info)
  }

  override render() {
    const { fault } = this.state
    if (!fault) return this.props.children
    return this.props.fallback({ error: fault.error, retry: () => this.setState({ fault: undefined }) })
  }
}

/** Keeps an error in a window's content from reaching the page behind it. */
export function ContentBoundary({ children }: { children: ReactNode }) {
  return (
    <ErrorBoundary
      fallback={({ retry }) => (
        <Notice kind="stop" title={say('We couldn’t show this.')} role="alert">
          <LinkButton onClick={retry}>{say('Try again')}</LinkButton>
        </Notice>
      )}
    >
      {children}
    </ErrorBoundary>
  )
}
