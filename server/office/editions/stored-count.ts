import { type Kysely, sql, type Transaction } from 'kysely'
import { z } from 'zod'
import type { AskedQuestion, CountedInProgress, ListedOption } from '../../applying/applications/index.ts'
import type { Tables } from '../../platform/database/index.ts'

/** Something that who has begun may have answered, or may lack. */
export type Countable = ListedOption | AskedQuestion

/** How many applications in progress that concerns; undefined while nobody has counted. */
export type NumberOf = (each: Countable) => number | undefined

const resultSchema = z.object({
  numbers: z.record(z.string(), z.int()),
  unread: z.int(),
  terms: z.record(
    z.string(),
    z.object({ finished: z.int(), people: z.int(), questions: z.record(z.string(), z.int()) }),
  ),
})

/** The same number is found again by what it is of, in whichever order it was asked for. */
const nameOf = (each: Countable) => JSON.stringify(each)

type Db = Kysely<Tables> | Transaction<Tables>

/** What was counted for exactly this draft, or is being counted; undefined for any other. */
export async function storedCount(db: Db, of: string) {
  const row = await db.selectFrom('edition_count').selectAll().where('of', '=', of).executeTakeFirst()
  if (!row) return undefined
  const { done, total, counted_at } = row
  const result = row.result === null ? undefined : resultSchema.parse(row.result)
  const numberOf: NumberOf = (each) => result?.numbers[nameOf(each)]
  return { done, total, numberOf, result, countedAt: counted_at }
}

/** Begins a count; that of another draft ends with it. */
export const beginCount = (db: Db, of: string, total: number) => {
  const begun = { of, total, done: 0, result: null, counted_at: null }
  return db
    .insertInto('edition_count')
    .values(begun)
    .onConflict((conflict) => conflict.column('only_one').doUpdateSet(begun))
    .execute()
}

/** Stores how far a count is; false if another one has begun meanwhile. */
export async function advanceCount(db: Db, of: string, done: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('edition_count')
    // Two may count for the same draft, of whom one is behind.
    .set({ done: sql<number>`greatest(done, ${done})` })
    .where('of', '=', of)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** Stores the sums. */
export const endCount = (
  db: Db,
  of: string,
  {
    options,
    counted,
    at,
  }: { readonly options: readonly Countable[]; readonly counted: CountedInProgress; readonly at: Date },
) => {
  const { counts, unread, terms } = counted
  const numbers = Object.fromEntries(options.map((each, index) => [nameOf(each), counts[index] ?? 0]))
  return db
    .updateTable('edition_count')
    .set({ result: JSON.stringify({ numbers, unread, terms }), counted_at: at })
    .where('of', '=', of)
    .execute()
}
