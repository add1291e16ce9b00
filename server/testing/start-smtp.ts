import { once } from 'node:events'
import { SMTPServer } from 'smtp-server'
import { freePort } from '../../testing/free-port.ts'

/** A mail server for tests: the mail it accepted, and how to stop it. */
export type SmtpForTests = {
  /** The recipients that it was asked for. */
  readonly asked: readonly string[]
  readonly received: readonly { readonly to: readonly string[]; readonly raw: string }[]
  readonly port: number
  readonly url: string
  readonly stop: () => Promise<void>
}

/**
 * Starts a real SMTP server. `refusals` are its replies to recipients that it rejects (temporarily or for good); about
 * those of `slow` it says nothing before their promise.
 */
export async function startSmtp(
  port = 0,
  refusals: Partial<Record<string, Error>> = {},
  slow: Partial<Record<string, Promise<void>>> = {},
): Promise<SmtpForTests> {
  const asked: string[] = []
  const received: { to: string[]; raw: string }[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onRcptTo: async ({ address }, _, done) => {
      asked.push(address)
      await slow[address]
      done(refusals[address])
    },
    onData: (stream, session, done) => {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const to = session.envelope.rcptTo.map((recipient) => recipient.address)
        received.push({ to, raw: Buffer.concat(chunks).toString('utf8') })
        done()
      })
    },
  })
  server.listen(port === 0 ? await freePort() : port, '127.0.0.1') // tests come back to it
  await once(server.server, 'listening')
  const bound = server.server.address()
  if (bound === null || typeof bound === 'string') throw new Error('No port.')
  const stop = () => new Promise<void>((resolve) => server.close(() => resolve()))
  return { asked, received, stop, port: bound.port, url: `smtp://127.0.0.1:${bound.port}` }
}
