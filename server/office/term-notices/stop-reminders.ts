import { type Kysely, sql } from 'kysely'
import type { Institution } from '../../../api/index.ts'
import { say } from '../../../engine/index.ts'
import type { Database, Tables } from '../../platform/database/index.ts'
import { type App, plainPage, sendPage } from '../../platform/http/index.ts'
import type { Jobs } from '../../platform/jobs/index.ts'
import { type KeyRing, readSignedPath, signedPath } from '../../platform/secrets/index.ts'
import type { Mail } from '../../running/mail/index.ts'

/** The dependencies of every function in this folder. */
export type TermNoticeDeps = {
  readonly database: Database
  readonly institution: Institution
  readonly mail: Mail
  /** Signs the links that stop reminders. */
  readonly keyRing: Pick<KeyRing, 'deriveEach'>
  readonly baseUrl: string
  readonly jobs: Jobs
  readonly now: () => Date
}

/** How many reminders go out about one application in all. */
const MOST = 2

/** The kinds of mails that are reminders. That a draft will be deleted is none: its owner must be told. */
const KINDS = ['draft_rests', 'term_closes'] as const

/** Whether a row of `application` may have one more reminder: a draft that nobody holds, until its owner stops them. */
export const isRemindable = sql<boolean>`(
  application.reminders_stopped_at is null
  and not exists (select from submission where application_id = application.id)
  and not exists (select from hold where application_id = application.id)
  and ${MOST} > (
    select count(*) from sent_mail where application_id = application.id and kind in (${sql.join(KINDS)})
  )
)`

/** Keeps an application until the transaction ends, so that two reminders are never counted at once. */
export const lockForReminder = (transaction: Kysely<Tables>, id: string): Promise<unknown> =>
  sql`select from application where id = ${id} for update`.execute(transaction)

const PATH = '/reminders'
const PURPOSE = 'no more reminders'
const LIFETIME = 400 * 86_400 // s; a mail may lie for long, and its link says nothing else

/** What a reminder says of its application, with the link that stops reminders about it. */
export const aboutReminder = ({ keyRing, baseUrl, now }: TermNoticeDeps, id: string, term: string) => ({
  id,
  term,
  stop_link: `${baseUrl}${PATH}/${signedPath(keyRing, PURPOSE, id, now(), LIFETIME)}`,
})

/**
 * The page of that link. Opening it changes nothing, because scanners of mails open every link; one press, or the POST of
 * a mail program (RFC 8058), stops the reminders, without log-in and as often as it is sent.
 */
export async function stopReminderRoutes(app: App, { database, keyRing, now }: TermNoticeDeps): Promise<void> {
  const config = { limit: 'signature', isRefusedWhenBusy: true } as const
  const idIn = (params: unknown) => readSignedPath(keyRing, PURPOSE, params, now())
  // Whatever a mail program says in it, the link alone tells what to do.
  app.addContentTypeParser('*', { parseAs: 'string' }, (_, __, done) => done(null, undefined))

  app.get(`${PATH}/:id/:expires/:signed`, { config }, async ({ params }, reply) => {
    if (idIn(params) === undefined) return sendPage(reply.code(404), (nonce) => plainPage(ended(), nonce))
    return sendPage(reply, (nonce) => plainPage(asked(), nonce), { hasForm: true })
  })
  const options = { config: { ...config, isForOtherSites: true }, bodyLimit: 16_384 }
  app.post(`${PATH}/:id/:expires/:signed`, options, async ({ params }, reply) => {
    const id = idIn(params)
    if (id === undefined) return sendPage(reply.code(404), (nonce) => plainPage(ended(), nonce))
    await sql`
      update application set reminders_stopped_at = ${now()} where id = ${id} and reminders_stopped_at is null
    `.execute(database.db)
    return sendPage(reply, (nonce) => plainPage(stopped(), nonce))
  })
}

const asked = () => ({
  title: say('Stop reminders?'),
  message: say(
    'We’ll send no more reminders about this application. We still write about what you do here, and before we delete a draft.',
  ),
  links: {},
  press: say('Stop reminders'),
})
const stopped = () => ({
  title: say('Reminders are stopped'),
  message: say('We’ll send no more reminders about this application.'),
  links: { '/': say('Go to your application') },
})
const ended = () => ({
  title: say('This link doesn’t work'),
  message: say('It may be incomplete or too old. To stop reminders, use the link in the newest one.'),
  links: { '/': say('Go to your application') },
})
