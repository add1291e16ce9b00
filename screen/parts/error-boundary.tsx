import { Component, type ErrorInfo, type ReactNode } from 'react'

type ErrorBoundaryProps = {
  children: ReactNode
  /** Shown instead of the children after rendering them has failed; `retry` renders them again. */
  fallback: (fault: { error: unknown; retry: () => void }) => ReactNode
  /** Called with each error, in addition to the root's `onCaughtError`, which gets the errors of every boundary. */
  onError?: ((error: unknown, info: ErrorInfo) => void) | undefined
}

/** Contains a rendering error. A class, because React offers no other way. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { fault: { error: unknown } | undefined }> {
  override state: { fault: { error: unknown } | undefined } = { fault: undefined }

  static getDerivedStateFromError(error: unknown) {
    return { fault: { error } }
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
