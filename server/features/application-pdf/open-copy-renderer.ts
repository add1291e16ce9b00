import type { CopyContent } from './copy-content.ts'
import { openThread } from './open-thread.ts'
import type { RenderedCopy } from './set-copy.ts'

const DEADLINE = 30_000 // ms; the longest copies take a hundredth of it

export type CopyRenderer = {
  /** Sets one copy, after those asked for earlier. Rejects when it fails or takes longer than 30 s; then try again. */
  readonly renderCopy: (copy: CopyContent) => Promise<RenderedCopy>
  /** Ends the thread; copies that are not finished are rejected, and so is whatever is asked for later. */
  readonly close: () => Promise<void>
}

/** Sets copies in one thread beside the server's own, started at the first copy and again after a failure. */
export function openCopyRenderer(): CopyRenderer {
  const thread = openThread<CopyContent, RenderedCopy>(new URL('./copy-worker.ts', import.meta.url), DEADLINE)
  return { renderCopy: thread.run, close: thread.close }
}
