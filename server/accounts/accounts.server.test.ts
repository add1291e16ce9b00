import crypto from 'node:crypto'
import { pino } from 'pino'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { readInstitution } from '../institution/index.ts'
import type { MailMessage } from '../mail/index.ts'
import { openKeyRing } from '../secrets/index.ts'
import { databasesForTests } from '../testing/index.ts'
import { type Accounts, openAccounts } from './index.ts'

const password = 'Correct-Horse-7-Battery'
const other = 'Another-Horse-8-Battery'
const MINUTE = 60_000
const HOUR = 60 * MINUTE

databasesForTests('the accounts', (on) => {
  let accounts: Accounts
  let mails: MailMessage[] = []
  let clock = 0
  let username = ''
  let number = 0
  const lines: string[] = []

  beforeAll(() => {
    accounts = openAccounts({
      database: on.database,
      keyRing: openKeyRing(on.settings),
      settings: on.settings,
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
  })
  afterEach(() => {
    for (const secret of [username, password, other, ...mails.flatMap(secretsIn)]) {
      expect(lines.join('')).not.toContain(secret)
    }
  })

  const codeIn = (mail: MailMessage | undefined) => (mail?.kind === 'confirm_code' ? mail.values.code : 'no code')
  const idIn = (mail: MailMessage | undefined) =>
    mail?.kind === 'reset_link' ? (new URL(mail.values.link).searchParams.get('id') ?? 'no id') : 'no link'
  const secretsIn = (mail: MailMessage) => [codeIn(mail), idIn(mail)].filter((secret) => !secret.startsWith('no '))
  const latest = () => mails.at(-1)
  const wrongCode = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

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

  test('from sign-up to log-out', async () => {
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
      token: expect.stringMatching(/^\w{32}\.[\w-]{43}$/),
      expiresAt: expect.any(Date),
      accountId: expect.any(String),
      username,
    })
    const { accountId } = session
    expect(await accounts.sessionOf(session.token, { touch: true })).toEqual({
      accountId,
      username,
      expiresAt: expect.any(Date),
    })
    const logins = on.database.db.selectFrom('successful_login').selectAll().where('account_id', '=', accountId)
    expect(await logins.execute()).toHaveLength(1)
    await accounts.logout(session.token)
    expect(await accounts.sessionOf(session.token, { touch: false })).toBeUndefined()
    await accounts.logout(session.token)
  })

  describe('what the forms refuse, the server refuses in the same words', () => {
    const problemsOf = async (outcome: Promise<{ kind: string; problems?: readonly { message: string }[] }>) => {
      const { kind, problems = [] } = await outcome
      return [kind, ...problems.map(({ message }) => message)]
    }
    test('[5.auth.1] [5.auth.2] [3.forms.2] an address that is none', async () => {
      for (const wrong of ['', 'ann', 'ann@example', 'ann@exam ple.edu', 'ann@example.edu, bob@example.edu']) {
        const sentence = ['invalid', 'Your email address must be valid.']
        expect(await problemsOf(accounts.signUp({ username: wrong, password }))).toEqual(sentence)
        expect(await problemsOf(accounts.confirm({ username: wrong, code: '123456' }))).toEqual(sentence)
        expect(await problemsOf(accounts.resendConfirm({ username: wrong }))).toEqual(sentence)
        expect(await problemsOf(accounts.forgotPassword({ username: wrong }))).toEqual(sentence)
      }
      expect(mails).toEqual([])
    })
    test('[5.auth.3] [5.auth.14] a login without address or password', async () => {
      expect(await problemsOf(accounts.login({ username: 'ann', password: '' }))).toEqual([
        'invalid',
        'Please provide a valid email address.',
        'Password is required.',
      ])
    })
    test.each([
      ['5.auth.4] [9.password.1', 'Eleven-111a', 'is at least 12 characters'],
      ['5.auth.5', 'lower-case-1-only', 'contains at least one uppercase letter'],
      ['5.auth.6', 'UPPER-CASE-1-ONLY', 'contains at least one lowercase letter'],
      ['5.auth.7', 'No-Number-At-All', 'contains at least one number'],
      ['5.auth.8', 'NoSpecial1Character', 'contains at least one special character'],
      ['5.auth.9', ' Leading-Space-1', 'contains no leading or trailing whitespace'],
    ])('[%s] [5.auth.11] a new password such as "%s"', async (_, weak, message) => {
      expect(await problemsOf(accounts.signUp({ username, password: weak }))).toEqual(['invalid', message])
      expect(await problemsOf(reset('any', weak))).toEqual(['invalid', message])
    })
    test('[5.auth.10] two different passwords', async () => {
      const given = { username, password, confirm_password: other, id: 'any' }
      expect(await problemsOf(accounts.resetPassword(given))).toEqual(['invalid', 'passwords must match'])
    })
    test('[5.auth.15] [9.code.1] a code that is none', async () => {
      for (const code of ['', '12345', '1234567', '12345a']) {
        expect(await problemsOf(accounts.confirm({ username, code }))).toEqual([
          'invalid',
          'The confirmation code must be exactly 6 numbers.',
        ])
      }
    })
    test.each([
      ...[...'!#$%&*/=?^`{|}~'].map((sign) => `jack${sign}jill@example.edu`),
      ...['.ann@example.edu', 'ann.@example.edu', 'ann..doe@example.edu', "ann'@example.edu"],
      ...['ann@example.xn--p1ai', 'ann@example.e', 'ann@example.edu1', 'ann@192.0.2.7'],
    ])('the address %s, valid and yet not usable, is refused in words of its own', async (rare) => {
      const said = [
        'invalid',
        'This email address is valid, but an account cannot be made with it. Please use another one.',
      ]
      expect(await problemsOf(accounts.signUp({ username: rare, password }))).toEqual(said)
      expect(await problemsOf(accounts.confirm({ username: rare, code: '123456' }))).toEqual(said)
      expect(await problemsOf(accounts.login({ username: rare, password }))).toEqual(said)
      expect(await problemsOf(accounts.resendConfirm({ username: rare }))).toEqual(said)
      expect(await problemsOf(accounts.forgotPassword({ username: rare }))).toEqual(said)
      const given = { username: rare, password, confirm_password: password, id: 'any' }
      expect(await problemsOf(accounts.resetPassword(given))).toEqual(said)
      expect(mails).toEqual([])
    })
    test.each(["o'brien@example.edu", 'ann+transfer@example.edu', 'ann-@example.edu', 'a_n.n@sub.example.edu'])(
      'the address %s makes an account',
      async (usual) => {
        username = usual
        await confirmed()
        await loggedIn()
      },
    )
  })

  describe('codes', () => {
    test('a wrong one does not confirm, and five wrong ones use the right one up', async () => {
      await accounts.signUp({ username, password })
      const code = codeIn(latest())
      for (let time = 0; time < 5; time += 1) {
        expect(await accounts.confirm({ username, code: wrongCode(code) })).toEqual({ kind: 'wrong_code' })
      }
      expect(await accounts.confirm({ username, code })).toEqual({ kind: 'wrong_code' })
      expect(await accounts.login({ username, password })).toEqual({ kind: 'not_confirmed' })
      await accounts.resendConfirm({ username })
      expect(await accounts.confirm({ username, code: codeIn(latest()) })).toEqual({ kind: 'ok' })
    })
    test('one that expired does not confirm, and only who has it learns that it was right', async () => {
      await accounts.signUp({ username, password })
      const code = codeIn(latest())
      const past = { expiresAt: new Date(Date.now() - 1) }
      await on.database.db.updateTable('verification').set(past).where('identifier', 'like', `%${username}`).execute()
      // Somebody else asks in between: what has expired is remembered all the same.
      await accounts.confirm({ username: `other.${username}`, code })
      expect(await accounts.confirm({ username, code })).toEqual({ kind: 'expired_code' })
      expect(await accounts.confirm({ username, code: wrongCode(code) })).toEqual({ kind: 'wrong_code' })
      expect(await accounts.login({ username, password })).toEqual({ kind: 'not_confirmed' })
      await accounts.resendConfirm({ username })
      expect(await accounts.confirm({ username, code: codeIn(latest()) })).toEqual({ kind: 'ok' })
    })
    test('one confirms once, also when it comes twice at the same moment', async () => {
      await accounts.signUp({ username, password })
      const code = codeIn(latest())
      const both = await Promise.all([accounts.confirm({ username, code }), accounts.confirm({ username, code })])
      expect(both.map(({ kind }) => kind).sort()).toEqual(['ok', 'wrong_code'])
      expect(await accounts.confirm({ username, code })).toEqual({ kind: 'wrong_code' })
    })
    test('a new one takes the place of the old one', async () => {
      await accounts.signUp({ username, password })
      const old = codeIn(latest())
      await accounts.resendConfirm({ username })
      const fresh = codeIn(latest())
      if (old !== fresh) expect(await accounts.confirm({ username, code: old })).toEqual({ kind: 'wrong_code' })
      expect(await accounts.confirm({ username, code: fresh })).toEqual({ kind: 'ok' })
    })
    test('of another account, or for nobody, it is a wrong one', async () => {
      await accounts.signUp({ username, password })
      const code = codeIn(latest())
      expect(await accounts.confirm({ username: `nobody.${username}`, code })).toEqual({ kind: 'wrong_code' })
      expect(await accounts.confirm({ username, code })).toEqual({ kind: 'ok' })
    })
    test('neither it nor the id of a link stands in the database', async () => {
      await accounts.signUp({ username, password })
      const code = codeIn(latest())
      const id = await resetId()
      const rows = JSON.stringify(await on.database.db.selectFrom('verification').selectAll().execute())
      const plainHash = crypto.createHash('sha256').update(code).digest('base64url')
      for (const secret of [`"${code}`, plainHash, id]) expect(rows).not.toContain(secret)
    })
  })

  describe('a second sign-up', () => {
    test('before the address is confirmed, the later password and code count', async () => {
      await accounts.signUp({ username, password })
      await accounts.signUp({ username, password: other })
      expect(mails.map(({ kind }) => kind)).toEqual(['confirm_code', 'confirm_code'])
      expect(await accounts.confirm({ username, code: codeIn(latest()) })).toEqual({ kind: 'ok' })
      expect(await accounts.login({ username, password })).toEqual({ kind: 'wrong_credentials' })
      await loggedIn(other)
    })
    test('a stranger who waits with my address gets nothing: neither before I confirm nor after', async () => {
      await accounts.signUp({ username, password: other })
      await accounts.signUp({ username, password })
      expect(await accounts.login({ username, password: other })).toEqual({ kind: 'wrong_credentials' })
      await accounts.confirm({ username, code: codeIn(latest()) })
      expect(await accounts.login({ username, password: other })).toEqual({ kind: 'wrong_credentials' })
      // What the stranger asks for goes to my mailbox, and what was mailed before me does not count.
      expect(await accounts.confirm({ username, code: codeIn(mails[0]) })).toEqual({ kind: 'wrong_code' })
      expect(mails.every(({ to }) => to === username)).toBe(true)
      await loggedIn()
    })
    test('two at the same moment make one account with one password', async () => {
      const both = [password, other].map((one) => accounts.signUp({ username, password: one }))
      expect(await Promise.all(both)).toEqual([{ kind: 'ok' }, { kind: 'ok' }])
      const rows = await on.database.db
        .selectFrom('user')
        .innerJoin('account', 'account.userId', 'user.id')
        .where('email', '=', username)
        .select('account.id')
        .execute()
      expect(rows).toHaveLength(1)
    })
    test('of a confirmed address changes nothing, and its owner is told', async () => {
      await confirmed()
      const { token } = await loggedIn()
      expect(await accounts.signUp({ username, password: other })).toEqual({ kind: 'ok' })
      expect(latest()).toEqual({ kind: 'account_exists', to: username, values: {} })
      expect(await accounts.login({ username, password: other })).toEqual({ kind: 'wrong_credentials' })
      expect(await accounts.sessionOf(token, { touch: false })).toBeDefined()
      await loggedIn()
    })
    test('confirming ends every session from before', async () => {
      await accounts.signUp({ username, password })
      const { db } = on.database
      const { id } = await db.selectFrom('user').select('id').where('email', '=', username).executeTakeFirstOrThrow()
      const session = { id: `old-${id}`, userId: id, token: `old-${id}`, expiresAt: new Date(Date.now() + HOUR) }
      await db
        .insertInto('session')
        .values({ ...session, updatedAt: new Date() })
        .execute()
      await accounts.confirm({ username, code: codeIn(latest()) })
      expect(await db.selectFrom('session').where('userId', '=', id).select('id').execute()).toEqual([])
    })
  })

  describe('a link to reset', () => {
    test('sets the password once, ends the sessions, and takes other links with it', async () => {
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
    test('works once, also when it comes twice at the same moment', async () => {
      await confirmed()
      const id = await resetId()
      const both = await Promise.all([reset(id), reset(id)])
      expect(both.map(({ kind }) => kind).sort()).toEqual(['ok', 'used_link'])
    })
    test('that expired, was invented, or belongs to another account does nothing', async () => {
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

  describe('a session', () => {
    const alive = async (token: string, touch = false) => (await accounts.sessionOf(token, { touch })) !== undefined

    test('ends after 30 minutes without activity, and looking is not activity', async () => {
      await confirmed()
      const { token } = await loggedIn()
      clock = 29 * MINUTE
      expect(await alive(token)).toBe(true)
      clock = 31 * MINUTE
      expect(await alive(token)).toBe(false)
      expect(await alive(token, true)).toBe(false)
    })
    test('is kept awake by activity, and ends after 12 hours all the same', async () => {
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
    test('needs its signature: neither what is stored nor what is changed opens it', async () => {
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
    test('that ended is cleared away by the next login of anybody, with the links of the day before', async () => {
      await confirmed()
      await resetId()
      const { token } = await loggedIn()
      clock = 12 * HOUR + MINUTE
      await accounts.login({ username, password })
      const [stored = ''] = token.split('.')
      const rows = on.database.db.selectFrom('session').where('token', '=', stored).select('id')
      expect(await rows.execute()).toEqual([])
      const links = on.database.db.selectFrom('verification').select('id')
      expect(await links.execute()).not.toEqual([])
      clock = 25 * HOUR + MINUTE
      await accounts.login({ username, password })
      expect(await links.execute()).toEqual([])
    })
  })
})
