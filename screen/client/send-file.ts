import { ownErrors, slowestUpload } from '../../api/browser.ts'
import type { Reply } from '../../api/index.ts'
import { CallError, offlineError } from './call-error.ts'
import { patiently } from './patiently.ts'

/** Milliseconds a file may take. */
const PATIENCE = slowestUpload() * 1000

type Sending = {
  /** Hears what share is sent, 0 to 1. */
  readonly onProgress: (share: number) => void
  /** Ends the sending; the promise then rejects with its reason. */
  readonly signal: AbortSignal
}

/**
 * Sends a file to the storage as the form that its permission asks for: the fields first, the file last (requirement
 * 7.storage.1). A storage that is too busy is waited for. Throws a CallError: `refused_upload` when the storage does
 * not take it, `offline` when it cannot be reached.
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
    const request = new XMLHttpRequest() // fetch cannot tell how much of a body has left
    request.open('POST', url)
    request.timeout = PATIENCE
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(loaded / total))
    request.addEventListener('load', () => (request.status < 300 ? resolve() : reject(refused(request))))
    request.addEventListener('error', () => reject(offlineError()))
    request.addEventListener('timeout', () => reject(offlineError()))
    request.addEventListener('abort', () => reject(signal.reason))
    signal.addEventListener('abort', () => request.abort())
    request.send(form)
  })
}

/** A storage may answer in a language of its own, so only its status is heard. */
function refused(request: XMLHttpRequest): CallError {
  const { status } = request
  const retryAfter = Number(request.getResponseHeader('retry-after')) || undefined
  const code = status < 500 ? 'refused_upload' : status === 503 && retryAfter ? 'busy' : 'unexpected'
  return new CallError(code, ownErrors[code].status, ownErrors[code].message, undefined, retryAfter)
}
