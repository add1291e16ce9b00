import { useQueryClient } from '@tanstack/react-query'

import { unexpected } from '../../../api/browser.ts'

import { Button, Notice } from '../../parts/index.ts'

/** Shown when making the PDF or reading its status failed. Says that the application itself was received. */
export function PdfFailed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const queryClient = useQueryClient()
  const retry = () => {
    queryClient.clear()
    onRetry()
  }
  return (
    <Notice kind="stop" title="We couldn’t make your PDF" role="alert">
      <p>{error instanceof Error && error.message !== '' ? error.message : unexpected.message}</p>
      <p>We have your application.</p>
      <Button variant="outline" size="small" onClick={retry}>
        Try again
      </Button>
    </Notice>
  )
}
