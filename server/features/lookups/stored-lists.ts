import type { Database } from '../../platform/database/index.ts'

/** The imported lists in the order in which they complete each other: the federal ones, codes, and an institution's own. */
export async function storedLists({ db }: Pick<Database, 'db'>): Promise<readonly Uint8Array[]> {
  const rows = await db.selectFrom('school_list').select(['source', 'content']).execute()
  const place = (source: string) => order.indexOf(source.split(':')[0] ?? '')
  return rows
    .toSorted((one, other) => place(one.source) - place(other.source) || (one.source < other.source ? -1 : 1))
    .map(({ content }) => content)
}
const order = ['ipeds', 'ccd', 'pss', 'codes', 'list']

/** A text that changes whenever a list does, in whichever process. */
export async function versionOfLists({ db }: Pick<Database, 'db'>): Promise<string> {
  const rows = await db.selectFrom('school_list').select(['source', 'imported_at']).orderBy('source').execute()
  return JSON.stringify(rows)
}

/** What is imported, one line a list. */
export async function listedSources({ db }: Pick<Database, 'db'>): Promise<readonly string[]> {
  const rows = await db.selectFrom('school_list').select(['source', 'kept', 'imported_at']).orderBy('source').execute()
  return rows.map(({ source, kept, imported_at }) => `${source}: ${kept} rows, imported ${imported_at.toISOString()}`)
}

/** Puts a list in place of the one from the same source, in one statement. */
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

/** Whether there was such a list. */
export async function removeList({ db }: Pick<Database, 'db'>, source: string): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('school_list').where('source', '=', source).executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}
