import { declined } from '../../platform/control/index.ts'
import { readCsv } from '../../platform/csv/index.ts'
import { MOST_ROWS } from './acknowledge.ts'
import { type Acknowledgement, acknowledgementSchema } from './acknowledgement.ts'

/** The acknowledgements of a CSV file. Throws one sentence that names the first row that is wrong. */
export function rowsIn(text: string): readonly Acknowledgement[] {
  const lines: (readonly string[])[] = []
  const broken = readCsv(text.replace(/^\uFEFF/, ''), (line) => lines.push(line))
  if (broken) throw declined(broken)
  const [header = [], ...rows] = lines
  const named = new Set(header)
  const isWhole = ['application_id', 'version', 'result'].every((name) => named.has(name))
  if (!isWhole || named.size !== header.length || header.some((name) => !fields.includes(name)))
    throw declined('The first row must name the columns application_id,version,result and may name their_id,reason.')
  if (rows.length > MOST_ROWS) throw declined(`The file has more than ${MOST_ROWS} rows: split it.`)
  return rows.map((cells, index) => {
    if (cells.length !== header.length)
      throw declined(`Row ${index + 1} has ${cells.length} values, but there are ${header.length} columns.`)
    const row = Object.fromEntries(header.map((name, column) => [name, cells[column] ?? '']))
    const version = /^\d{1,9}$/.test(row.version ?? '') ? Number(row.version) : undefined
    const { data, error } = acknowledgementSchema.safeParse({ ...row, version })
    if (data) return data
    const [issue] = error.issues
    throw declined(`Row ${index + 1}: ${issue?.path.join('.')} ${issue?.message}.`)
  })
}

const fields = Object.keys(acknowledgementSchema.shape)
