import type { UploadQuestion } from '../../../engine/index.ts'
import type { Calls } from '../../client/index.ts'
import type { ApplicationStore } from '../../fields/index.ts'
import type { Uploads } from './create-uploads.ts'

/** What the work on documents is done with. */
export type DocumentWorkDeps = {
  readonly store: ApplicationStore
  /** Calls in the name of the person in this tab: no document reaches another account. */
  readonly calls: Calls
  /** Saves what is unsaved; throws when that cannot be done now. */
  readonly save: () => Promise<void>
  readonly uploads: Uploads
  /** The upload questions that have these keys. */
  readonly uploadsAmong: (keys: readonly string[]) => readonly UploadQuestion[]
  /** Aborted once the person is gone. */
  readonly signal: () => AbortSignal
}
