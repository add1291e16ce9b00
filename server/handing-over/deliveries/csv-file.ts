import { csvOf } from '../../platform/csv/index.ts'
import type { DeliveryFolder } from './delivery-folder.ts'

/** A table being written: a header, then rows. */
export type CsvFile = {
  readonly add: (row: Readonly<Record<string, string>>) => Promise<void>
  readonly close: () => Promise<void>
}

/** How a table is written. With `spreadsheet`, no value is a formula, and programs that people open know its letters. */
export type CsvOptions = { readonly spreadsheet: boolean; readonly recipient?: string | undefined }

/** Begins a table in UTF-8, with a comma between values and CRLF at the end of a row; other columns are left out. */
export async function createCsvFile(
  folder: DeliveryFolder,
  name: string,
  columns: readonly string[],
  { spreadsheet, recipient }: CsvOptions,
): Promise<CsvFile> {
  const file = await folder.create(recipient ? `${name}.age` : name, recipient)
  let rows = 0
  let waiting: (readonly string[])[] = [columns]
  const write = async () => {
    const lines = waiting
    waiting = []
    await file.write(csvOf(lines, { spreadsheet }))
  }
  if (spreadsheet) await file.write('\uFEFF')
  return {
    add: async (row) => {
      rows += 1
      waiting.push(columns.map((column) => row[column] ?? ''))
      if (waiting.length >= AT_ONCE) await write()
    },
    close: async () => {
      await write()
      await file.close(rows)
    },
  }
}

const AT_ONCE = 100 // rows
