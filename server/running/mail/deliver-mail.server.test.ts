import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { afterEach, expect, test, vi } from 'vitest'
import { createDelivery } from './deliver-mail.ts'

const ends: (() => Promise<void>)[] = []
afterEach(async () => {
  vi.useRealTimers()
  for (const end of ends.splice(0)) await end()
})

const letter = { name: 'one', from: 'office@example.edu', to: 'ann@example.edu', subject: 'Hello', text: '.' }

async function smtpAt(options: SMTPServerOptions) {
  const open = { sessions: 0 }
  const server = new SMTPServer({
    ...{ authOptional: true, disabledCommands: ['STARTTLS'], logger: false, closeTimeout: 100 },
    onConnect: (_, done) => {
      open.sessions += 1
      done()
    },
    onClose: () => {
      open.sessions -= 1
    },
    ...options,
  })
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const bound = server.server.address()
  if (bound === null || typeof bound === 'string') throw new Error('No port.')
  ends.push(() => new Promise<void>((resolve) => server.close(() => resolve())))
  return { open, settings: { smtpUrl: `smtp://127.0.0.1:${bound.port}`, dataDir: '/nowhere' } }
}

test('a mail that its server takes half a minute to accept is sent once', async () => {
  let accepted = 0
  const { settings } = await smtpAt({
    // Content is looked at after the last line and before the answer to it; a minute and more is usual then.
    onData: (stream, _, done) => {
      stream.resume()
      stream.on('end', async () => {
        accepted += 1
        await wait(32_000)
        done()
      })
    },
  })
  await expect(createDelivery(settings)(letter)).resolves.toEqual({ kind: 'sent' })
  expect(accepted).toBe(1)
}, 60_000)

test.each([
  ...[...'!#$%&*/=?^`{|}~'].map((sign) => `jack${sign}jill@example.edu`),
  // Two dots in a row go in quotation marks, too; the server of this test refuses them so.
  ...['.ann@example.edu', 'ann.@example.edu', "o'brien@example.edu", 'ann@192.0.2.7'],
])('a mail to %s reaches exactly this address', async (address) => {
  const reached: string[] = []
  const { settings } = await smtpAt({
    onRcptTo: (to, _, done) => {
      reached.push(to.address)
      done()
    },
    onData: (stream, _, done) => {
      stream.resume()
      stream.on('end', () => done())
    },
  })
  await expect(createDelivery(settings)({ ...letter, to: { name: '', address } })).resolves.toEqual({ kind: 'sent' })
  // A name that is no row of words with single dots goes in quotation marks, and means the same (RFC 5321, 4.1.2).
  expect(reached.map((each) => each.replaceAll('"', ''))).toEqual([address])
})

const silent = () => {}
test.each<[string, SMTPServerOptions]>([
  ['MAIL FROM', { onMailFrom: silent }],
  ['RCPT TO', { onRcptTo: silent }],
])('a session that falls silent at %s is ended, and its mail not sent', async (_, options) => {
  const { open, settings } = await smtpAt(options)
  const sent = createDelivery(settings, { beforeDot: 300, afterDot: 60_000 })(letter)
  await expect(sent).rejects.toThrow('The mail could not be handed to the mail server (EABORT')
  await expect.poll(() => open.sessions).toBe(0)
})

/** What a mail server says up to the body: its greeting, and to EHLO, MAIL, RCPT and DATA. */
const replies = ['220 mail.example', '250 mail.example', '250 Yes', '250 Yes', '354 Go on'].map((line) => `${line}\r\n`)

/** A mail server that says no more than these, one to each thing it hears, and then neither speaks nor reads. */
async function smtpSaying(words: readonly string[]) {
  const open = new Set<Socket>()
  const silence = Promise.withResolvers<void>()
  const server = createServer((socket) => {
    open.add(socket)
    socket.on('close', () => open.delete(socket))
    socket.on('error', () => {}) // of a session that is ended while much is on its way
    const left = [...words]
    const say = () => {
      const next = left.shift()
      if (next === undefined) socket.off('data', say).pause()
      else socket.write(next)
      if (!next?.endsWith('\n')) silence.resolve()
    }
    socket.on('data', say)
    say()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const bound = server.address()
  if (bound === null || typeof bound === 'string') throw new Error('No port.')
  ends.push(async () => {
    server.close()
    for (const socket of open) socket.destroy()
  })
  const settings = { smtpUrl: `smtp://127.0.0.1:${bound.port}`, dataDir: '/nowhere' }
  return { open, silence: silence.promise, settings }
}

/** More than a connection takes for a server that does not read. */
const long = `${'word '.repeat(15)}\n`.repeat(300_000)

test.each([
  ['in the middle of its greeting', ['220-mail.exa'], '.'],
  ['at DATA', replies.slice(0, -1), '.'],
  ['in the middle of the body', replies, long],
])('a session that falls silent %s is ended, and its mail not sent', async (_, words, text) => {
  const { open, silence, settings } = await smtpSaying(words)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const sent = createDelivery(settings, { beforeDot: 300, afterDot: 60_000 })({ ...letter, text })
  await silence
  vi.advanceTimersByTime(300)
  vi.useRealTimers()
  await expect(sent).rejects.toThrow('The mail could not be handed to the mail server (EABORT')
  for (const socket of open) socket.resume() // else it does not learn of the end
  await expect.poll(() => open.size).toBe(0)
})

test('a server may think about what follows the dot for longer than about anything before it', async () => {
  const { settings } = await smtpAt({
    onData: (stream, _, done) => {
      stream.resume()
      stream.on('end', () => setTimeout(done, 3_500))
    },
  })
  const deliver = createDelivery(settings, { beforeDot: 3_000, afterDot: 60_000 })
  await expect(deliver(letter)).resolves.toEqual({ kind: 'sent' })
})

test('but not for ever', async () => {
  const { open, settings } = await smtpAt({ onData: (stream) => void stream.resume() })
  const deliver = createDelivery(settings, { beforeDot: 10_000, afterDot: 500 })
  await expect(deliver(letter)).rejects.toThrow('ETIMEDOUT')
  await expect.poll(() => open.sessions).toBe(0)
})

const reply = (responseCode: number, words: string) => Object.assign(new Error(words), { responseCode })
test.each([
  [550, '5.1.1 No such user', { kind: 'refused', status: 550, reply: '550 5.1.1' }],
  [556, '5.1.10 This domain takes no mail', { kind: 'refused', status: 556, reply: '556 5.1.10' }],
  [550, '5.2.1 Mailbox disabled', { kind: 'refused', status: 550, reply: '550 5.2.1' }],
  [554, '5.7.1 Client host blocked', { kind: 'blocked', reply: '554 5.7.1' }],
  [552, '5.2.2 Mailbox full', { kind: 'blocked', reply: '552 5.2.2' }],
  [550, '5.1.8 Bad sender', { kind: 'blocked', reply: '550 5.1.8' }],
  [550, 'Go away, ann@example.edu 5.1.1', { kind: 'blocked', reply: '550' }],
])('%i %s at the recipient or the content', async (code, words, outcome) => {
  const refused = reply(code, words)
  const atRecipient = await smtpAt({ onRcptTo: (_, __, done) => done(refused) })
  expect(await createDelivery(atRecipient.settings)(letter)).toEqual(outcome)
  const atContent = await smtpAt({
    onData: (stream, _, done) => {
      stream.resume()
      stream.on('end', () => done(refused))
    },
  })
  expect(await createDelivery(atContent.settings)(letter)).toEqual(outcome)
})

test('what is refused of the sender says nothing of the address, whatever its code', async () => {
  const { settings } = await smtpAt({ onMailFrom: (_, __, done) => done(reply(550, '5.1.1 Unknown')) })
  expect(await createDelivery(settings)(letter)).toEqual({ kind: 'blocked', reply: '550 5.1.1' })
})
