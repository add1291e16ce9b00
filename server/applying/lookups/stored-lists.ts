import type { Database } from '../../platform/database/index.ts'

/** The imported lists in the order in which they complete each other: federal lists, codes, an institution's own. */
export async function storedLists({ db }: Pick<Database, 'db'>): Promise<readonly Uint8Array[]> {
  const rows = await db.selectFrom('school_list').select(['source', 'content']).execute()
  const place = (source: string) => order.indexOf(source.split(':')[0] ?? '')
  return rows
    .toSorted((one, other) => place(one.source) - place(other.source) || (one.source < other.source ? -1 : 1))
    .map(({ content }) => content)
}
const order = ['ipeds', 'ccd', 'pss', 'codes', 'list']

/** A string that changes whenever any process changes a list. */
export async function versionOfLists({ db }: Pick<Database, 'db'>): Promise<string> {
  const rows = await db.selectFrom('school_list').select(['source', 'imported_at']).orderBy('source').execute()
  return JSON.stringify(rows)
}

/** The imported lists, one line each. */
export async function listedSources({ db }: Pick<Database, 'db'>): Promise<readonly string[]> {
  const rows = await db.selectFrom('school_list').select(['source', 'kept', 'imported_at']).orderBy('source').execute()
  return rows.map(({ source, kept, imported_at }) => `${source}: ${kept} rows, imported ${imported_at.toISOString()}`)
}

/** Stores a list in place of the one from the same source, in one statement. */
export async function storeList(
  { db }: Pick<Database, 'db'>,
  list: { readonly source: string; readonly content: Uint8Array; readonly kept: number },
): Promise<void> {
  const stored = { ...list, imported_at: new Date() }
  await db
    .insertInto('school_list')
    .values(stored)
    .onConflict((conflict) => conflict.column('source').doUpdateSet(stored))
    .execute()
}

/** Removes a list; false if there was none. */
export async function removeList({ db }: Pick<Database, 'db'>, source: string): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('school_list').where('source', '=', source).executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}
