import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import type { Product } from './product.ts'

/** What a stopped product has recorded, oldest first: the audit log, and what other systems answered. */
export async function recordOf({ dataDir }: Product) {
  const database = await PGlite.create(join(dataDir, 'database'))
  try {
    const audit = await database.query('select actor, action, detail from audit order by id')
    const answers = await database.query('select target, result, their_id, made_by from acknowledgement order by id')
    return { audit: audit.rows, answers: answers.rows }
  } finally {
    await database.close()
  }
}
