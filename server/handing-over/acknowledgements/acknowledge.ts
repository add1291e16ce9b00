import { type Kysely, sql } from 'kysely'
import { inTransaction, type Tables } from '../../platform/database/index.ts'
import type { Acknowledgement } from './acknowledgement.ts'
import { handedOver } from './handed-over.ts'

/** How many rows can be given at once. */
export const MOST_ROWS = 5000

/** How many rows were new, or the first row that a target cannot acknowledge, counted from 1, in one sentence. */
export type Acknowledged = { readonly recorded: number; readonly repeated: number } | { readonly problem: string }

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
