import type { Upload } from '../../fields/index.ts'

/** What goes on at each upload question, by its key. */
export type Uploads = {
  get(key: string): Upload | undefined
  /** Undefined forgets. */
  set(key: string, upload: Upload | undefined): void
  isOnItsWay(key: string): boolean
  keys(): readonly string[]
  subscribe(listener: () => void): () => void
}

export function createUploads(): Uploads {
  const uploads = new Map<string, Upload>()
  const listeners = new Set<() => void>()
  return {
    get: (key) => uploads.get(key),
    set(key, upload) {
      if (upload) uploads.set(key, upload)
      else uploads.delete(key)
      for (const listener of [...listeners]) listener()
    },
    isOnItsWay(key) {
      const kind = uploads.get(key)?.kind
      return kind === 'uploading' || kind === 'converting' || kind === 'deleting'
    },
    keys: () => [...uploads.keys()],
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
