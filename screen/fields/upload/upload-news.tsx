import { useState } from 'react'
import type { DocumentAnswer } from '../../../engine/index.ts'
import { LiveRegion } from '../../parts/index.ts'
import type { Upload } from '../actions/index.ts'

type UploadNewsProps = { upload: Upload | undefined; stored: DocumentAnswer | undefined }

/**
 * Reads aloud what happens to a file. The state when the page opened is not announced. Each is one text, with the name of
 * the file in it (compare `sentence`): of several texts a screen reader reads those that change, or all of them twice.
 */
export function UploadNews({ upload, stored }: UploadNewsProps) {
  const [hasBegun, setBegun] = useState(false)
  if (upload && !hasBegun) setBegun(true)
  const atRest = stored ? `${stored.file_name} is attached.` : 'No file is attached.'
  return <LiveRegion>{upload ? wordsOf(upload) : hasBegun && atRest}</LiveRegion>
}

function wordsOf(upload: Upload): string {
  const name = upload.document.file_name || 'Your file'
  switch (upload.kind) {
    case 'arranging':
      return `${upload.message ?? ''} Your pages are listed. Check their order, and then attach them.`.trim()
    case 'preparing':
      return { photo: `Making ${name} smaller.`, reading: 'Reading your pages.', joining: 'Joining your pages.' }[
        upload.work
      ]
    case 'uploading':
      return upload.note ? `${upload.note} Uploading it now.` : `Uploading ${name}.`
    case 'converting':
      return `${name} is uploaded and is being converted to PDF.`
    case 'deleting':
      return `Deleting ${name}.`
    case 'attached':
      return `${name} is attached.`
    case 'refused':
      return [upload.message, `${name} was not attached.`, upload.advice].filter(Boolean).join(' ')
    case 'failed':
      return '' // a toast reads the failure aloud
  }
}
