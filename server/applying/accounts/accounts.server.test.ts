import { createHash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { proves } from '../../../testing/proves.ts'
import { createKeyRing } from '../../platform/secrets/index.ts'
import { readInstitution } from '../../running/institution/index.ts'
import type { MailMessage } from '../../running/mail/index.ts'
import { onOneDatabase } from '../../testing/index.ts'
import type { Accounts } from './accounts.ts'
import { createAccounts, endSessions } from './index.ts'
import { type BrowserForTests, browserForTests, codeIn, idIn, secretsIn } from './testing/index.ts'

const password = 'Correct-Horse-7-Battery'
const other = 'Another-Horse-8-Battery'
const stolen = 'Stolen-Horse-9-Battery'
const MINUTE = 60_000
const HOUR = 60 * MINUTE

onOneDatabase('the accounts', (on) => {
  let opened: Accounts
  /** One browser; `stranger` is another one on another network. */
  let accounts: BrowserForTests
  let stranger: BrowserForTests
  let mails: MailMessage[] = []
  let clock = 0
  let username = ''
  let number = 0
  const lines: string[] = []

  beforeAll(async () => {
    const breachedPasswords = join(on.settings.dataDir, 'breached-passwords')
    await writeFile(breachedPasswords, createHash('sha1').update(stolen).digest('hex').toUpperCase())
    opened = createAccounts({
      database: on.database,
      keyRing: createKeyRing(on.settings),
      settings: { ...on.settings, breachedPasswords },
      institution: readInstitution(on.settings),
      mail: { enqueue: async (_, message) => void mails.push(message) },
      log: pino({ level: 'trace' }, { write: (line: string) => lines.push(line) }),
      now: () => new Date(Date.now() + clock),
    })
  })
  beforeEach(() => {
    number += 1
    username = `student${number}@example.edu`
    mails = []
    clock = 0
    accounts = browserForTests(opened)
    stranger = browserForTests(opened, '198.51.100.7')
  })
  afterEach(() => {
    for (const secret of [username, password, other, ...mails.flatMap(secretsIn)]) {
      expect(lines.join('')).not.toContain(secret)
    }
  })

  const latest = () => mails.at(-1)

  async function confirmed() {
    await accounts.signUp({ username, password })
    expect(await accounts.confirm({ username, code: codeIn(latest()) })).toEqual({ kind: 'ok' })
  }
  async function loggedIn(with_ = password) {
    const outcome = await accounts.login({ username, password: with_ })
    if (outcome.kind !== 'ok') throw new Error(`Not logged in: ${outcome.kind}.`)
    return outcome.session
  }
  async function resetId() {
    await accounts.forgotPassword({ username })
    return idIn(latest())
  }
  const reset = (id: string, new_ = other) =>
    accounts.resetPassword({ username, password: new_, confirm_password: new_, id })

  test('a person signs up, confirms, logs in and logs out', async () => {
    expect(await accounts.signUp({ username: ` ${username.toUpperCase()} `, password })).toEqual({ kind: 'ok' })
    expect(mails).toEqual([
      {
        kind: 'confirm_code',
        to: username,
        values: { code: expect.stringMatching(/^\d{6}$/), valid_until: expect.any(String) },
      },
    ])
    expect(await accounts.login({ username, password })).toEqual({ kind: 'not_confirmed' })
    expect(await accounts.confirm({ username, code: ` ${codeIn(latest())} ` })).toEqual({ kind: 'ok' })
    const session = await loggedIn()
    expect(session).toEqual({
      token: expect.stringMatching(/^[\w-]{43}\.[\w-]{43}$/),
      expiresAt: expect.any(Date),
      accountId: expect.any(String),
      owner: expect.any(String),
      username,
      language: 'en',
    })
    const { accountId } = session
    expect(await accounts.sessionOf(session.token, { touch: true })).toEqual({
      ...{ accountId, owner: accountId },
      username,
      sessionId: expect.any(String),
      expiresAt: expect.any(Date),
    })
    const logins = on.database.db.selectFrom('successful_login').selectAll().where('account_id', '=', accountId)
    expect(await logins.execute()).toHaveLength(1)
    await accounts.logout(session.token)
    expect(await accounts.sessionOf(session.token, { touch: false })).toBeUndefined()
    await accounts.logout(session.token)
  })

  test('an account has the language in which it was made, until another is chosen on a device in use', async () => {
    await confirmed()
    const { token, accountId } = await loggedIn()
    const user = on.database.db.selectFrom('user').select('language').where('id', '=', accountId)
    const after = async (use: { readonly touch: boolean; readonly language?: string }) => {
      expect((await accounts.sessionOf(token, use))?.username).toBe(username)
      return (await user.executeTakeFirstOrThrow()).language
    }
    expect(await after({ touch: true })).toBe('en')
    expect(await after({ touch: false, language: 'es' }), 'a page that only waits').toBe('en')
    expect(await after({ touch: true, language: 'es' })).toBe('es')
    expect(await after({ touch: true })).toBe('es')
  })

  describe('the server refuses the same input as the forms, with the same messages', () => {
    const problemsOf = async (outcome: Promise<{ kind: string; problems?: readonly { message: string }[] }>) => {
      const { kind, problems = [] } = await outcome
      return [kind, ...problems.map(({ message }) => message)]
    }
    test('an invalid address', async () => {
      for (const wrong of ['', 'ann', 'ann@example', 'ann@exam ple.edu', 'ann@example.edu, bob@example.edu']) {
        const sentence = ['invalid', 'Your email address must be valid.']
        const signUp = await problemsOf(accounts.signUp({ username: wrong, password }))
        expect(signUp, proves('5.auth.1', '5.auth.2', '3.forms.2')).toEqual(sentence)
        const confirm = await problemsOf(accounts.confirm({ username: wrong, code: '123456' }))
        expect(confirm, proves('5.auth.2')).toEqual(sentence)
        expect(await problemsOf(accounts.resendConfirm({ username: wrong }))).toEqual(sentence)
        expect(await problemsOf(accounts.forgotPassword({ username: wrong })), proves('5.auth.2')).toEqual(sentence)
      }
      expect(mails).toEqual([])
    })
    test('a login without address or password', async () => {
      const problems = await problemsOf(accounts.login({ username: 'ann', password: '' }))
      expect(problems, proves('5.auth.3', '5.auth.14')).toEqual([
        'invalid',
        'Please provide a valid email address.',
        'Password is required.',
      ])
    })
    test.each([
      ['Eleven-111a', 'is at least 12 characters', ['5.auth.4', '9.password.1']],
      ['lower-case-1-only', 'contains at least one uppercase letter', ['5.auth.5']],
      ['UPPER-CASE-1-ONLY', 'contains at least one lowercase letter', ['5.auth.6']],
      ['No-Number-At-All', 'contains at least one number', ['5.auth.7']],
      ['NoSpecial1Character', 'contains at least one special character', ['5.auth.8']],
      [' Leading-Space-1', 'contains no leading or trailing whitespace', ['5.auth.9']],
      ['Trailing-Space-1 ', 'contains no leading or trailing whitespace', ['5.auth.9']],
    ])('a new password such as "%s"', async (weak, message, rule) => {
      const signUp = await problemsOf(accounts.signUp({ username, password: weak }))
      expect(signUp, proves(...rule, '5.auth.11')).toEqual(['invalid', message])
      expect(await problemsOf(reset('any', weak)), proves('5.auth.11')).toEqual(['invalid', message])
    })
    test.each([
      ['Password-1234!', 'Ann-Password-1234!', 'is easy to guess. Please add a word that nobody would expect.'],
      [stolen, stolen, 'is on a list of stolen passwords. Please choose another one.'],
    ])('a new password such as "%s", or of Ann "%s", which %s', async (refused, ofAnn, reason) => {
      const sentence = ['invalid', `This password ${reason}`]
      expect(await problemsOf(accounts.signUp({ username, password: refused }))).toEqual(sentence)
      expect(await problemsOf(reset('any', refused))).toEqual(sentence)
      const who = { accountId: 'any', username: 'ann@mail.example' }
      const given = { current_password: password, password: ofAnn, confirm_password: ofAnn }
      expect(await problemsOf(accounts.changePassword(who, given, undefined))).toEqual(sentence)
      expect(mails).toEqual([])
    })
    test('two different passwords', async () => {
      const given = { username, password, confirm_password: other, id: 'any' }
      const problems = await problemsOf(accounts.resetPassword(given))
      expect(problems, proves('5.auth.10')).toEqual(['invalid', 'passwords must match'])
    })
    test('an invalid code', async () => {
      for (const code of ['', '12345', '1234567', '12345a']) {
        expect(await problemsOf(accounts.confirm({ username, code })), proves('5.auth.15', '9.code.1')).toEqual([
          'invalid',
          'The confirmation code must be exactly 6 numbers.',
        ])
      }
    })
    test.each([
      ...[...'!#$%&*/=?^`{|}~'].map((sign) => `jack${sign}jill@example.edu`),
      ...['.ann@example.edu', 'ann.@example.edu', 'ann..doe@example.edu', "ann'@example.edu"],
      ...['ann@example.xn--p1ai', 'ann@example.e', 'ann@example.edu1', 'ann@192.0.2.7'],
    ])('every call takes the rare but valid address %s', async (rare) => {
      username = rare
      await confirmed()
      await loggedIn()
      const id = await resetId()
      expect(mails.map(({ to }) => to)).toEqual([rare, rare])
      expect(await reset(id)).toEqual({ kind: 'ok' })
      await loggedIn(other)
      expect(await accounts.resendConfirm({ username })).toEqual({ kind: 'ok' })
    })
    test.each(["o'brien@example.edu", 'ann+transfer@example.edu', 'ann-@example.edu', 'a_n.n@sub.example.edu'])(
      'an account can be created with the address %s',
      async (usual) => {
        username = usual
        await confirmed()
        await loggedIn()
      },
    )
  })

  describe('a link to reset', () => {
    test('sets the password once, ends the sessions, and invalidates other links', async () => {
      await confirmed()
      const [one, two] = [await loggedIn(), await loggedIn()]
      const earlier = await resetId()
      const id = await resetId()
      expect(latest()).toMatchObject({
        to: username,
        values: { link: `${on.settings.baseUrl}/reset?username=${encodeURIComponent(username)}&id=${id}` },
      })
      expect(await reset(id)).toEqual({ kind: 'ok' })
      for (const { token } of [one, two]) {
        expect(await accounts.sessionOf(token, { touch: true })).toBeUndefined()
      }
      expect(await reset(id, password)).toEqual({ kind: 'used_link' })
      expect(await reset(earlier, password)).toEqual({ kind: 'used_link' })
      expect(await accounts.login({ username, password })).toEqual({ kind: 'wrong_credentials' })
      await loggedIn(other)
    })
    test('expires by the clock of the platform, whatever that of the computer says', async () => {
      clock = -2 * HOUR
      await confirmed()
      const id = await resetId()
      expect(await reset(id)).toEqual({ kind: 'ok' })
      const late = await resetId()
      clock = -HOUR + 1000
      expect(await reset(late)).toEqual({ kind: 'expired_link' })
    })
    test('works only once, even if used twice at the same moment', async () => {
      await confirmed()
      const id = await resetId()
      const both = await Promise.all([reset(id), reset(id)])
      expect(both.map(({ kind }) => kind).sort()).toEqual(['ok', 'used_link'])
    })
    test('informs the owner, and only the browser that used it stays signed in', async () => {
      await confirmed()
      const [here, there] = [await loggedIn(), await loggedIn()]
      const given = { username, password: other, confirm_password: other, id: await resetId() }
      expect(await opened.resetPassword(given, here.token)).toEqual({ kind: 'ok' })
      expect(latest()).toEqual({ kind: 'password_changed', to: username, values: {} })
      expect(await accounts.sessionOf(here.token, { touch: false })).toBeDefined()
      expect(await accounts.sessionOf(there.token, { touch: false })).toBeUndefined()
    })
    test('confirms a sign-up like its code, once, with the new password', async () => {
      await stranger.signUp({ username, password })
      const id = await resetId()
      const both = await Promise.all([reset(id), reset(id)])
      expect(both.map(({ kind }) => kind).sort()).toEqual(['ok', 'used_link'])
      expect(await accounts.login({ username, password })).not.toMatchObject({ kind: 'ok' })
      await loggedIn(other)
      expect(await stranger.confirm({ username, code: codeIn(mails[0]) })).toEqual({ kind: 'wrong_code' })
    })
    test('no longer works once the sign-up is confirmed with its code', async () => {
      await accounts.signUp({ username, password })
      const code = codeIn(latest())
      const id = await resetId()
      expect(await accounts.confirm({ username, code })).toEqual({ kind: 'ok' })
      expect(await reset(id)).toEqual({ kind: 'used_link' })
      await loggedIn()
    })
    test('that has expired, is invented, or belongs to another account does nothing', async () => {
      await confirmed()
      const id = await resetId()
      const mine = username
      username = `thief.${mine}`
      await confirmed()
      expect(await reset(id)).toEqual({ kind: 'used_link' })
      username = mine
      expect(await reset('invented')).toEqual({ kind: 'used_link' })
      expect(await reset('')).toEqual({ kind: 'used_link' })
      await on.database.db
        .updateTable('verification')
        .set({ expiresAt: new Date(Date.now() - 1) })
        .execute()
      expect(await reset('invented')).toEqual({ kind: 'used_link' })
      expect(await reset(id)).toEqual({ kind: 'expired_link' })
      await loggedIn()
    })
  })

  describe('changing the password', () => {
    const change = (who: { accountId: string; token: string }, current_password: string) =>
      opened.changePassword(
        { accountId: who.accountId, username },
        { current_password, password: other, confirm_password: other },
        who.token,
      )

    test('requires the current one, ends other sessions and links, and informs the owner', async () => {
      await confirmed()
      const [here, there] = [await loggedIn(), await loggedIn()]
      const link = await resetId()
      mails = []
      expect(await change(here, other)).toEqual({ kind: 'wrong_password' })
      expect(mails).toEqual([])
      expect(await change(here, password)).toEqual({ kind: 'ok' })
      expect(mails).toEqual([{ kind: 'password_changed', to: username, values: {} }])
      expect(await accounts.sessionOf(here.token, { touch: false })).toBeDefined()
      expect(await accounts.sessionOf(there.token, { touch: false })).toBeUndefined()
      expect(await reset(link)).toEqual({ kind: 'used_link' })
      expect(await accounts.login({ username, password })).toEqual({ kind: 'wrong_credentials' })
      await loggedIn(other)
    })
    test('checks the new one like sign-up', async () => {
      await confirmed()
      const given = { current_password: '', password: 'weak', confirm_password: 'else' }
      const outcome = await opened.changePassword({ accountId: 'x', username }, given, undefined)
      expect(outcome).toMatchObject({ kind: 'invalid' })
      const messages = outcome.kind === 'invalid' ? outcome.problems.map(({ message }) => message) : []
      expect(messages).toEqual(
        expect.arrayContaining(['Current password is required.', 'is at least 12 characters', 'passwords must match']),
      )
    })
  })

  describe('a session', () => {
    const alive = async (token: string, touch = false) => (await accounts.sessionOf(token, { touch })) !== undefined

    test('ends after 30 minutes without activity, and reading is not activity', async () => {
      await confirmed()
      const { token } = await loggedIn()
      clock = 29 * MINUTE
      expect(await alive(token)).toBe(true)
      clock = 31 * MINUTE
      expect(await alive(token)).toBe(false)
      expect(await alive(token, true)).toBe(false)
    })
    test('is extended by activity, and still ends after 12 hours', async () => {
      await confirmed()
      const { token, expiresAt } = await loggedIn()
      expect(Math.abs(expiresAt.getTime() - Date.now() - 12 * HOUR)).toBeLessThan(5000)
      for (clock = 25 * MINUTE; clock < 12 * HOUR - MINUTE; clock += 25 * MINUTE)
        expect(await alive(token, true)).toBe(true)
      clock = 12 * HOUR - 10 * MINUTE
      expect(await alive(token, true)).toBe(true)
      clock = 12 * HOUR + 1000
      expect(await alive(token, true)).toBe(false)
    })
    test('is written once a minute, however many calls come at once', async () => {
      const { db } = on.database
      await confirmed()
      const { token } = await loggedIn()
      await sql`create table touch (at timestamptz not null default clock_timestamp())`.execute(db)
      await sql`create function count_touch() returns trigger language plpgsql as $$
        begin insert into touch default values; return null; end $$`.execute(db)
      await sql`create trigger count_touch after update on session
        for each row execute function count_touch()`.execute(db)
      try {
        for (const minute of [2, 2.5, 4]) {
          clock = minute * MINUTE
          expect(new Set(await Promise.all(Array.from({ length: 10 }, () => alive(token, true))))).toEqual(
            new Set([true]),
          )
        }
        const { rows } = await sql`select at from touch`.execute(db)
        expect(rows).toHaveLength(2)
      } finally {
        await sql`drop trigger count_touch on session`.execute(db)
        await sql`drop function count_touch()`.execute(db)
        await sql`drop table touch`.execute(db)
      }
    })
    test('needs its signature, so neither the stored token nor an altered one works', async () => {
      await confirmed()
      const { token } = await loggedIn()
      const [stored = '', signature = ''] = token.split('.')
      const swapped = `${stored}.${signature.replace(/^./, (first) => (first === 'A' ? 'B' : 'A'))}`
      for (const forged of ['', '.', stored, `${stored}.`, swapped, `${token}x`, `é${token}`, `${stored}.é`]) {
        expect(await alive(forged), forged).toBe(false)
      }
      await accounts.logout(stored)
      expect(await alive(token)).toBe(true)
    })
    test('ends on every device when an operator ends those of its account, and the audit log records it', async () => {
      await confirmed()
      const [phone, computer] = [await loggedIn(), await loggedIn()]
      const neighbor = { username: `other.${username}`, password }
      await stranger.signUp(neighbor)
      await stranger.confirm({ username: neighbor.username, code: codeIn(latest()) })
      const kept = await stranger.login(neighbor)
      const end = (...words: string[]) => endSessions(on.database, words)
      await expect(end(`nobody.${username}`)).rejects.toThrow('No account has this email address.')
      for (const words of [[], [username, '--dry-run'], [username, neighbor.username]])
        await expect(end(...words)).rejects.toThrow('Usage: npm run end-sessions -- <e-mail>')
      expect(await end(` ${username.toUpperCase()} `)).toEqual({ ended: 2 })
      for (const { token } of [phone, computer]) expect(await alive(token)).toBe(false)
      expect(kept.kind === 'ok' && (await alive(kept.session.token))).toBe(true)
      const { db } = on.database
      const rows = await db.selectFrom('audit').select('actor').where('subject', '=', phone.accountId).execute()
      expect(rows).toEqual([{ actor: 'operator' }])
    })
    test('that ended a day ago is deleted at the next login of anyone, together with links', async () => {
      await confirmed()
      await resetId()
      const { token } = await loggedIn()
      const { db } = on.database
      const [stored = ''] = token.split('.')
      const rows = db.selectFrom('session').where('token', '=', stored).select('id')
      const links = db.selectFrom('verification').select('id')
      const left = async () => [(await rows.execute()).length, (await links.execute()).length > 0]
      const expire = async (hours: number) => {
        const expiresAt = new Date(Date.now() - hours * HOUR)
        await db.updateTable('session').set({ expiresAt }).where('token', '=', stored).execute()
        await db.updateTable('verification').set({ expiresAt }).execute()
      }
      await expire(23)
      await accounts.login({ username, password })
      expect(await left()).toEqual([1, true])
      await expire(25)
      clock = 30 * 24 * HOUR // nothing goes by a clock that is a day from that of the database
      await accounts.login({ username, password })
      expect(await left()).toEqual([1, true])
      clock = 0
      await accounts.login({ username, password })
      expect(await left()).toEqual([0, false])
    })
  })
})
