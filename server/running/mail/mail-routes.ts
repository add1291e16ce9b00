import type { FastifyInstance, FastifyReply } from 'fastify'
import { developerOnly, isForDevelopment } from '../../platform/http/index.ts'
import type { Settings } from '../../platform/settings/index.ts'
import { latestMails, mailFolder } from './mail-files.ts'
import { escaped } from './render-mail.ts'

const MAIL_PATH = '/dev/mail'
const MAX_MAILS = 50 // mails on the page

type DeveloperSettings = Pick<Settings, 'smtpUrl' | 'databaseUrl' | 'baseUrl' | 'dataDir'>

/** The address of the development mail page; undefined elsewhere, where the page would give accounts away. */
export const mailPageUrl = (settings: DeveloperSettings): string | undefined =>
  isForDevelopment(settings) ? `${settings.baseUrl}${MAIL_PATH}` : undefined

/** In development, a page that shows mails as text instead of sending them, newest first. */
export const mailRoutes =
  (settings: DeveloperSettings) =>
  async (app: FastifyInstance): Promise<void> => {
    if (mailPageUrl(settings) === undefined) return
    app.get(
      MAIL_PATH,
      { onRequest: developerOnly(settings) },
      async (_, reply): Promise<FastifyReply> =>
        reply.type('text/html; charset=utf-8').send(page(await latestMails(mailFolder(settings), MAX_MAILS))),
    )
  }

const page = (mails: readonly { name: string; text: string }[]) => `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>Outgoing mail</title></head>
<body>
<h1>Outgoing mail</h1>
<p>No SMTP_URL is set, so mail is written to files. The newest comes first; reload to see more.</p>
${mails.map(({ name, text }) => `<h2>${escaped(name)}</h2>\n<pre>${withLinks(escaped(text))}</pre>`).join('\n')}
</body>
</html>
`

const withLinks = (html: string) => html.replace(/\bhttps?:\/\/[^\s<]+/g, (link) => `<a href="${link}">${link}</a>`)
