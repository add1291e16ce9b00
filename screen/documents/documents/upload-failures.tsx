import { useEffect } from 'react'
import { useToast } from '../../parts/index.ts'
import type { Documents } from './create-documents.ts'

/** Reports failed uploads on whatever page the person is by then (requirement 8.upload.1). */
export function UploadFailures({ documents }: { documents: Pick<Documents, 'onFailure'> }) {
  const showToast = useToast()
  useEffect(() => {
    documents.onFailure((failure) => showToast({ severity: 'error', ...failure }))
  }, [documents, showToast])
  return null
}
