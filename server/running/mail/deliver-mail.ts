import { createTransport, type SendMailOptions } from 'nodemailer'
import type { Settings } from '../../platform/settings/index.ts'
import { mailFolder, writeMailFile } from './mail-files.ts'

/** A mail ready to send. `name` is the same at each try, so that a folder or a mailbox contains it once. */
export type PreparedMail = SendMailOptions & { readonly name: string }

type Delivered = { readonly kind: 'sent' } | Refusal

/**
 * Sends mail by SMTP if SMTP_URL is set, otherwise writes it to a file in DATA_DIR/mail. Throws if it could not be sent
 * now; the error contains the reason, never the address or the content.
 */
export function createDelivery(
  settings: Pick<Settings, 'smtpUrl' | 'dataDir'>,
  patience: Patience = PATIENCE,
): (letter: PreparedMail) => Promise<Delivered> {
  const { smtpUrl } = settings
  if (smtpUrl === undefined) {
    const composer = createTransport({ streamTransport: true, buffer: true, ...noAttachments })
    return async ({ name, ...mail }) => {
      const { message } = await composer.sendMail(mail)
      if (!Buffer.isBuffer(message)) throw new Error('A mail was composed as a stream.')
      await writeMailFile(mailFolder(settings), `${name}.eml`, message)
      return { kind: 'sent' }
    }
  }
  return async ({ name: _, ...mail }) => {
    try {
      await handOver(smtpUrl, mail, patience)
      return { kind: 'sent' }
    } catch (error) {
      const refusal = refusalBy(error)
      if (refusal) return refusal
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

/** Milliseconds. */
type Patience = { readonly beforeDot: number; readonly afterDot: number }

/**
 * RFC 5321, 4.5.3.2, lets each step before the final dot take two to five minutes, and the answer to the dot ten. Whoever
 * hangs up after the dot does not learn that the mail was accepted, and sends it again with each try. Before it nothing
 * is lost, and somebody waits: all those steps together have the shortest of these times.
 */
const PATIENCE: Patience = { beforeDot: 120_000, afterDot: 600_000 }

/** Seconds in which a mail can be handed over, with the replies before that one. */
export const LONGEST_TRY = 900
const noAttachments = { disableFileAccess: true, disableUrlAccess: true }

/** Hands a mail over in a session of its own, which ends when the mail server is silent for too long. */
async function handOver(url: string, mail: SendMailOptions, { beforeDot, afterDot }: Patience): Promise<void> {
  const silence = new AbortController()
  const timer = setTimeout(() => silence.abort(), beforeDot)
  const transport = transportTo(url, afterDot)
  transport.use('stream', ({ message }, done) => {
    // Its last line has been read into the connection, and the dot follows it.
    message.processFunc((lines) => lines.once('end', () => clearTimeout(timer)))
    done()
  })
  try {
    await transport.sendMail({ ...mail, signal: silence.signal })
  } finally {
    clearTimeout(timer)
  }
}

/** Mail servers often repeat the address in their replies. */
function withoutContents(error: unknown): Error {
  const fields = ['code', 'command', 'responseCode'].flatMap((name) => fieldOf(error, name) ?? [])
  return new Error(`The mail could not be handed to the mail server (${fields.join(', ') || 'no reason given'}).`)
}

/**
 * The enhanced status codes of RFC 3463 (5.1.10: RFC 7505) with which a mail server speaks of the address of a mail. Only
 * they are an answer about a person. Every other refusal is about the sender, its network or what it sends: an operator
 * can correct it, so the mail is tried again. A full mailbox (5.2.2) is emptied again, and codes of the sender's
 * address (5.1.7, 5.1.8) or without a meaning of their own (5.1.0, 5.2.0, 5.0.0) say nothing of the recipient.
 */
export const addressCodes: Readonly<Record<string, string>> = {
  '5.1.1': 'Bad destination mailbox address',
  '5.1.2': 'Bad destination system address',
  '5.1.3': 'Bad destination mailbox address syntax',
  '5.1.4': 'Destination mailbox address ambiguous',
  '5.1.6': 'Destination mailbox has moved, no forwarding address',
  '5.1.10': 'Recipient address has null MX',
  '5.2.1': 'Mailbox disabled, not accepting messages',
}

/** 'refused': about the address, for good. 'blocked': for another reason; `reply` has its codes, such as `554 5.7.1`. */
export type Refusal =
  | { readonly kind: 'refused'; readonly status: number; readonly reply: string }
  | { readonly kind: 'blocked'; readonly reply: string }

/** The refusal of a mail server, without its words, which often repeat the address; undefined if there was none. */
function refusalBy(error: unknown): Refusal | undefined {
  const status = Number(fieldOf(error, 'responseCode'))
  if (!(status >= 500 && status < 600)) return undefined
  const [, enhanced] = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})(?:\s|$)/.exec(String(fieldOf(error, 'response') ?? '')) ?? []
  const reply = enhanced === undefined ? `${status}` : `${status} ${enhanced}`
  const isOfRecipient = ['RCPT TO', 'DATA'].includes(String(fieldOf(error, 'command')))
  return isOfRecipient && enhanced !== undefined && Object.hasOwn(addressCodes, enhanced)
    ? { kind: 'refused', status, reply }
    : { kind: 'blocked', reply }
}

/** A field that the mail library adds to its errors. */
function fieldOf(error: unknown, name: string): unknown {
  return new Map<string, unknown>(Object.entries(error instanceof Error ? error : {})).get(name)
}
