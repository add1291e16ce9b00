import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { parseWords, personIn } from '../../platform/control/index.ts'
import { readCsv } from '../../platform/csv/index.ts'
import type { Database } from '../../platform/database/index.ts'
import { acknowledge, MOST_ROWS } from './acknowledge.ts'
import { type Acknowledgement, acknowledgementSchema } from './acknowledgement.ts'

const USAGE = 'Usage: npm run acknowledge -- <target> <file.csv> --by <person>'

/**
 * `npm run acknowledge`: records what a target answered (docs/deliveries.md). Throws one sentence and records nothing if
 * anything is wrong. `folder` is the user's current folder, for relative paths.
 */
export async function acknowledgeCommand(
  { db }: Pick<Database, 'db'>,
  words: readonly string[],
  folder: string,
): Promise<{ readonly recorded: number; readonly repeated: number }> {
  const { target, path, by } = read(words)
  const rows = rowsIn(await textOf(resolve(folder, path)))
  const outcome = await acknowledge(db, { target, made_by: by }, rows)
  if ('problem' in outcome) throw new Error(outcome.problem)
  return outcome
}

function read(words: readonly string[]) {
  const { values, positionals } = parseWords(words, { by: { type: 'string' } }, USAGE)
  const [target, path, ...more] = positionals
  if (!target || !path || more.length > 0) throw new Error(USAGE)
  return { target, path, by: personIn(values.by) }
}

async function textOf(path: string): Promise<string> {
  const bytes = await readFile(path).catch((error: NodeJS.ErrnoException) => {
    throw new Error(`${path} cannot be read (${error.code}).`)
  })
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new Error(`${path} is not in UTF-8.`)
  }
}

const fields = Object.keys(acknowledgementSchema.shape)

function rowsIn(text: string): readonly Acknowledgement[] {
  const lines: (readonly string[])[] = []
  const broken = readCsv(text, (line) => lines.push(line))
  if (broken) throw new Error(broken)
  const [header = [], ...rows] = lines
  const named = new Set(header)
  const isWhole = ['application_id', 'version', 'result'].every((name) => named.has(name))
  if (!isWhole || named.size !== header.length || header.some((name) => !fields.includes(name)))
    throw new Error('The first row must name the columns application_id,version,result and may name their_id,reason.')
  if (rows.length > MOST_ROWS) throw new Error(`The file has more than ${MOST_ROWS} rows: split it.`)
  return rows.map((cells, index) => {
    if (cells.length !== header.length)
      throw new Error(`Row ${index + 1} has ${cells.length} values, but there are ${header.length} columns.`)
    const row = Object.fromEntries(header.map((name, column) => [name, cells[column] ?? '']))
    const version = /^\d{1,9}$/.test(row.version ?? '') ? Number(row.version) : undefined
    const { data, error } = acknowledgementSchema.safeParse({ ...row, version })
    if (data) return data
    const [issue] = error.issues
    throw new Error(`Row ${index + 1}: ${issue?.path.join('.')} ${issue?.message}.`)
  })
}
