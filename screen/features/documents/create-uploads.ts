import type { Upload } from '../../fields/index.ts'

/** What goes on at each upload question, by its key. */
export type Uploads = {
  get(key: string): Upload | undefined
  /** Undefined forgets. A failure is told to the person until something else goes on at the question. */
  set(key: string, upload: Upload | undefined, failure?: Failure): void
  isUploading(key: string): boolean
  /** Forgets everything. */
  empty(): void
  subscribe(listener: () => void): () => void
  /** Who tells the person; of what failed before there was anyone, too. */
  onFailure(tell: Tell): void
}

type Failure = {
  readonly title: string
  readonly text: string
  /** Runs once the person has read it. */
  readonly onClose: () => void
}
/** Gives what takes the message away again. */
type Tell = (failure: Failure) => () => void

export function createUploads(): Uploads {
  const uploads = new Map<string, Upload>()
  const takeBack = new Map<string, () => void>()
  const listeners = new Set<() => void>()
  const untold = new Map<string, Failure>()
  let tell: Tell | undefined

  const say = (key: string, failure: Failure) => {
    if (tell) takeBack.set(key, tell(failure))
    else untold.set(key, failure)
  }
  const set = (key: string, upload: Upload | undefined, failure?: Failure) => {
    takeBack.get(key)?.()
    takeBack.delete(key)
    untold.delete(key)
    if (failure) say(key, failure)
    if (upload) uploads.set(key, upload)
    else uploads.delete(key)
    for (const listener of [...listeners]) listener()
  }
  return {
    get: (key) => uploads.get(key),
    set,
    isUploading: (key) => ['uploading', 'converting', 'deleting'].includes(uploads.get(key)?.kind ?? ''),
    empty() {
      for (const key of [...uploads.keys()]) set(key, undefined)
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    onFailure(listener) {
      tell = listener
      for (const [key, failure] of untold) say(key, failure)
      untold.clear()
    },
  }
}
