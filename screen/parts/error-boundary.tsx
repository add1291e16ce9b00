import { Component, type ErrorInfo, type ReactNode } from 'react'

type ErrorBoundaryProps = {
  children: ReactNode
  /** Drawn instead of the children once drawing them has failed; `retry` draws them anew. */
  fallback: (fault: { error: unknown; retry: () => void }) => ReactNode
  /** Told of each error, beside the root's own `onCaughtError`, which hears of the errors of every boundary. */
  onError?: ((error: unknown, info: ErrorInfo) => void) | undefined
}

/** Keeps an error of drawing where it happened. A class, because React offers no other way. */
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
