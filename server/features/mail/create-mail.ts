import { randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { BaseLogger } from 'pino'
import { z } from 'zod'
import type { Institution } from '../../../api/index.ts'
import type { Database, Tables } from '../../platform/database/index.ts'
import type { Jobs, Queue } from '../../platform/jobs/index.ts'
import { type KeyRing, sealedSchema } from '../../platform/secrets/index.ts'
import type { Settings } from '../../platform/settings/index.ts'
import { createWording } from './create-wording.ts'
import { createDelivery, type PreparedMail } from './deliver-mail.ts'
import { createDeliveries } from './deliveries.ts'
import { type MailMessage, mailMessageSchema } from './mail-message.ts'
import { renderMail } from './render-mail.ts'

/** The outgoing mail. */
export type Mail = {
  /**
   * Sends a mail once the transaction commits, and retries until the mail server accepts it or refuses it for good.
   * `once` is the key of a row of `sent_mail`, which then records the outcome: however often that mail is requested, it
   * is sent once.
   */
  readonly enqueue: (db: Kysely<Tables>, message: MailMessage, options?: { readonly once?: string }) => Promise<void>
}

type MailDeps = {
  readonly database: Pick<Database, 'db'>
  readonly settings: Pick<Settings, 'smtpUrl' | 'dataDir' | 'baseUrl' | 'institutionFile'>
  readonly institution: Institution
  readonly jobs: Pick<Jobs, 'define' | 'enqueue'>
  readonly keyRing: Pick<KeyRing, 'seal' | 'open'>
  readonly log: Pick<BaseLogger, 'info' | 'warn'>
}

/** Creates the outgoing mail; call it before the jobs start. Throws a startup error if the wording cannot be used. */
export function createMail({ database, settings, institution, jobs, keyRing, log }: MailDeps): Mail {
  const deliver = createDelivery(settings)
  const deliveries = createDeliveries(database)
  const wordingOf = createWording(settings, institution)

  jobs.define(queue, async ({ sealed }) => {
    const { id, at, message, once } = mailIn(keyRing, sealed)
    if (once !== undefined && (await deliveries.isSettled(once))) return
    const outcome = await deliver(prepare(id, at, message))
    const fields = { kind: message.kind, mail: id }
    if (outcome.kind === 'sent') {
      if (once !== undefined) await deliveries.sent(once)
      log.info(fields, 'A mail was sent.')
    } else {
      await deliveries.refused(once ?? `mail ${id}`, message.kind, outcome.status)
      const refused = { ...fields, status: outcome.status }
      log.warn(refused, 'The mail server refused a mail permanently; it is not tried again.')
    }
  })

  function prepare(id: string, at: string, message: MailMessage): PreparedMail {
    return {
      ...renderMail(wordingOf(message), institution),
      name: `${at.replace(/[:.]/g, '-')}-${message.kind}-${id.slice(0, 8)}`,
      from: institution.mail.from,
      replyTo: institution.mail.reply_to,
      to: { name: '', address: message.to },
      date: new Date(at),
      // A job may run more than once; mailboxes show a second mail with the same id only once.
      messageId: `<${id}@${new URL(settings.baseUrl).hostname}>`,
      headers: { 'Auto-Submitted': 'auto-generated' },
      textEncoding: 'quoted-printable',
    }
  }

  return {
    enqueue: async (db, message, { once } = {}) => {
      const enqueued = enqueuedSchema.parse({ id: randomUUID(), at: new Date().toISOString(), message, once })
      const sealed = keyRing.seal(JSON.stringify(enqueued), CONTEXT)
      await jobs.enqueue(db, queue, { sealed }, once === undefined ? {} : { key: once })
    },
  }
}

const CONTEXT = 'mail'

/** The mail of a job. Throws if it was encrypted with a key that is not at hand. */
export const mailIn = (keyRing: Pick<KeyRing, 'open'>, sealed: z.infer<typeof sealedSchema>) =>
  enqueuedSchema.parse(JSON.parse(keyRing.open(sealed, CONTEXT)))

const enqueuedSchema = z.object({
  id: z.uuid(),
  at: z.iso.datetime(),
  message: mailMessageSchema,
  once: z.string().optional(),
})

/** Encrypted, because jobs are stored for a week and the table must not show codes, links or addresses. */
const queue: Queue<{ sealed: z.infer<typeof sealedSchema> }> = {
  name: 'mail',
  data: z.object({ sealed: sealedSchema }),
  // Half a minute, doubling to an hour, for a week: no mail is lost if the mail server is down over the holidays.
  retryLimit: 175,
  retryDelay: 30,
  retryDelayMax: 3600,
  retryBackoff: true,
  expireInSeconds: 120,
}
