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
import { type Letter, openDelivery } from './deliver-mail.ts'
import { openDeliveries } from './deliveries.ts'
import { type MailMessage, mailMessageSchema } from './mail-message.ts'
import { renderMail } from './render-mail.ts'

/** The outgoing mail. */
export type Mail = {
  /** Sends a mail when the transaction is kept, again and again until the mail server takes it or refuses it for good.
   * `once` is the key of a row of `sent_mail`, which then says what became of it: however often that mail is asked for, it
   * is sent once. */
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

/** Opens the outgoing mail; before the jobs start, as it does those of its queue. Wording that cannot be used stops the start. */
export function createMail({ database, settings, institution, jobs, keyRing, log }: MailDeps): Mail {
  const deliver = openDelivery(settings)
  const deliveries = openDeliveries(database)
  const wordingOf = createWording(settings, institution)

  jobs.define(queue, async ({ sealed }) => {
    const { id, at, message, once } = enqueuedSchema.parse(JSON.parse(keyRing.open(sealed, CONTEXT)))
    if (once !== undefined && (await deliveries.isSettled(once))) return
    const outcome = await deliver(letter(id, at, message))
    const facts = { kind: message.kind, mail: id }
    if (outcome.kind === 'sent') {
      if (once !== undefined) await deliveries.sent(once)
      log.info(facts, 'A mail was sent.')
    } else {
      await deliveries.refused(once ?? `mail ${id}`, message.kind, outcome.status)
      const refused = { ...facts, status: outcome.status }
      log.warn(refused, 'The mail server refuses a mail for good; it is not tried again.')
    }
  })

  function letter(id: string, at: string, message: MailMessage): Letter {
    return {
      ...renderMail(wordingOf(message), institution),
      name: `${at.replace(/[:.]/g, '-')}-${message.kind}-${id.slice(0, 8)}`,
      from: institution.mail.from,
      replyTo: institution.mail.reply_to,
      to: { name: '', address: message.to },
      date: new Date(at),
      // A job runs at least once; mailboxes show a second mail of the same id only once.
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

const enqueuedSchema = z.object({
  id: z.uuid(),
  at: z.iso.datetime(),
  message: mailMessageSchema,
  once: z.string().optional(),
})

/** Sealed, because a job is kept for a week: no code, link or address stands in the table. */
const queue: Queue<{ sealed: z.infer<typeof sealedSchema> }> = {
  name: 'mail',
  data: z.object({ sealed: sealedSchema }),
  // From half a minute doubling to an hour, for a week: a mail server that is down over the holidays loses nothing.
  retryLimit: 175,
  retryDelay: 30,
  retryDelayMax: 3600,
  retryBackoff: true,
  expireInSeconds: 120,
}
