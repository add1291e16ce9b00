import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { ListKind } from './lists/read-list.ts'
import type { SchoolCategory } from './school.ts'

export type FileToImport = { readonly kind: ListKind; readonly path: string; readonly category: SchoolCategory }

/** The compressed list from a file, as it is stored, or one sentence saying why the file cannot be used. */
export type ImportedFile =
  | {
      readonly read: number
      readonly kept: number
      readonly skipped: Readonly<Record<string, number>>
      readonly content: Uint8Array
    }
  | { readonly problem: string }

/** Reads a file in a separate thread, so that no save waits for it. */
export async function importFile(file: FileToImport): Promise<ImportedFile> {
  const worker = new Worker(new URL('./import-worker.ts', import.meta.url), { workerData: file })
  try {
    const [result] = await once(worker, 'message') // rejects with the thread's error
    return result
  } finally {
    await worker.terminate()
  }
}
