import { type Doer, declined } from '../../platform/control/index.ts'
import { inTransaction } from '../../platform/database/index.ts'
import { auditToken } from './audit-token.ts'
import type { ExportTokens } from './export-tokens.ts'

/** Ends the token of this name at once. Throws one sentence if there is none. */
export const endToken = ({ database, now }: ExportTokens, name: string, doer: Doer): Promise<string> =>
  inTransaction(database.db, async (transaction) => {
    const ended = await transaction
      .updateTable('export_token')
      .set({ ended_at: now() })
      .where('name', '=', name)
      .where('ended_at', 'is', null)
      .returning('id')
      .executeTakeFirst()
    if (!ended) throw declined(`There is no token ${name}.`)
    await auditToken(transaction, 'export token ended', ended.id, doer, { name })
    return `${name} has ended.`
  })
