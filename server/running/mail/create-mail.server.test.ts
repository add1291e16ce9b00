import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { sql } from 'kysely'
import { pino } from 'pino'
import PostalMime from 'postal-mime'
import { afterEach, expect, test, vi } from 'vitest'
import { inTransaction } from '../../platform/database/index.ts'
import { createJobs } from '../../platform/jobs/index.ts'
import { createLanguages, speakIn } from '../../platform/languages/index.ts'
import { createKeyRing } from '../../platform/secrets/index.ts'
import { appForTests, impatientJobs, onOneDatabase, PATIENCE, startSmtp } from '../../testing/index.ts'
import { readInstitution } from '../institution/index.ts'
import { createDeliveries } from './deliveries.ts'
import { createMail, dayOfMails, type Mail, type MailMessage, mailPageUrl, mailRoutes, mailWarnings } from './index.ts'

const code = '482913'
const DAY = 86_400_000 // ms
const address = 'ann@example.edu'
const message = (to = address): MailMessage => ({
  kind: 'confirm_code',
  to,
  values: { code, valid_until: '2026-01-15T17:05:00.000Z' },
})

onOneDatabase('the mail', (on) => {
  let now = new Date('2026-01-15T16:40:00Z')
  const ends: (() => unknown)[] = []
  afterEach(async () => {
    for (const end of ends.splice(0).reverse()) await end()
    rmSync(join(on.settings.dataDir, 'mail'), { recursive: true, force: true })
  })
  const folder = () => join(on.settings.dataDir, 'mail')
  // A file name with a leading dot is a mail that is still being written.
  const written = () => readdirSync(folder()).filter((name) => !name.startsWith('.'))
  const files = () => written().map((name) => ({ name, path: join(folder(), name) }))

  async function open(smtpUrl?: string) {
    const lines: string[] = []
    const log = pino({ level: 'trace' }, { write: (line: string) => lines.push(line) })
    const jobs = createJobs(on.database, log)
    const mail = createMail({
      database: on.database,
      settings: { ...on.settings, smtpUrl },
      institution: readInstitution(on.settings),
      jobs: impatientJobs(jobs),
      keyRing: createKeyRing(on.settings),
      languages: createLanguages(['en', 'es']),
      log,
      now: () => now,
    })
    await jobs.start()
    ends.push(() => jobs.stop())
    return { mail, log: () => lines.join(''), stop: () => jobs.stop() }
  }

  const activeJobs = async () =>
    (await sql`select id from pgboss.job where name = 'mail' and state = 'active'`.execute(on.database.db)).rows.length

  const send = (mail: Mail, what: MailMessage) => mail.enqueue(on.database.db, what)

  test('without a mail server each mail is a file that only its owner can read', async () => {
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

  test('a mail is in the language of its account, else in that of who asked for it', async () => {
    const { mail } = await open()
    const values = { id: randomUUID(), name: '', emailVerified: true }
    await on.database.db
      .insertInto('user')
      .values({ ...values, email: 'lucia@example.edu', language: 'es' })
      .execute()
    await send(mail, message('lucia@example.edu'))
    await send(mail, message('new@example.edu'))
    await speakIn(createLanguages(['es']).wordsOf('es'), () => send(mail, message('nuevo@example.edu')))
    await vi.waitFor(() => expect(files()).toHaveLength(3), { timeout: 30_000 })
    const parsed = await Promise.all(files().map(({ path }) => PostalMime.parse(readFileSync(path))))
    const languages = parsed.map(({ to, html, headers }) => [
      to?.[0]?.address,
      /<html lang="(\w+)"/.exec(html ?? '')?.[1],
      headers.find(({ key }) => key === 'content-language')?.value,
    ])
    expect(languages.toSorted()).toEqual([
      ['lucia@example.edu', 'es', 'es'],
      ['new@example.edu', 'en', 'en'],
      ['nuevo@example.edu', 'es', 'es'],
    ])
    for (const { to, html = '', text = '' } of parsed) {
      const [other, name] = to?.[0]?.address === 'new@example.edu' ? ['es', 'Español'] : ['en', 'English']
      const links = [...html.matchAll(/<a href="[^"]+\/about\?lang=(\w+)" lang="(\w+)" hreflang="(\w+)">([^<]+)</g)]
      expect(links.map(([, ...each]) => each)).toEqual([[other, other, other, name]])
      expect(text).toMatch(new RegExp(`^${name}: \\S+/about\\?lang=${other}$`, 'm'))
    }
  })

  test('a reminder ends with the way to stop them, which mail programs find as well, and no other mail has it', async () => {
    const { mail } = await open()
    const stop_link = 'https://apply.bridger.example/reminders/a/1/b'
    await send(mail, { kind: 'draft_rests', to: address, values: {}, about: { stop_link } })
    await send(mail, message())
    await vi.waitFor(() => expect(files()).toHaveLength(2), { timeout: 30_000 })
    const [other, reminder] = files()
      .map(({ path }) => readFileSync(path, 'utf8'))
      .sort((one, two) => Number(one.includes('List-Unsubscribe')) - Number(two.includes('List-Unsubscribe')))
    const { text, headers } = await PostalMime.parse(reminder ?? '')
    expect(text).toContain(`Stop these reminders:\n${stop_link}`)
    const headerOf = (name: string) => headers.find(({ key }) => key === name)?.value
    expect([headerOf('list-unsubscribe'), headerOf('list-unsubscribe-post')]).toEqual([
      `<${stop_link}>`,
      'List-Unsubscribe=One-Click',
    ])
    expect(other).not.toMatch(/List-Unsubscribe|Stop these/)
  })

  test('a mail of a transaction is sent after the commit, and never after a rollback', async () => {
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

  test('neither codes nor addresses are in the table of jobs', async () => {
    const { mail } = await open()
    await send(mail, message())
    const { rows } = await sql<{ data: object }>`select data from pgboss.job where name = 'mail'`.execute(
      on.database.db,
    )
    expect(rows.length).toBeGreaterThan(0)
    expect(JSON.stringify(rows)).not.toMatch(/482913|example\.edu|confirm_code/)
    await vi.waitFor(() => expect(files()).toHaveLength(1), { timeout: 30_000 })
  })

  test('with a mail server it is sent there, to one address', async () => {
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

  test('a code is sent before notices that waited longer', async () => {
    const smtp = await startSmtp()
    ends.push(smtp.stop)
    const { mail, stop } = await open(smtp.url)
    await stop()
    for (let each = 0; each < 30; each += 1)
      await send(mail, { kind: 'account_exists', to: `waiting${each}@example.edu`, values: {} })
    await send(mail, message())
    await open(smtp.url)
    await vi.waitFor(() => expect(smtp.received).toHaveLength(31), { timeout: 60_000 })
    // Three are sent at a time, and one of them may take longer than a few others.
    expect(smtp.received.findIndex(({ to }) => to.includes(address))).toBeLessThan(15)
  })

  test('a mail that its server looks at for long keeps no other one waiting', async () => {
    const looked = Promise.withResolvers<void>()
    const smtp = await startSmtp(0, {}, { 'slow@example.edu': looked.promise })
    ends.push(smtp.stop)
    const { mail } = await open(smtp.url)
    await send(mail, message('slow@example.edu'))
    await vi.waitFor(() => expect(smtp.asked).toEqual(['slow@example.edu']), { timeout: 30_000 })
    await send(mail, message())
    await vi.waitFor(() => expect(smtp.received.map(({ to }) => to)).toEqual([[address]]), { timeout: 30_000 })
    looked.resolve()
    await vi.waitFor(() => expect(smtp.received).toHaveLength(2), { timeout: 30_000 })
  })

  test('a mail that is requested anew while it is being sent, its job lost, is sent once', async () => {
    const looked = Promise.withResolvers<void>()
    const smtp = await startSmtp(0, {}, { [address]: looked.promise })
    ends.push(smtp.stop)
    const { mail, log } = await open(smtp.url)
    const key = `receipt ${randomUUID()}`
    await on.database.db.insertInto('sent_mail').values({ key, kind: 'confirm_code' }).execute()
    const sending = async () => {
      await mail.enqueue(on.database.db, message(), { once: key })
      await vi.waitFor(async () => expect(await activeJobs()).toBe(1), { timeout: 30_000 })
    }
    await sending()
    await sql`delete from pgboss.job where name = 'mail'`.execute(on.database.db)
    await sending()
    looked.resolve()
    await vi.waitFor(async () => expect(await activeJobs()).toBe(0), { timeout: 30_000 })
    expect(smtp.received).toHaveLength(1)
    expect(log().match(/A mail was sent/g)).toHaveLength(1)
  })

  test('every mail has a text and an HTML part, and the sender and reply address of institution.json', async () => {
    const smtp = await startSmtp()
    ends.push(smtp.stop)
    const { mail } = await open(smtp.url)
    const institution = readInstitution(on.settings)
    const valid_until = '2026-01-15T17:05:00.000Z'
    const link = `${on.settings.baseUrl}/reset?username=ann%40example.edu&id=abc`
    const document = { question: 'Visa or immigration document', file_name: 'Zoë 漢字.pdf' }
    const values = { reference: 'K7WM-2PQR', submitted_at: '2026-07-01T05:30:00.000Z', documents: [document] }
    const sent: readonly (readonly [MailMessage, subject: string, content: readonly string[]])[] = [
      [message(), 'Confirm your account', [code, 'January 15, 2026 at 10:05 AM MST']],
      [{ kind: 'reset_link', to: address, values: { link, valid_until } }, 'Choose a new password', ['works once']],
      [
        { kind: 'account_exists', to: address, values: {} },
        'You already have an account',
        ['already have a confirmed account'],
      ],
      [
        { kind: 'no_account', to: address, values: {} },
        'No account with this email address',
        ['Yours may have a different one'],
      ],
      [
        { kind: 'receipt', to: address, values },
        'We have received your application (K7WM-2PQR)',
        ['June 30, 2026 at 11:30 PM MDT', 'K7WM-2PQR', 'Visa or immigration document: Zoë 漢字.pdf'],
      ],
    ]
    for (const [what] of sent) await send(mail, what)
    await vi.waitFor(() => expect(smtp.received).toHaveLength(sent.length), { timeout: 30_000 })
    const mails = await Promise.all(smtp.received.map(({ raw }) => PostalMime.parse(raw)))
    for (const [, subject, content] of sent) {
      const received = mails.find((each) => each.subject === subject)
      expect(`${received?.from?.name} <${received?.from?.address}>`).toBe(institution.mail.from)
      expect(received?.replyTo?.[0]?.address).toBe(institution.mail.reply_to)
      for (const words of content) {
        expect(received?.text).toContain(words)
        expect(received?.html).toContain(words)
      }
    }
    const reset = mails.find((each) => each.subject === 'Choose a new password')
    expect(reset?.text).toContain(`\n${link}\n`)
    expect(reset?.html).toContain(`href="${link.replace('&', '&amp;')}"`)
  })

  test('a permanently refused recipient is logged once, without the address, and not retried', async () => {
    const gone = Object.assign(new Error(`5.1.1 No mailbox of the name ${address} here`), { responseCode: 550 })
    const smtp = await startSmtp(0, { [address]: gone })
    ends.push(smtp.stop)
    const { mail, log } = await open(smtp.url)
    await send(mail, message())
    await vi.waitFor(() => expect(log()).toContain('refused a mail permanently'), { timeout: 30_000 })
    await send(mail, message('bob@example.edu'))
    await vi.waitFor(() => expect(smtp.received).toHaveLength(1), { timeout: 30_000 })
    const { rows } = await sql<{ state: string }>`select state from pgboss.job where name = 'mail'`.execute(
      on.database.db,
    )
    expect(rows.filter(({ state }) => state === 'retry' || state === 'failed')).toEqual([])
    expect(log()).not.toMatch(/482913|example\.edu/)
  })

  test('three sessions of other mails that fall silent stop no code', async () => {
    const spoken = Promise.withResolvers<void>()
    const silent = ['one@example.edu', 'two@example.edu', 'three@example.edu']
    const smtp = await startSmtp(0, {}, Object.fromEntries(silent.map((to) => [to, spoken.promise])))
    ends.push(smtp.stop)
    const { mail } = await open(smtp.url)
    for (const to of silent) await send(mail, { kind: 'no_account', to, values: {} })
    await vi.waitFor(() => expect(smtp.asked).toHaveLength(3), { timeout: 30_000 })
    await send(mail, { kind: 'no_account', to: 'four@example.edu', values: {} })
    await send(mail, message())
    await vi.waitFor(() => expect(smtp.received.map(({ to }) => to)).toEqual([[address]]), { timeout: 30_000 })
    expect(smtp.asked).not.toContain('four@example.edu')
    spoken.resolve()
    await vi.waitFor(() => expect(smtp.received).toHaveLength(5), { timeout: 30_000 })
  })

  test('a mail that waits is not removed by a clock that is weeks ahead', async () => {
    const gone = await startSmtp()
    await gone.stop()
    const { mail } = await open(gone.url)
    await send(mail, { kind: 'no_account', to: address, values: {} })
    const { rows } = await sql<{ days: number }>`
      select extract(epoch from max(keep_until) - now()) / 86400 as days from pgboss.job where name = 'mail'`.execute(
      on.database.db,
    )
    expect(Number(rows[0]?.days)).toBeGreaterThan(3000)
  })

  test('a refusal of ours is said without the address, and the mail comes by itself once it is over', async () => {
    await sql`truncate pgboss.job, sent_mail`.execute(on.database.db)
    const answers: Record<string, Error> = {
      [address]: Object.assign(new Error(`5.7.1 Mail to ${address} blocked`), { responseCode: 554 }),
    }
    const smtp = await startSmtp(0, answers)
    ends.push(smtp.stop)
    const { mail, log } = await open(smtp.url)
    await send(mail, message())
    await vi.waitFor(() => expect(log()).toContain('other than its address (554 5.7.1)'), { timeout: 30_000 })
    expect(await mailWarnings(on.database)).toEqual([
      'The mail server refused 1 mails of the last day and accepted 0 (last: 554 5.7.1). Drafts and unused accounts are not erased meanwhile. What to do: docs/runbooks.md, Mails are refused.',
    ])
    expect(await dayOfMails(on.database.db)).toMatchObject({ accepted: 0, refused: 0, blocked: 1 })
    await send(mail, { kind: 'no_account', to: 'bob@example.edu', values: {} })
    await vi.waitFor(() => expect(smtp.received).toHaveLength(1), { timeout: 30_000 })
    await vi.waitFor(async () => expect(await dayOfMails(on.database.db)).toMatchObject({ accepted: 1 }), PATIENCE)
    expect(await mailWarnings(on.database)).toEqual([expect.stringContaining('They are tried again.')])
    delete answers[address]
    await vi.waitFor(() => expect(smtp.received).toHaveLength(2), { timeout: 30_000 })
    await vi.waitFor(async () => expect(await mailWarnings(on.database)).toEqual([]), PATIENCE)
    expect(log()).not.toMatch(/482913|example\.edu/)
  })

  test("a temporarily refused recipient is retried, and the server's reply is not in the log", async () => {
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

  test('a mail server that never replies delays no applicant, and a restart loses no mail', async () => {
    const mute = createServer().listen(0, '127.0.0.1')
    await once(mute, 'listening')
    const bound = mute.address()
    if (bound === null || typeof bound === 'string') throw new Error('No port.')
    const calls: Socket[] = []
    mute.on('connection', (call) => calls.push(call))
    const before = await open(`smtp://127.0.0.1:${bound.port}`)
    await send(before.mail, message()) // returns while the mail server has not replied yet
    await vi.waitFor(() => expect(calls).toHaveLength(1), { timeout: 30_000 })
    for (const call of calls) call.destroy()
    mute.close()
    await before.stop()
    await on.reopen()
    const smtp = await startSmtp(bound.port)
    ends.push(smtp.stop)
    await open(smtp.url)
    await vi.waitFor(() => expect(smtp.received).toHaveLength(1), { timeout: 30_000 })
    expect(smtp.received[0]?.to).toEqual([address])
  })

  test('what somebody waits for comes within half a minute, and not at all after its end', async () => {
    await sql`truncate pgboss.job, sent_mail`.execute(on.database.db)
    const gone = await startSmtp()
    await gone.stop()
    const { mail, log } = await open(gone.url)
    // By the clock of the database: one that is a day from it takes no mail for outdated.
    now = new Date()
    const valid_until = new Date(now.getTime() + 60_000).toISOString()
    await send(mail, { kind: 'confirm_code', to: address, values: { code, valid_until } })
    await send(mail, { kind: 'no_account', to: address, values: {} })
    await vi.waitFor(() => expect(log().match(/will be tried again/g)).toHaveLength(2), { timeout: 30_000 })
    now = new Date(now.getTime() + 120_000)
    const smtp = await startSmtp(gone.port)
    ends.push(smtp.stop)
    await vi.waitFor(() => expect(smtp.received).toHaveLength(1), { timeout: 30_000 })
    await vi.waitFor(() => expect(log()).toContain('not sent while its code or link was valid'), { timeout: 30_000 })
    expect(smtp.received[0]?.raw).not.toContain(code)
    expect(log()).not.toMatch(/482913|example\.edu/)
    const ended = () => sql`select from pgboss.job where name = 'mail' and state = 'completed'`.execute(on.database.db)
    await vi.waitFor(async () => expect((await ended()).rows).toHaveLength(2), PATIENCE)
    expect(await dayOfMails(on.database.db)).toMatchObject({ accepted: 1, refused: 0, blocked: 0 })
  })

  test('a refusal removes what is older than a month, and nothing while the time is in doubt', async () => {
    await sql`truncate sent_mail`.execute(on.database.db)
    const row = (key: string, days: number) => ({
      key,
      kind: 'confirm_code',
      enqueued_at: new Date(Date.now() - days * DAY),
    })
    await on.database.db
      .insertInto('sent_mail')
      .values([row('old', 40), row('young', 20)])
      .execute()
    const refuse = (key: string, daysAhead: number) =>
      createDeliveries(on.database, () => new Date(Date.now() + daysAhead * DAY)).notAccepted(key, 'confirm_code', {
        kind: 'refused',
        status: 550,
        reply: '550 5.1.1',
      })
    const keys = async () =>
      (await on.database.db.selectFrom('sent_mail').select('key').orderBy('id').execute()).map(({ key }) => key)
    await refuse('first', 400)
    expect(await keys()).toEqual(['old', 'young', 'first'])
    await refuse('second', 0)
    expect(await keys()).toEqual(['young', 'first', 'second'])
  })

  test('in development a page shows them as text, newest first, and only under its own name', async () => {
    const { mail } = await open()
    const of = (file_name: string) => ({ question: 'Visa', file_name })
    for (const [index, name] of ['<script>alert(1)</script>.pdf', 'second.pdf'].entries()) {
      const values = {
        reference: 'K7WM',
        submitted_at: '2026-07-01T05:30:00.000Z',
        documents: [name, 'Zoë 漢字.png'].map(of),
      }
      await send(mail, { kind: 'receipt', to: address, values })
      await vi.waitFor(() => expect(files()).toHaveLength(index + 1), { timeout: 30_000 })
    }
    const settings = { ...on.settings, databaseUrl: undefined }
    const { app, close } = await appForTests(settings, async (each) => {
      await each.register(mailRoutes(settings))
    })
    ends.push(close)
    const get = (host: string) => app.inject({ url: '/dev/mail', headers: { host } })
    const page = await get(new URL(on.settings.baseUrl).host)
    expect(page.statusCode).toBe(200)
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(page.body).not.toContain('<script>')
    expect(page.body).toContain('- Visa: &lt;script&gt;alert(1)&lt;/script&gt;.pdf')
    expect(page.body).toContain('- Visa: Zoë 漢字.png')
    expect(page.body.indexOf('second.pdf')).toBeLessThan(page.body.indexOf('alert(1)'))
    expect((await get('apply.bridger.example')).statusCode).toBe(404)
  })

  test.each([
    ['http://localhost:3000', {}, 'http://localhost:3000/dev/mail'],
    ['http://127.0.0.1:3000', {}, 'http://127.0.0.1:3000/dev/mail'],
    ['http://localhost:3000', { smtpUrl: 'smtp://mail.example' }, undefined],
    ['http://localhost:3000', { databaseUrl: 'postgresql://db.example/causeway' }, undefined],
    ['https://apply.bridger.example', {}, undefined],
    ['http://localhost.bridger.example', {}, undefined],
  ])('the page of %s with %o', async (baseUrl, given, url) => {
    const settings = { ...on.settings, baseUrl, smtpUrl: undefined, databaseUrl: undefined, ...given }
    expect(mailPageUrl(settings)).toBe(url)
    const { app, close } = await appForTests(settings, async (each) => {
      await each.register(mailRoutes(settings))
    })
    ends.push(close)
    const { statusCode } = await app.inject({ url: '/dev/mail', headers: { host: new URL(baseUrl).host } })
    expect(statusCode).toBe(url === undefined ? 404 : 200)
  })
})
