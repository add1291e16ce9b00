import { csvOf } from '../../platform/csv/index.ts'
import { createCsvFile } from './csv-file.ts'
import type { DeliveryFolder } from './delivery-folder.ts'

/** How a profile packs documents. */
export type ArchiveLayout = {
  /** The name of an archive by its number, from 1. */
  readonly archive: (number: number) => string
  /** Whether each archive holds the table of its own files, `index.csv`; else one table beside them is for all. */
  readonly hasIndexInside: boolean
}

/** The table of the files in archives. */
export type DocumentIndex = {
  readonly add: (row: Readonly<Record<string, string>>) => Promise<void>
  /** The text of the table of one archive, once all its files are written; the next one begins. */
  readonly ofPart?: () => string
  readonly close: () => Promise<void>
}

const columns = ['application_id', 'reference', 'version', 'question', 'material', 'part', 'file', 'pages', 'bytes']

export async function createDocumentIndex(
  folder: DeliveryFolder,
  { hasIndexInside }: ArchiveLayout,
  spreadsheet: boolean,
): Promise<DocumentIndex> {
  if (!hasIndexInside) return createCsvFile(folder, 'documents/index.csv', [...columns, 'sha256'], { spreadsheet })
  const inside = ['person_id', ...columns.filter((column) => column !== 'part'), 'sha256']
  let rows: (readonly string[])[] = []
  return {
    add: async (row) => void rows.push(inside.map((column) => row[column] ?? '')),
    ofPart: () => {
      const text = csvOf([inside, ...rows], { spreadsheet })
      rows = []
      return text
    },
    close: async () => {},
  }
}
