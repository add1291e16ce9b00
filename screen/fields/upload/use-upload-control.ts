import { useCallback, useEffect, useState } from 'react'
import type { UploadControl } from './upload-control.tsx'

let fetched: typeof UploadControl | undefined

/** Fetches the control, which no first page waits for. Rejects when it cannot be had now; asking again tries again. */
export async function fetchUploadControl(): Promise<typeof UploadControl> {
  fetched = (await import('./upload-control.tsx')).UploadControl
  return fetched
}

/** The control once it has been fetched; `retry` stands there while it cannot be. */
export function useUploadControl() {
  // In an object, because a state that is a function would be called.
  const [here, setHere] = useState({ Control: fetched, isMissing: false })
  const retry = useCallback(() => {
    if (fetched) return
    setHere({ Control: undefined, isMissing: false })
    fetchUploadControl().then(
      (Control) => setHere({ Control, isMissing: false }),
      () => setHere({ Control: undefined, isMissing: true }),
    )
  }, [])
  useEffect(retry, [retry])
  return { ...here, retry }
}
