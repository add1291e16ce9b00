import { once } from 'node:events'
import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { pino } from 'pino'
import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { afterEach, expect, test, vi } from 'vitest'
import { inTransaction } from '../database/index.ts'
import { readInstitution } from '../institution/index.ts'
import { type Jobs, openJobs, type Queue } from '../jobs/index.ts'
import { openKeyRing } from '../secrets/index.ts'
import { appForTests, databasesForTests } from '../testing/index.ts'
import { type Mail, type MailMessage, mailPageUrl, mailRoutes, openMail } from './index.ts'

const code = '482913'
const address = 'ann@example.edu'
const message = (to = address): MailMessage => ({
  kind: 'confirm_code',
  to,
  values: { code, valid_until: '2026-01-15T17:05:00.000Z' },
})

databasesForTests('the mail', (on) => {
  const ends: (() => unknown)[] = []
  afterEach(async () => {
    for (const end of ends.splice(0).reverse()) await end()
    rmSync(join(on.settings.dataDir, 'mail'), { recursive: true, force: true })
  })
  const folder = () => join(on.settings.dataDir, 'mail')
  // A name with a dot before it is a mail still being written.
  const written = () => readdirSync(folder()).filter((name) => !name.startsWith('.'))
  const files = () => written().map((name) => ({ name, path: join(folder(), name) }))

  async function open(smtpUrl?: string) {
    const lines: string[] = []
    const log = pino({ level: 'trace' }, { write: (line: string) => lines.push(line) })
    const jobs = openJobs(on.database, log)
    // A test does not wait half a minute for the second try.
    const impatient: Jobs = {
      ...jobs,
      define: (queue, handler) => jobs.define(withoutDelay(queue), handler),
    }
    const mail = openMail({
      settings: { ...on.settings, smtpUrl },
      institution: readInstitution(on.settings),
      jobs: impatient,
      keyRing: openKeyRing(on.settings),
      log,
    })
    await jobs.start()
    ends.push(() => jobs.stop())
    return { mail, log: () => lines.join('') }
  }
  const withoutDelay = <Data extends object>(queue: Queue<Data>) => ({ ...queue, retryDelay: 1, retryBackoff: false })

  async function startSmtp(port = 0, answers: Partial<Record<string, Error>> = {}) {
    const received: { to: string[]; raw: string }[] = []
    const server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      logger: false,
      onRcptTo: (recipient, _, done) => done(answers[recipient.address]),
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
    server.listen(port, '127.0.0.1')
    await once(server.server, 'listening')
    const bound = server.server.address()
    if (bound === null || typeof bound === 'string') throw new Error('No port.')
    const stop = () => new Promise<void>((resolve) => server.close(() => resolve()))
    return { received, stop, port: bound.port, url: `smtp://127.0.0.1:${bound.port}` }
  }
  const send = (mail: Mail, what: MailMessage) => mail.enqueue(on.database.db, what)

  test('without a mail server each mail is a file that its owner alone can read', async () => {
    const { mail, log } = await open()
    await send(mail, message())
    await vi.waitFor(() => expect(files()).toHaveLength(1), { timeout: 30_000 })
    const [file] = files()
    if (file === undefined) throw new Error('No file.')
    expect(file.name).toMatch(/^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z-confirm_code-[0-9a-f]{8}\.eml$/)
    expect(statSync(file.path).mode & 0o777).toBe(0o600)
    expect(statSync(folder()).mode & 0o777).toBe(0o700)
    const parsed = await PostalMime.parse(readFileSync(file.path))
    const institution = readInstitution(on.settings)
    expect(parsed).toMatchObject({
      subject: 'Confirm your account',
      to: [{ address, name: '' }],
      replyTo: [{ address: institution.mail.reply_to }],
    })
    expect(`${parsed.from?.name} <${parsed.from?.address}>`).toBe(institution.mail.from)
    expect(parsed.text).toContain(code)
    expect(parsed.html).toContain(code)
    expect(readFileSync(file.path, 'utf8')).toMatch(/^Date: \w{3}, \d{1,2} \w{3} \d{4} \d\d:\d\d:\d\d \+0000\r$/m)
    expect(log()).not.toMatch(/482913|example\.edu/)
  })

  test('a mail of a transaction goes out when the transaction is kept, and never when it is not', async () => {
    const { mail } = await open()
    const lost = inTransaction(on.database.db, async (transaction) => {
      await mail.enqueue(transaction, message('lost@example.edu'))
      throw new Error('Changed my mind.')
    })
    await expect(lost).rejects.toThrow('Changed my mind.')
    await inTransaction(on.database.db, (transaction) => mail.enqueue(transaction, message()))
    await vi.waitFor(() => expect(files()).toHaveLength(1), { timeout: 30_000 })
    expect(readFileSync(files()[0]?.path ?? '', 'utf8')).toContain(address)
  })

  test('neither code nor address stands in the table of jobs', async () => {
    const { mail } = await open()
    await send(mail, message())
    const { rows } = await sql<{ data: object }>`select data from pgboss.job where name = 'mail'`.execute(
      on.database.db,
    )
    expect(rows.length).toBeGreaterThan(0)
    expect(JSON.stringify(rows)).not.toMatch(/482913|example\.edu|confirm_code/)
    await vi.waitFor(() => expect(files()).toHaveLength(1), { timeout: 30_000 })
  })

  test('with a mail server it is sent there, to that one address', async () => {
    const smtp = await startSmtp()
    ends.push(smtp.stop)
    const { mail, log } = await open(smtp.url)
    await send(mail, message())
    await vi.waitFor(() => expect(smtp.received).toHaveLength(1), { timeout: 30_000 })
    expect(smtp.received[0]?.to).toEqual([address])
    const parsed = await PostalMime.parse(smtp.received[0]?.raw ?? '')
    expect(parsed.text).toContain(code)
    expect(parsed.messageId).toMatch(/^<[0-9a-f-]{36}@localhost>$/)
    expect(log()).not.toMatch(/482913|example\.edu/)
  })

  test('a recipient refused for good is in the log once, without the address, and not tried again', async () => {
    const gone = Object.assign(new Error(`No mailbox of the name ${address} here`), { responseCode: 550 })
    const smtp = await startSmtp(0, { [address]: gone })
    ends.push(smtp.stop)
    const { mail, log } = await open(smtp.url)
    await send(mail, message())
    await vi.waitFor(() => expect(log()).toContain('refuses a mail for good'), { timeout: 30_000 })
    await send(mail, message('bob@example.edu'))
    await vi.waitFor(() => expect(smtp.received).toHaveLength(1), { timeout: 30_000 })
    const { rows } = await sql<{ state: string }>`select state from pgboss.job where name = 'mail'`.execute(
      on.database.db,
    )
    expect(rows.filter(({ state }) => state === 'retry' || state === 'failed')).toEqual([])
    expect(log()).not.toMatch(/482913|example\.edu/)
  })

  test('a recipient refused for now is tried again, and what the server said about it is not in the log', async () => {
    const answers: Record<string, Error> = {
      [address]: Object.assign(new Error(`Try ${address} later`), { responseCode: 450 }),
    }
    const smtp = await startSmtp(0, answers)
    ends.push(smtp.stop)
    const { mail, log } = await open(smtp.url)
    await send(mail, message())
    await vi.waitFor(() => expect(log()).toContain('will be tried again'), { timeout: 30_000 })
    delete answers[address]
    await vi.waitFor(() => expect(smtp.received).toHaveLength(1), { timeout: 30_000 })
    expect(log()).toContain('RCPT TO, 450')
    expect(log()).not.toMatch(/482913|example\.edu/)
  })

  test('a mail server that is down gets the mail when it is up again', async () => {
    const gone = await startSmtp()
    await gone.stop()
    const { mail, log } = await open(gone.url)
    await send(mail, message())
    await vi.waitFor(() => expect(log()).toContain('will be tried again'), { timeout: 30_000 })
    const smtp = await startSmtp(gone.port)
    ends.push(smtp.stop)
    await vi.waitFor(() => expect(smtp.received).toHaveLength(1), { timeout: 30_000 })
    expect(log()).not.toMatch(/482913|example\.edu/)
  })

  test('in development a page shows them as text, newest first, and only under its own name', async () => {
    const { mail } = await open()
    for (const [index, name] of ['<script>alert(1)</script>.pdf', 'second.pdf'].entries()) {
      const values = { reference: 'K7WM', submitted_at: '2026-07-01T05:30:00.000Z', documents: [name, 'Zoë 漢字.png'] }
      await send(mail, { kind: 'receipt', to: address, values })
      await vi.waitFor(() => expect(files()).toHaveLength(index + 1), { timeout: 30_000 })
    }
    const { app, close } = await appForTests(on.settings, async (each) => {
      await each.register(mailRoutes(on.settings))
    })
    ends.push(close)
    const get = (host: string) => app.inject({ url: '/dev/mail', headers: { host } })
    const page = await get(new URL(on.settings.baseUrl).host)
    expect(page.statusCode).toBe(200)
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(page.body).not.toContain('<script>')
    expect(page.body).toContain('- &lt;script&gt;alert(1)&lt;/script&gt;.pdf')
    expect(page.body).toContain('- Zoë 漢字.png')
    expect(page.body.indexOf('second.pdf')).toBeLessThan(page.body.indexOf('alert(1)'))
    expect((await get('apply.bridger.example')).statusCode).toBe(404)
  })

  test.each([
    ['http://localhost:3000', undefined, 'http://localhost:3000/dev/mail'],
    ['http://127.0.0.1:3000', undefined, 'http://127.0.0.1:3000/dev/mail'],
    ['http://localhost:3000', 'smtp://mail.example', undefined],
    ['https://apply.bridger.example', undefined, undefined],
    ['http://localhost.bridger.example', undefined, undefined],
  ])('the page of %s with SMTP_URL %s', async (baseUrl, smtpUrl, url) => {
    const settings = { ...on.settings, baseUrl, smtpUrl }
    expect(mailPageUrl(settings)).toBe(url)
    const { app, close } = await appForTests(settings, async (each) => {
      await each.register(mailRoutes(settings))
    })
    ends.push(close)
    const { statusCode } = await app.inject({ url: '/dev/mail', headers: { host: new URL(baseUrl).host } })
    expect(statusCode).toBe(url === undefined ? 404 : 200)
  })
})
