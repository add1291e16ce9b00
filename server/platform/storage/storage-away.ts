/** The code of an error that the error catalogue answers with 503: the storage cannot be used now, and may be later. */
const CODE = 'STORAGE_AWAY'

/** Says so of what a storage threw. */
export function storageAway(cause: unknown): Error {
  const error = new Error('The storage of documents cannot be used.', { cause })
  return Object.assign(error, { code: CODE })
}
