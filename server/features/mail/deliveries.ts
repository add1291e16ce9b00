import { sql } from 'kysely'
import type { Database } from '../../platform/database/index.ts'

/** The outcomes of mails, without addresses: in their row of `sent_mail`, or in a new one for other refused mails. */
export type Deliveries = {
  /** Whether this mail was already sent or refused for good: a job may run more than once. */
  readonly isSettled: (key: string) => Promise<boolean>
  readonly sent: (key: string) => Promise<void>
  readonly refused: (key: string, kind: string, status: number | null) => Promise<void>
}

export const createDeliveries = ({ db }: Pick<Database, 'db'>): Deliveries => ({
  isSettled: async (key) => {
    const found = await db
      .selectFrom('sent_mail')
      .select(['sent_at', 'refused_at'])
      .where('key', '=', key)
      .executeTakeFirst()
    return found !== undefined && (found.sent_at ?? found.refused_at) !== null
  },
  sent: async (key) => {
    await db.updateTable('sent_mail').set({ sent_at: sql`clock_timestamp()` }).where('key', '=', key).execute()
  },
  refused: async (key, kind, status) => {
    const refused = { refused_at: sql<Date>`clock_timestamp()`, refused_status: status }
    await db
      .insertInto('sent_mail')
      .values({ key, kind, ...refused })
      .onConflict((conflict) => conflict.column('key').doUpdateSet(refused))
      .execute()
    // Nobody asks about codes and links after a month; a receipt belongs to its application.
    await db
      .deleteFrom('sent_mail')
      .where('application_id', 'is', null)
      .where('refused_at', '<', sql<Date>`clock_timestamp() - interval '30 days'`)
      .execute()
  },
})
