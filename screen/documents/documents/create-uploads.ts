import type { Upload } from '../../fields/index.ts'

/** What is happening at each upload question, by key. */
export type Uploads = {
  get(key: string): Upload | undefined
  /** Undefined clears it. A failure stays on screen until something else happens at the question. */
  set(key: string, upload: Upload | undefined, failure?: Failure): void
  isUploading(key: string): boolean
  /** Whether any file or page is only in this tab. */
  isUnsent(): boolean
  /** Forgets everything. */
  empty(): void
  subscribe(listener: () => void): () => void
  /** Sets the function that shows failures. It is also called for failures from before it was set. */
  onFailure(listener: ShowFailure): void
}

type Failure = {
  readonly title: string
  readonly text: string
  /** Called once the person closes the message. */
  readonly onClose: () => void
}
/** Shows a failure, and returns a function that removes the message. */
type ShowFailure = (failure: Failure) => () => void

const unsent: readonly Upload['kind'][] = ['arranging', 'preparing', 'uploading']

export function createUploads(): Uploads {
  const uploads = new Map<string, Upload>()
  const removers = new Map<string, () => void>()
  const listeners = new Set<() => void>()
  const unreported = new Map<string, Failure>()
  let onFailure: ShowFailure | undefined

  const report = (key: string, failure: Failure) => {
    if (onFailure) removers.set(key, onFailure(failure))
    else unreported.set(key, failure)
  }
  const set = (key: string, upload: Upload | undefined, failure?: Failure) => {
    removers.get(key)?.()
    removers.delete(key)
    unreported.delete(key)
    if (failure) report(key, failure)
    if (upload) uploads.set(key, upload)
    else uploads.delete(key)
    for (const listener of [...listeners]) listener()
  }
  return {
    get: (key) => uploads.get(key),
    set,
    isUploading: (key) => [...unsent, 'converting', 'deleting'].includes(uploads.get(key)?.kind ?? ''),
    isUnsent: () => [...uploads.values()].some(({ kind }) => unsent.includes(kind)),
    empty() {
      for (const key of [...uploads.keys()]) set(key, undefined)
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    onFailure(listener) {
      onFailure = listener
      for (const [key, failure] of unreported) report(key, failure)
      unreported.clear()
    },
  }
}
