/** The rows of a CSV text (RFC 4180), or one sentence that says in which line it is broken. */
export type Csv = { readonly rows: readonly (readonly string[])[] } | { readonly wrong: string }

/**
 * Reads commas, quotes, doubled quotes, and line breaks of every kind, also inside quotes. A quote inside a field that did not
 * begin with one stands for itself, as spreadsheets write it. Empty lines are left out.
 */
export function readCsv(text: string): Csv {
  const rows: string[][] = []
  let row: string[] = []
  let at = 0
  let line = 1
  const endRow = () => {
    if (row.length > 1 || row[0] !== '') rows.push(row)
    row = []
  }
  while (at < text.length) {
    if (text[at] === '"') {
      const end = endOfQuoted(text, at)
      if (end === undefined) return { wrong: `The quote that opens in line ${line} is never closed.` }
      const inside = text.slice(at + 1, end)
      row.push(inside.replaceAll('""', '"'))
      line += inside.split('\n').length - 1
      at = end + 1
      if (at < text.length && !/[,\r\n]/.test(text[at] ?? ''))
        return { wrong: `Line ${line} goes on after a closing quote.` }
    } else {
      separator.lastIndex = at
      const end = separator.exec(text)?.index ?? text.length
      row.push(text.slice(at, end))
      at = end
    }
    if (text[at] === ',') {
      at += 1
      // A comma at the very end, or before the end of the line, leaves one more empty field.
      if (at === text.length || /[\r\n]/.test(text[at] ?? '')) row.push('')
      else continue
    }
    if (text[at] === '\r' && text[at + 1] === '\n') at += 1
    at += 1
    line += 1
    endRow()
  }
  return { rows }
}

const separator = /[,\r\n]/g

function endOfQuoted(text: string, open: number): number | undefined {
  for (let at = text.indexOf('"', open + 1); at !== -1; at = text.indexOf('"', at + 1)) {
    if (text[at + 1] !== '"') return at
    at += 1
  }
  return undefined
}
