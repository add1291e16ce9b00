import type { FileLimits } from '../../../api/browser.ts'
import type { DocumentAnswer, UploadQuestion } from '../../../engine/index.ts'
import type { Calls } from '../../client/index.ts'
import type { ApplicationStore, Upload } from '../../fields/index.ts'
import { createObservable } from '../../parts/index.ts'

/** What is happening at each upload question, by key. */
export type Uploads = {
  get(key: string): Upload | undefined
  /** Undefined clears it. A failure stays on screen until something else happens at the question. */
  set(key: string, upload: Upload | undefined, failure?: Failure): void
  /** Each key with the file concerned. */
  documents(): readonly (readonly [key: string, document: DocumentAnswer])[]
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

const unsent: readonly Upload['kind'][] = ['arranging', 'preparing', 'locked', 'uploading']

export function createUploads(): Uploads {
  const uploads = createObservable<ReadonlyMap<string, Upload>>(new Map())
  const removers = new Map<string, () => void>()
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
    const others = [...uploads.get()].filter(([other]) => other !== key)
    uploads.set(new Map(upload ? [...others, [key, upload]] : others))
  }
  return {
    get: (key) => uploads.get().get(key),
    set,
    documents: () => [...uploads.get()].map(([key, { document }]) => [key, document]),
    isUploading: (key) => [...unsent, 'converting', 'deleting'].includes(uploads.get().get(key)?.kind ?? ''),
    isUnsent: () => [...uploads.get().values()].some(({ kind }) => unsent.includes(kind)),
    empty() {
      for (const key of [...uploads.get().keys()]) set(key, undefined)
    },
    subscribe: uploads.subscribe,
    onFailure(listener) {
      onFailure = listener
      for (const [key, failure] of unreported) report(key, failure)
      unreported.clear()
    },
  }
}

/** What the code that uploads and deletes documents depends on. */
export type DocumentWorkDeps = {
  readonly store: ApplicationStore
  /** Calls on behalf of the person in this tab, so that no document reaches another account. */
  readonly calls: Calls
  /** Saves unsaved answers; throws if that fails now. */
  readonly save: () => Promise<void>
  readonly uploads: Uploads
  /** What the institution allows for one file. */
  readonly limits: () => FileLimits
  /** The upload questions among these keys. */
  readonly uploadsAmong: (keys: readonly string[]) => readonly UploadQuestion[]
  /** Aborted once the person has left. */
  readonly signal: () => AbortSignal
}

/** Has the browser ask before the page is closed while a file is only here. The server converts without the page. */
export function warnBeforeLeaving(uploads: Pick<Uploads, 'isUnsent' | 'subscribe'>): void {
  const ask = (event: BeforeUnloadEvent) => event.preventDefault()
  uploads.subscribe(() => {
    // Pages with such a listener may not be restored from the browser's memory, so it is there only while needed.
    if (uploads.isUnsent()) window.addEventListener('beforeunload', ask)
    else window.removeEventListener('beforeunload', ask)
  })
}
