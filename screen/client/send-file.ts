import { fileLimits, ownErrors, slowestUpload } from '../../api/browser.ts'
import type { Reply } from '../../api/index.ts'
import { CallError } from './call-error.ts'
import { offlineError } from './error-of-reply.ts'
import { patiently } from './patiently.ts'

/** Milliseconds the upload of a file may take. */
const patienceFor = ({ size }: File) => slowestUpload(Math.max(size, fileLimits.bytes)) * 1000
/** Seconds before another try, if a busy storage does not say. */
const PAUSE = 5

type Sending = {
  /** Called with the share sent so far, 0 to 1. */
  readonly onProgress: (share: number) => void
  /** Cancels the upload; the promise then rejects with the signal's reason. */
  readonly signal: AbortSignal
}

/**
 * Sends a file to storage as the form that its permission requires: the fields first, the file last (requirement
 * 7.storage.1). Waits if the storage is too busy. Throws a CallError: `refused_upload` when the storage does not accept
 * it, `offline` when it cannot be reached.
 */
export function sendFile(permission: Reply<'presignUpload'>, file: File, sending: Sending): Promise<void> {
  return patiently(() => sendOnce(permission, file, sending))
}

async function sendOnce(
  { url, fields }: Reply<'presignUpload'>,
  file: File,
  { onProgress, signal }: Sending,
): Promise<void> {
  signal.throwIfAborted()
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  form.append('file', file)
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest() // fetch does not report upload progress
    request.open('POST', url)
    request.timeout = patienceFor(file)
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(loaded / total))
    request.addEventListener('load', () => (request.status < 300 ? resolve() : reject(refused(request))))
    request.addEventListener('error', () => reject(offlineError()))
    request.addEventListener('timeout', () => reject(offlineError()))
    request.addEventListener('abort', () => reject(signal.reason))
    signal.addEventListener('abort', () => request.abort())
    request.send(form)
  })
}

/**
 * The storage may answer in its own format, so only its status is used. S3 does not say when to try again, or a browser
 * may not read it from another origin. Sending the same form twice stores one file.
 */
function refused(request: XMLHttpRequest): CallError {
  const code = request.status < 500 ? 'refused_upload' : request.status === 503 ? 'busy' : 'unexpected'
  const retryAfter = code === 'busy' ? Number(request.getResponseHeader('retry-after')) || PAUSE : undefined
  return new CallError(code, ownErrors[code].status, ownErrors[code].message, { retryAfter })
}
