import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { developerOnly, escaped, isForDevelopment } from '../../platform/http/index.ts'
import type { Settings } from '../../platform/settings/index.ts'

/** Where mail is written if no mail server is set. */
export const mailFolder = ({ dataDir }: Pick<Settings, 'dataDir'>): string => join(dataDir, 'mail')

/** Writes a whole mail or nothing, readable only by its owner. */
export async function writeMailFile(folder: string, name: string, content: Buffer): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const draft = join(folder, `.${name}.new`)
  await writeFile(draft, content, { mode: 0o600 })
  await rename(draft, join(folder, name))
}

/** The latest mails, newest first. */
async function latestMails(folder: string, most: number): Promise<readonly { name: string; text: string }[]> {
  const names = (await mailNames(folder)).sort().reverse().slice(0, most)
  return Promise.all(
    names.map(async (name) => ({ name, text: readableMail(await readFile(join(folder, name), 'utf8')) })),
  )
}

async function mailNames(folder: string): Promise<string[]> {
  try {
    return (await readdir(folder)).filter((name) => name.endsWith('.eml'))
  } catch (error) {
    // No mail was ever written.
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
    throw error
  }
}

/** The header and the text part of a mail as this server writes it: quoted-printable, the text before the HTML. */
function readableMail(raw: string): string {
  const [head = '', ...parts] = raw.split(/\r\n\r\n/)
  const headers = head.split('\r\n').filter((line) => /^(from|to|reply-to|subject|date):/i.test(line))
  const body = parts.join('\r\n\r\n')
  const text = /content-type: text\/plain[\s\S]*?\r\n\r\n([\s\S]*?)\r\n--/i.exec(`${body}\r\n--`)?.[1] ?? body
  return `${headers.join('\n')}\n\n${unquoted(text).replaceAll('\r\n', '\n')}`
}

/** Quoted-printable to text. */
function unquoted(text: string): string {
  const bytes = text
    .replaceAll('=\r\n', '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString('utf8')
}

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
      { config: { limit: 'none' }, onRequest: developerOnly(settings) },
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
