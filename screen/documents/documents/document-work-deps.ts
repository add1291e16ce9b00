import type { FileLimits } from '../../../api/browser.ts'
import type { UploadQuestion } from '../../../engine/index.ts'
import type { Calls } from '../../client/index.ts'
import type { ApplicationStore } from '../../fields/index.ts'
import type { Uploads } from './create-uploads.ts'

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
