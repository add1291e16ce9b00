/** Saves a file on the device, as a link to it would. */
export function saveFile(name: string, file: Blob): void {
  const url = URL.createObjectURL(file)
  Object.assign(document.createElement('a'), { href: url, download: name }).click()
  URL.revokeObjectURL(url)
}

/** Saves a table that a spreadsheet opens; the first characters tell it the encoding. */
export const saveTable = (name: string, rows: readonly (readonly string[])[]): void =>
  saveFile(name, new Blob([`\uFEFF${csvOf(rows)}`], { type: 'text/csv' }))

/** Rows as a CSV file that people open: a cell that a spreadsheet would calculate begins with an apostrophe. */
export const csvOf = (rows: readonly (readonly string[])[]): string =>
  rows.map((cells) => `${cells.map(cellOf).join(',')}\r\n`).join('')

function cellOf(text: string): string {
  const guarded = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(guarded) ? `"${guarded.replaceAll('"', '""')}"` : guarded
}
