import { csvOf } from './csv-of.ts'

/** Saves a file on the device, as a link to it would. */
export function saveFile(name: string, file: Blob): void {
  const url = URL.createObjectURL(file)
  Object.assign(document.createElement('a'), { href: url, download: name }).click()
  URL.revokeObjectURL(url)
}

/** Saves a table that a spreadsheet opens; the first characters tell it the encoding. */
export const saveTable = (name: string, rows: readonly (readonly string[])[]): void =>
  saveFile(name, new Blob([`\uFEFF${csvOf(rows)}`], { type: 'text/csv' }))
