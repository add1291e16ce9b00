import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { type Kysely, sql } from 'kysely'
import { z } from 'zod'
import { canonicalParagraph, canonicalText } from '../../../engine/index.ts'
import { declined, parseWords, personIn } from '../../platform/control/index.ts'
import { readCsv } from '../../platform/csv/index.ts'
import { type Database, inTransaction, type Tables } from '../../platform/database/index.ts'
import { handedOver } from './list-acknowledgements.ts'

/** How many rows can be given at once. */
const MOST_ROWS = 5000

/** How many rows were new, or the first row that a target cannot acknowledge, counted from 1, in one sentence. */
type Acknowledged = { readonly recorded: number; readonly repeated: number } | { readonly problem: string }

/**
 * Records what a target answered: all rows in their order, or none. A target can only answer about what it was given.
 * A row that repeats its newest answer about a version is not recorded again. At most MOST_ROWS rows.
 */
export const acknowledge = (
  db: Kysely<Tables>,
  { target, made_by }: { readonly target: string; readonly made_by: string },
  rows: readonly Acknowledgement[],
): Promise<Acknowledged> =>
  inTransaction(db, async (transaction) => {
    if (rows.length === 0) return { recorded: 0, repeated: 0 }
    // Two callers at once would both record the same answer.
    await sql`select pg_advisory_xact_lock(19, hashtext(${target}))`.execute(transaction)
    const ids = [...new Set(rows.map(({ application_id }) => application_id))]
    const given = await transaction
      .selectFrom(handedOver(transaction, ids).as('given'))
      .select(['application_id', 'version'])
      .where('target', '=', target)
      .execute()
    const known = new Set(given.map(nameOf))
    const wrong = rows.findIndex((row) => !known.has(nameOf(row)))
    const first = rows[wrong]
    if (first) {
      return { problem: neverHandedOver(wrong + 1, first, target) }
    }
    const answered = await transaction
      .selectFrom('acknowledgement')
      .selectAll()
      .where('target', '=', target)
      .where('application_id', 'in', ids)
      .orderBy('id')
      .execute()
    const newest = new Map(answered.map((row) => [nameOf(row), answerOf(row)]))
    const fresh = rows.filter((row) => {
      const isRepeated = newest.get(nameOf(row)) === answerOf(row)
      newest.set(nameOf(row), answerOf(row))
      return !isRepeated
    })
    if (fresh.length > 0) {
      await transaction
        .insertInto('acknowledgement')
        .values(fresh.map((row) => ({ ...row, target, made_by })))
        .execute()
    }
    return { recorded: fresh.length, repeated: rows.length - fresh.length }
  })

/** The sentence about a row that a target cannot acknowledge. */
export const neverHandedOver = (row: number, { application_id, version }: Acknowledgement, target: string): string =>
  `Row ${row}: version ${version} of application ${application_id} was never handed over to ${target}.`

const nameOf = ({ application_id, version }: Pick<Acknowledgement, 'application_id' | 'version'>) =>
  `${application_id} ${version}`

const answerOf = ({ result, their_id, reason }: Pick<Acknowledgement, 'result' | 'their_id' | 'reason'>) =>
  JSON.stringify([result, their_id, reason])

/** The canonical text of what another system says (Q87), with sentences that continue the name of the field. */
const storable = (most: number, canonical: (text: string) => string) =>
  z
    .string()
    .refine((text) => text.isWellFormed() && !text.includes('\0'), 'has characters that cannot be stored')
    .overwrite(canonical)
    .max(most, `is longer than ${most} characters`)

/** What another system answers about a version of an application; each message continues the name of its field. */
export const acknowledgementSchema = z.strictObject({
  application_id: z.uuid('is not the id of an application').toLowerCase(),
  version: z.int('must be a whole number').min(1, 'must be at least 1'),
  /** A suspended application comes again with the next delivery. */
  result: z.enum(['accepted', 'suspended', 'rejected'], 'must be accepted, suspended or rejected'),
  /** What the other system calls the application. */
  their_id: storable(200, canonicalText).default(''),
  reason: storable(1000, canonicalParagraph).default(''),
})

type Acknowledgement = z.output<typeof acknowledgementSchema>

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
