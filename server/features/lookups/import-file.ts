import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { ListKind } from './lists/read-list.ts'
import type { SchoolCategory } from './school.ts'

export type FileToImport = { readonly kind: ListKind; readonly path: string; readonly category: SchoolCategory }

/** What a file gave, packed as it is stored; or one sentence that says why it cannot be used. */
export type ImportedFile =
  | {
      readonly read: number
      readonly kept: number
      readonly skipped: Readonly<Record<string, number>>
      readonly content: Uint8Array
    }
  | { readonly wrong: string }

/** Reads a file beside the server's own thread, so that no save waits for it. */
export async function importFile(file: FileToImport): Promise<ImportedFile> {
  const worker = new Worker(new URL('./import-worker.ts', import.meta.url), { workerData: file })
  try {
    const [result] = await once(worker, 'message') // rejects with what the thread threw
    return result
  } finally {
    await worker.terminate()
  }
}
