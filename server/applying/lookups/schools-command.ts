import { once } from 'node:events'
import { basename, resolve } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { Database } from '../../platform/database/index.ts'
import type { Lookups } from './create-lookups.ts'
import { type ListKind, reasonsText } from './read-list.ts'
import type { SchoolCategory } from './school.ts'
import { listedSources, removeList, storeList } from './stored-lists.ts'

const kinds: Readonly<Record<string, { readonly kind: ListKind; readonly category: SchoolCategory }>> = {
  '--ipeds': { kind: 'ipeds', category: 'college_ceeb' },
  '--ccd': { kind: 'ccd', category: 'hs_ceeb' },
  '--pss': { kind: 'pss', category: 'hs_ceeb' },
  '--codes': { kind: 'codes', category: 'college_ceeb' },
  '--list': { kind: 'list', category: 'college_ceeb' },
  '--high-schools': { kind: 'list', category: 'hs_ceeb' },
}
const USAGE = `Usage: npm run schools -- import ${Object.keys(kinds).join('|')} <file>, schools -- list, or schools -- remove <name of a list>`

/**
 * `npm run schools`: imports, lists or removes lists of schools. Returns lines for a person. If a command cannot be
 * done, throws one sentence and changes nothing. `folder` is the user's current folder, for relative paths.
 */
export async function schoolsCommand(
  database: Database,
  lookups: Pick<Lookups, 'reload'>,
  words: readonly string[],
  folder: string,
): Promise<readonly string[]> {
  const [what, first = '', path = '', ...more] = words
  if (what === 'list' && words.length === 1) {
    const sources = await listedSources(database)
    return sources.length > 0 ? sources : ['Nothing is imported: the starter list is used.']
  }
  if (what === 'remove' && words.length === 2) {
    if (!(await removeList(database, first))) throw new Error(`Unknown list: ${first}.`)
    await lookups.reload()
    return [`${first} is removed.`]
  }
  const asked = Object.hasOwn(kinds, first) ? kinds[first] : undefined
  if (what !== 'import' || asked === undefined || path === '' || more.length > 0) throw new Error(USAGE)

  const file = await importFile({ ...asked, path: resolve(folder, path) })
  if ('problem' in file) throw new Error(`${path}: ${file.problem} Nothing is changed.`)
  const { read, kept, skipped, content } = file
  // An institution can have several lists, each under the name of its file.
  const source = asked.kind === 'list' ? `list:${basename(path)}` : asked.kind
  await storeList(database, { source, content, kept })
  await lookups.reload()
  const why = reasonsText(skipped)
  return [`${path}: ${read} rows read, ${kept} kept, ${read - kept} skipped${why && ` (${why})`}. In use as ${source}.`]
}

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
async function importFile(file: FileToImport): Promise<ImportedFile> {
  const worker = new Worker(new URL('./import-worker.ts', import.meta.url), { workerData: file })
  try {
    const [result] = await once(worker, 'message') // rejects with the thread's error
    return result
  } finally {
    await worker.terminate()
  }
}
