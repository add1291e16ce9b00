import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { SMTPServer } from 'smtp-server'
import { expect, test } from 'vitest'
import { createDelivery } from './deliver-mail.ts'

test('a mail that its server takes half a minute to accept is sent once', async () => {
  let accepted = 0
  const server = new SMTPServer({
    ...{ authOptional: true, disabledCommands: ['STARTTLS'], logger: false },
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
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const bound = server.server.address()
  if (bound === null || typeof bound === 'string') throw new Error('No port.')
  try {
    const deliver = createDelivery({ smtpUrl: `smtp://127.0.0.1:${bound.port}`, dataDir: '/nowhere' })
    const sent = deliver({
      name: 'one',
      from: 'office@example.edu',
      to: 'ann@example.edu',
      subject: 'Hello',
      text: '.',
    })
    await expect(sent).resolves.toEqual({ kind: 'sent' })
    expect(accepted).toBe(1)
  } finally {
    await new Promise<void>((resolve) => server.close(() => resolve()))
  }
}, 60_000)
