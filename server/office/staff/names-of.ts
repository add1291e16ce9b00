import type { Kysely } from 'kysely'
import type { Tables } from '../../platform/database/index.ts'

/** The names and reference numbers of applications; empty for those that were erased. */
export async function namesOf(db: Kysely<Tables>, rows: readonly { readonly application_id: string }[]) {
  const ids = [...new Set(rows.map(({ application_id }) => application_id))]
  const found =
    ids.length === 0
      ? []
      : await db
          .selectFrom('application_index')
          .select(['application_id', 'name', 'reference'])
          .where('application_id', 'in', ids)
          .execute()
  const byId = new Map(found.map((each) => [each.application_id, each]))
  return ({ application_id }: { readonly application_id: string }) => {
    const { name = '', reference } = byId.get(application_id) ?? {}
    return { application_id, name, reference: reference ?? '' }
  }
}
