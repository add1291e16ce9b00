/** The error code that becomes a 503 reply: the storage cannot be used now, but perhaps later. */
const CODE = 'STORAGE_AWAY'

/** Wraps an error that a storage threw as an outage. */
export function storageAway(cause: unknown): Error {
  const error = new Error('The document storage cannot be used.', { cause })
  return Object.assign(error, { code: CODE })
}
