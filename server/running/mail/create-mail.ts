import { randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { BaseLogger } from 'pino'
import { z } from 'zod'
import type { Institution } from '../../../api/index.ts'
import { english, language, ownNameOf } from '../../../engine/index.ts'
import { firstPath } from '../../../form/index.ts'
import { clockDoubt, type Database, type Tables } from '../../platform/database/index.ts'
import type { Jobs, Queue, Retries } from '../../platform/jobs/index.ts'
import { createLanguages, type Languages, speakIn } from '../../platform/languages/index.ts'
import { type KeyRing, sealedSchema } from '../../platform/secrets/index.ts'
import type { Settings } from '../../platform/settings/index.ts'
import { createWording, TO_STAFF } from './create-wording.ts'
import { createDelivery, LONGEST_TRY, type PreparedMail } from './deliver-mail.ts'
import { createDeliveries, dayOfMails, isSuspect } from './deliveries.ts'
import { type AboutApplication, type MailMessage, mailMessageSchema } from './mail-message.ts'
import { stopBlocks } from './mail-wording.ts'
import { type RenderedMail, renderMail } from './render-mail.ts'

/** The outgoing mail. */
export type Mail = {
  /**
   * Sends a mail once the transaction commits, and retries for a week until the mail server accepts it or refuses its
   * address. A code or a link is sent before other mails and tried again every half minute. What its text promises until a
   * moment is not sent after that moment.
   * `once` is the key of a row of `sent_mail`, which then records the outcome: however often that mail is requested, it
   * is sent once.
   */
  readonly enqueue: (db: Kysely<Tables>, message: MailMessage, options?: { readonly once?: string }) => Promise<void>
}

/** What the mails say, and what an operator should know of that. */
export type MailWords = {
  /** A mail as it reads now, in the language in use. */
  readonly drawn: (message: MailMessage) => RenderedMail
  readonly warnings: readonly string[]
}

type MailDeps = {
  readonly database: Pick<Database, 'db'>
  readonly settings: Pick<Settings, 'smtpUrl' | 'dataDir' | 'baseUrl' | 'institutionFile'>
  readonly institution: Institution
  readonly jobs: Pick<Jobs, 'define' | 'enqueue'>
  readonly keyRing: Pick<KeyRing, 'seal' | 'open'>
  readonly log: Pick<BaseLogger, 'info' | 'warn'>
  readonly languages?: Languages
  readonly now?: () => Date
}

/**
 * Creates the outgoing mail; call it before the jobs start. `warnings` are what an operator should know of the wording.
 * Throws a startup error if it cannot be used.
 */
export function createMail(deps: MailDeps): Mail & MailWords {
  const { database, settings, jobs, keyRing, log, now = () => new Date(), languages = createLanguages() } = deps
  const deliver = createDelivery(settings)
  const deliveries = createDeliveries(database, now)
  const { wordingOf, languageOf, warnings } = createWording(settings, deps)
  /** The mails with `once` that this process is sending. */
  const underWay = new Map<string, Promise<void>>()

  jobs.define(queue, async ({ sealed }) => {
    const mail = mailIn(keyRing, sealed)
    const { once } = mail
    if (once === undefined) return send(mail)
    // A mail whose job was lost may be requested anew while it is being sent.
    const sending = Promise.allSettled([underWay.get(once)]).then(() => send(mail))
    underWay.set(once, sending)
    try {
      await sending
    } finally {
      if (underWay.get(once) === sending) underWay.delete(once)
    }
  })

  async function send(mail: EnqueuedMail): Promise<void> {
    const { id, at, message, once } = mail
    const fields = { kind: message.kind, mail: id }
    if (once !== undefined && (await deliveries.isSettled(once))) return
    if (isOutdated(message, now())) {
      const doubt = await clockDoubt({ database, now })
      if (doubt !== undefined) throw new Error(`A mail waits, because it may not be too late for it. ${doubt}`)
      await deliveries.outdated(outcomeKey(mail), message.kind)
      return log.warn(fields, 'A mail was not sent while its code or link was valid.')
    }
    const words = languages.markedWordsOf(languageOf(message.kind, mail.language))
    const outcome = await deliver(speakIn(words, () => prepare(id, at, message)))
    if (outcome.kind === 'sent') {
      await deliveries.sent(outcomeKey(mail))
      return log.info(fields, 'A mail was sent.')
    }
    const refused = { ...fields, reply: outcome.reply }
    if (outcome.kind === 'refused') {
      const day = await dayOfMails(database.db)
      if (!isSuspect({ ...day, refused: day.refused + 1 })) {
        await deliveries.notAccepted(outcomeKey(mail), message.kind, outcome)
        return log.warn(refused, 'The mail server refused a mail permanently; it is not tried again.')
      }
      await deliveries.doubtRefusals()
    }
    await deliveries.notAccepted(outcomeKey(mail), message.kind, { kind: 'blocked', reply: outcome.reply })
    throw new Error(`The mail server refused a mail for a reason other than its address (${outcome.reply}).`)
  }

  /** Staff read English. */
  const otherLanguages = ({ kind }: MailMessage) =>
    (kind === TO_STAFF ? [] : languages.offered)
      .filter((each) => each !== language())
      .map((each) => ({ language: each, name: ownNameOf(each), href: `${settings.baseUrl}${firstPath}?lang=${each}` }))

  function drawn(message: MailMessage): RenderedMail {
    const { subject, blocks } = wordingOf(message)
    const all = [...blocks, ...stopBlocks(message.about ?? {})]
    return renderMail({ subject, blocks: all }, deps.institution, otherLanguages(message))
  }

  function prepare(id: string, at: string, message: MailMessage): PreparedMail {
    const { institution } = deps
    const { about = {} } = message
    return {
      ...drawn(message),
      name: `${at.replace(/[:.]/g, '-')}-${message.kind}-${id.slice(0, 8)}`,
      from: institution.mail.from,
      replyTo: institution.mail.reply_to,
      to: { name: '', address: message.to },
      date: new Date(at),
      // A job may run more than once; mailboxes show a second mail with the same id only once.
      messageId: `<${id}@${new URL(settings.baseUrl).hostname}>`,
      headers: { 'Auto-Submitted': 'auto-generated', 'Content-Language': language(), ...unsubscribe(about) },
      textEncoding: 'quoted-printable',
    }
  }

  return {
    drawn,
    warnings,
    enqueue: async (db, message, { once } = {}) => {
      const account = await db.selectFrom('user').select('language').where('email', '=', message.to).executeTakeFirst()
      const [id, at, spoken] = [randomUUID(), new Date().toISOString(), account?.language ?? language()]
      const enqueued = enqueuedSchema.parse({ id, at, language: spoken, message, once })
      await enqueueSealed(jobs, db, enqueued, keyRing.seal(JSON.stringify(enqueued), CONTEXT))
    },
  }
}

/** RFC 8058: the button of a mail program stops reminders by one POST; a scanner that opens the link stops nothing. */
const unsubscribe = ({ stop_link }: AboutApplication) =>
  stop_link === undefined
    ? {}
    : { 'List-Unsubscribe': `<${stop_link}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }

const CONTEXT = 'mail'

/** Enqueues a mail as it is encrypted. */
export const enqueueSealed = (
  jobs: Pick<Jobs, 'enqueue'>,
  db: Kysely<Tables>,
  mail: EnqueuedMail,
  sealed: z.infer<typeof sealedSchema>,
): Promise<unknown> =>
  jobs.enqueue(db, queue, { sealed }, { key: outcomeKey(mail), ...(isAwaited(mail.message) ? awaited : {}) })

/** Whether somebody waits for this mail, because it holds a code or a link that works for a while. */
const isAwaited = ({ values }: MailMessage) => 'valid_until' in values

/** Whether a mail is of no use any more: its code or link has ended, or the day until which something can be done. */
export const isOutdated = ({ values }: MailMessage, now: Date) =>
  ENDS.some((name) => Date.parse(new Map(Object.entries(values)).get(name)) < now.getTime())

const ENDS = ['valid_until', 'deleted_on', 'open_until', 'closes_at']

/** The mail of a job. Throws if it was encrypted with a key that is not at hand. */
export const mailIn = (keyRing: Pick<KeyRing, 'open'>, sealed: z.infer<typeof sealedSchema>) =>
  enqueuedSchema.parse(JSON.parse(keyRing.open(sealed, CONTEXT)))

/** The key of a mail's job, and of the row of `sent_mail` with its outcome. Mails without `once` have one only if not sent. */
export const outcomeKey = ({ id, once }: Pick<EnqueuedMail, 'id' | 'once'>) => once ?? `mail ${id}`

const enqueuedSchema = z.object({
  id: z.uuid(),
  at: z.iso.datetime(),
  message: mailMessageSchema,
  /** That of who gets it. */
  language: z.string().default(english.language),
  once: z.string().optional(),
})
type EnqueuedMail = z.infer<typeof enqueuedSchema>

/** Encrypted, because jobs are stored for a week and the table must not show codes, links or addresses. */
const queue: Queue<{ sealed: z.infer<typeof sealedSchema> }> = {
  name: 'mail',
  data: z.object({ sealed: sealedSchema }),
  // Some seconds, doubling to an hour, for a week: no mail is lost if the mail server is down over the holidays.
  retryLimit: 178,
  retryDelay: 5,
  retryDelayMax: 3600,
  retryBackoff: true,
  expireInSeconds: LONGEST_TRY,
  // A mail server may look at one mail for minutes. Codes have workers that no other mail can hold up.
  workers: 3,
  urgentWorkers: 3,
}

/** Codes and links do not wait behind a thousand notices, and come soon after a mail server that was away. */
const awaited: { readonly priority: number; readonly retries: Retries } = {
  priority: 1,
  // Beyond the longest of them: what ends the tries is the end of the code or link.
  retries: { retryLimit: 1000, retryDelay: 5, retryDelayMax: 30, retryBackoff: true },
}
