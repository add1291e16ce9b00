import type { Kysely } from 'kysely'
import type { ChangeKind, Tables } from '../../platform/database/index.ts'

/** Something that happened to a submitted application. `seq` rises, and a higher one never appears before a lower. */
export type Change = {
  readonly seq: number
  readonly application_id: string
  readonly version: number
  readonly kind: ChangeKind
  readonly at: Date
}

/** At most `limit` changes after a number, in their order. */
export const readChanges = (
  db: Kysely<Tables>,
  { after, through, limit }: { readonly after: number; readonly through?: number; readonly limit: number },
): Promise<readonly Change[]> =>
  db
    .selectFrom('application_change')
    .selectAll()
    .where('seq', '>', after)
    .$if(through !== undefined, (query) => query.where('seq', '<=', through ?? 0))
    .orderBy('seq')
    .limit(limit)
    .execute()

/** The number of the newest change; 0 before the first. */
export async function newestChange(db: Kysely<Tables>): Promise<number> {
  const { seq } = await db
    .selectFrom('application_change')
    .select(({ fn }) => fn.max('seq').as('seq'))
    .executeTakeFirstOrThrow()
  return seq ?? 0
}
