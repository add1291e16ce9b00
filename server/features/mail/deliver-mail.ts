import { createTransport, type SendMailOptions } from 'nodemailer'
import type { Settings } from '../../platform/settings/index.ts'
import { mailFolder, writeMailFile } from './mail-files.ts'

/** A mail ready to send. `name` is the same at each try, so that a folder or a mailbox contains it once. */
export type PreparedMail = SendMailOptions & { readonly name: string }

/** 'refused': this mail will never be accepted, so a retry is useless; `status` is the mail server's. */
export type Delivered = { readonly kind: 'sent' } | { readonly kind: 'refused'; readonly status: number | null }

/**
 * Sends mail by SMTP if SMTP_URL is set, otherwise writes it to a file in DATA_DIR/mail. Throws if it could not be sent
 * now; the error contains the reason, never the address or the content.
 */
export function createDelivery(
  settings: Pick<Settings, 'smtpUrl' | 'dataDir'>,
): (letter: PreparedMail) => Promise<Delivered> {
  if (settings.smtpUrl === undefined) {
    const composer = createTransport({ streamTransport: true, buffer: true, ...noAttachments })
    return async ({ name, ...mail }) => {
      const { message } = await composer.sendMail(mail)
      if (!Buffer.isBuffer(message)) throw new Error('A mail was composed as a stream.')
      await writeMailFile(mailFolder(settings), `${name}.eml`, message)
      return { kind: 'sent' }
    }
  }
  const transport = transportTo(settings.smtpUrl, PATIENCE)
  return async ({ name: _, ...mail }) => {
    try {
      await transport.sendMail(mail)
      return { kind: 'sent' }
    } catch (error) {
      if (isRefusedPermanently(error))
        return { kind: 'refused', status: Number(fieldOf(error, 'responseCode')) || null }
      throw withoutContents(error)
    }
  }
}

/** Throws, with the reason, while the mail server does not answer or refuses the sign-in. */
export async function checkMailServer(smtpUrl: string): Promise<void> {
  await transportTo(smtpUrl, 30_000).verify()
}

const transportTo = (url: string, socketTimeout: number) =>
  createTransport({ url, connectionTimeout: 20_000, greetingTimeout: 20_000, socketTimeout, ...noAttachments })

/**
 * Milliseconds. The standard of mail lets a server look at a mail for ten minutes before it answers. Whoever
 * hangs up meanwhile does not learn that it was accepted, and sends it again with each try.
 */
const PATIENCE = 600_000
/** Seconds in which a mail can be handed over, with the replies before that one. */
export const LONGEST_TRY = 900
const noAttachments = { disableFileAccess: true, disableUrlAccess: true }

/** A wrong sender or password is also refused for good, but an operator can correct it, so the mail waits. */
const isRefusedPermanently = (error: unknown) =>
  fieldOf(error, 'permanent') === true && ['RCPT TO', 'DATA'].includes(String(fieldOf(error, 'command')))

/** Mail servers often repeat the address in their replies. */
function withoutContents(error: unknown): Error {
  const fields = ['code', 'command', 'responseCode'].flatMap((name) => fieldOf(error, name) ?? [])
  return new Error(`The mail could not be handed to the mail server (${fields.join(', ') || 'no reason given'}).`)
}

function fieldOf(error: unknown, name: string): unknown {
  return new Map<string, unknown>(Object.entries(error instanceof Error ? error : {})).get(name)
}
