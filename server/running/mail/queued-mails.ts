import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../platform/database/index.ts'
import type { KeyRing, Sealed } from '../../platform/secrets/index.ts'
import { mailIn } from './create-mail.ts'

/** The job of a mail. It is kept for a week after it has ended. */
export type MailJob = {
  readonly id: string
  readonly sealed: Sealed
  readonly state: 'created' | 'retry' | 'active' | 'completed' | 'cancelled' | 'failed'
  /** How often it was tried again, without the first try. */
  readonly retries: number
  readonly next_try: Date
  /** Whether it has ended, well or not, and when. */
  readonly is_over: boolean
  readonly ended_at: Date | null
}

/** The jobs of all mails, each with its mail, or without one if that is under a secret key which is gone. */
export async function queuedMails(keyRing: Pick<KeyRing, 'open' | 'hasKeyOf'>, db: Kysely<Tables>) {
  const { rows } = await sql<MailJob>`
    select id, data -> 'sealed' as sealed, state, retry_count as retries, start_after as next_try,
      state > 'active' as is_over, completed_on as ended_at
    from pgboss.job where name = 'mail'`.execute(db)
  return rows.map((job) => ({ ...job, mail: keyRing.hasKeyOf(job.sealed) ? mailIn(keyRing, job.sealed) : undefined }))
}
