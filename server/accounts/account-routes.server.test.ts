import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pino } from 'pino'
import PostalMime from 'postal-mime'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { errors } from '../../api/index.ts'
import { type App, createApp } from '../http/index.ts'
import { readInstitution } from '../institution/index.ts'
import { type Jobs, openJobs } from '../jobs/index.ts'
import { type Limits, openLimits } from '../limits/index.ts'
import { openMail } from '../mail/index.ts'
import { openKeyRing } from '../secrets/index.ts'
import { databasesForTests } from '../testing/index.ts'
import { type Accounts, accountRoutes, expiredCookies, openAccounts, sessionTokenFrom } from './index.ts'

const password = 'Correct-Horse-7-Battery'
const other = 'Another-Horse-8-Battery'

databasesForTests('the calls of accounts', (on) => {
  const lines: string[] = []
  const log = pino({ level: 'trace' }, { write: (line: string) => lines.push(line) })
  let jobs: Jobs
  let accounts: Accounts
  const apps: App[] = []
  let call: Awaited<ReturnType<typeof open>>

  /** A server as the product has it, with the limits given. */
  async function open(limits: Limits) {
    const { settings } = on
    const app = await createApp(
      settings,
      {
        applicantOf: async ({ headers }, touch) =>
          accounts.sessionOf(sessionTokenFrom(headers.cookie, settings) ?? '', { touch }),
        expiredCookies: expiredCookies(settings),
      },
      log,
    )
    await app.register(accountRoutes(accounts, limits, settings))
    apps.push(app)
    return async (method: 'GET' | 'POST', url: string, body?: object, cookie = '') => {
      const headers = { 'content-type': 'application/json', cookie }
      const reply = await app.inject({ method, url, headers, ...(body ? { payload: JSON.stringify(body) } : {}) })
      return { status: reply.statusCode, headers: reply.headers, body: reply.json(), cookies: cookiesOf(reply.headers) }
    }
  }
  const cookiesOf = (headers: { 'set-cookie'?: string | string[] | undefined }) => [headers['set-cookie'] ?? []].flat()
  const cookieHeader = (cookies: readonly string[]) => cookies.map((cookie) => cookie.split(';')[0]).join('; ')

  beforeAll(async () => {
    const { database, settings } = on
    const keyRing = openKeyRing(settings)
    const institution = readInstitution(settings)
    jobs = openJobs(database, log)
    const mail = openMail({ database, settings, institution, jobs, keyRing, log })
    accounts = openAccounts({ database, keyRing, settings, institution, mail, log })
    // As in the product, before anybody asks: making the tables of the jobs keeps the embedded database busy.
    await jobs.start()
    call = await open(openLimits(database))
  })
  afterAll(async () => {
    for (const app of apps) await app.close()
    await jobs.stop()
  })

  const folder = () => join(on.settings.dataDir, 'mail')
  async function mailTo(username: string, number: number) {
    const mails = await vi.waitFor(
      async () => {
        const names = existsSync(folder()) ? readdirSync(folder()).filter((name) => name.endsWith('.eml')) : []
        const all = await Promise.all(names.sort().map((name) => PostalMime.parse(readFileSync(join(folder(), name)))))
        const found = all.filter(({ to }) => to?.[0]?.address === username)
        expect(found).toHaveLength(number)
        return found
      },
      { timeout: 30_000 },
    )
    return mails.at(-1)?.text ?? ''
  }
  const codeIn = (text: string) => /^ {4}(\d{6})$/m.exec(text)?.[1] ?? 'no code'

  test('[3.forms.5] [7.signup.1] [7.confirm.1] [7.login.1] [7.forgot-password.1] [7.reset-password.1] [7.logout.1] from sign-up to a new password, with the mails really sent', async () => {
    const username = 'ann.story@example.edu'
    const signedUp = await call('POST', '/public/signup', { username, password })
    expect(signedUp).toMatchObject({
      status: 201,
      body: { message: 'We have sent you an email with a code to confirm your account.' },
      cookies: [],
    })
    const code = codeIn(await mailTo(username, 1))
    expect(await call('POST', '/public/login', { username, password })).toMatchObject({
      status: 403,
      body: { code: 'not_confirmed', message: errors.not_confirmed.message },
    })
    expect(await call('POST', '/public/confirm', { username, code })).toMatchObject({ status: 200 })
    const loggedIn = await call('POST', '/public/login', { username: 'Ann.Story@Example.edu', password })
    expect(loggedIn).toMatchObject({ status: 200, body: { message: 'You are logged in.', username } })
    expect(loggedIn.cookies).toEqual([
      expect.stringMatching(
        /^causeway-session-3000=\w{32}\.[\w-]{43}; Path=\/; Max-Age=43200; SameSite=Lax; HttpOnly$/,
      ),
      expect.stringMatching(/^CausewayIdentity-3000=[\w-]{36}; Path=\/; Max-Age=43200; SameSite=Lax$/),
    ])
    const session = cookieHeader(loggedIn.cookies)

    expect(await call('POST', '/public/forgot-password', { username })).toMatchObject({ status: 200 })
    const link = /^http\S+\/reset\S+$/m.exec(await mailTo(username, 2))?.[0] ?? ''
    const { searchParams } = new URL(link)
    expect(searchParams.get('username')).toBe(username)
    const id = searchParams.get('id') ?? ''
    const given = { username, password: other, confirm_password: other, id }
    expect(await call('POST', '/public/reset-password', given)).toMatchObject({ status: 200 })
    expect(await call('POST', '/public/reset-password', given)).toMatchObject({
      status: 400,
      body: { code: 'used_link', message: errors.used_link.message },
    })
    expect(await call('GET', '/api/logout', undefined, session)).toMatchObject({ status: 401 })

    const again = cookieHeader((await call('POST', '/public/login', { username, password: other })).cookies)
    const loggedOut = await call('GET', '/api/logout', undefined, again)
    expect(loggedOut).toMatchObject({ status: 200, body: { message: 'You are logged out.' } })
    expect(loggedOut.cookies).toEqual(expiredCookies(on.settings))
    expect(await call('GET', '/api/logout', undefined, again)).toMatchObject({
      status: 401,
      body: { code: 'unauthorized' },
      cookies: expiredCookies(on.settings),
    })

    for (const secret of [username, password, other, code, id, session.split('=')[1]?.split(';')[0] ?? '']) {
      expect(secret.length).toBeGreaterThan(5)
      expect(lines.join('').toLowerCase()).not.toContain(secret.toLowerCase())
    }
  })

  test('[7.logout.2] log-out and a new password end sessions on the server, whatever the browser still sends', async () => {
    const username = 'ending@example.edu'
    await call('POST', '/public/signup', { username, password })
    await call('POST', '/public/confirm', { username, code: codeIn(await mailTo(username, 1)) })
    const login = async (with_: string, cookie = '') => {
      const { status, cookies } = await call('POST', '/public/login', { username, password: with_ }, cookie)
      expect(status).toBe(200)
      return cookieHeader(cookies)
    }
    // Log-out works once; the copy of its cookie that somebody kept opens nothing.
    const kept = await login(password)
    expect(await call('GET', '/api/logout', undefined, kept)).toMatchObject({
      status: 200,
      body: { message: 'You are logged out.' },
      cookies: expiredCookies(on.settings),
    })
    expect((await call('GET', '/api/logout', undefined, kept)).status).toBe(401)
    // A cookie planted before login is never the session that the login opens, and whose it was is signed out.
    const planted = await login(password)
    const invented = planted.replace(/=[^.;]+\./, `=${'x'.repeat(32)}.`)
    for (const before of [invented, planted]) {
      const after = await login(password, before)
      expect(after.split('; ')[0]).not.toBe(before.split('; ')[0])
      expect((await call('GET', '/api/logout', undefined, before)).status).toBe(401)
      expect((await call('GET', '/api/logout', undefined, after)).status).toBe(200)
    }
    // Every session of the account ends with a new password.
    const [here, there] = [await login(password), await login(password)]
    await call('POST', '/public/forgot-password', { username })
    const link = /^http\S+\/reset\S+$/m.exec(await mailTo(username, 2))?.[0] ?? ''
    const id = new URL(link).searchParams.get('id') ?? ''
    await call('POST', '/public/reset-password', { username, password: other, confirm_password: other, id })
    for (const cookie of [here, there]) expect((await call('GET', '/api/logout', undefined, cookie)).status).toBe(401)
  })

  test('each code, link and password that is not right has its own sentence, and none is a 401', async () => {
    const username = 'sentences@example.edu'
    const given = { username, password: other, confirm_password: other }
    const expire = () =>
      on.database.db
        .updateTable('verification')
        .set({ expiresAt: new Date(0) })
        .execute()
    const said = async (url: string, body: object) => {
      const { status, body: reply, cookies } = await call('POST', url, body)
      expect(cookies).toEqual([]) // only an /api call may sign somebody out
      return [status, reply.message]
    }
    const sentence = (code: keyof typeof errors) => [errors[code].status, errors[code].message]
    await call('POST', '/public/signup', { username, password })
    const expired = codeIn(await mailTo(username, 1))
    expect(await said('/public/login', { username, password })).toEqual(sentence('not_confirmed'))
    await expire()
    expect(await said('/public/confirm', { username, code: expired })).toEqual(sentence('expired_code'))
    await call('POST', '/public/resend-confirm', { username })
    const code = codeIn(await mailTo(username, 2))
    const wrong = code === '000000' ? '111111' : '000000'
    expect(await said('/public/confirm', { username, code: wrong })).toEqual(sentence('wrong_code'))
    await call('POST', '/public/confirm', { username, code })
    expect(await said('/public/confirm', { username, code })).toEqual(sentence('wrong_code'))
    expect(await said('/public/login', { username, password: 'mistyped' })).toEqual(sentence('wrong_credentials'))
    const idOf = (text: string) => new URL(/^http\S+\/reset\S+$/m.exec(text)?.[0] ?? '').searchParams.get('id') ?? ''
    await call('POST', '/public/forgot-password', { username })
    const late = idOf(await mailTo(username, 3))
    await expire()
    expect(await said('/public/reset-password', { ...given, id: late })).toEqual(sentence('expired_link'))
    await call('POST', '/public/forgot-password', { username })
    const id = idOf(await mailTo(username, 4))
    await call('POST', '/public/reset-password', { ...given, id })
    expect(await said('/public/reset-password', { ...given, id })).toEqual(sentence('used_link'))
    const messages = (
      [
        'wrong_credentials',
        'not_confirmed',
        'wrong_code',
        'expired_code',
        'used_link',
        'expired_link',
        'unauthorized',
      ] as const
    ).map((each) => errors[each].message)
    expect(new Set(messages).size).toBe(messages.length)
  })

  test('[7.resend-confirm.1] no reply tells whether an account exists', async () => {
    const known = 'known@example.edu'
    const waiting = 'waiting@example.edu'
    await call('POST', '/public/signup', { username: waiting, password })
    await call('POST', '/public/signup', { username: known, password })
    await call('POST', '/public/confirm', { username: known, code: codeIn(await mailTo(known, 1)) })
    for (const [url, body] of [
      ['/public/signup', { password: other }],
      ['/public/login', { password: 'wrong' }],
      ['/public/forgot-password', {}],
      ['/public/resend-confirm', {}],
      ['/public/confirm', { code: '000000' }],
      ['/public/reset-password', { password: other, confirm_password: other, id: 'invented' }],
    ] as const) {
      const replies = []
      for (const username of [known, waiting, `unknown${url.replaceAll('/', '.')}@example.edu`]) {
        const { status, body: said, cookies } = await call('POST', url, { ...body, username })
        replies.push({ status, said, cookies })
      }
      expect(replies, url).toEqual([replies[2], replies[2], replies[2]])
    }
    expect(await mailTo(known, 4)).toContain('It already has a confirmed account')
  })

  describe('bad input', () => {
    test('what the form refuses comes back with its problems', async () => {
      expect(await call('POST', '/public/signup', { username: 'ann', password: 'short' })).toMatchObject({
        status: 400,
        body: {
          code: 'invalid_fields',
          message: errors.invalid_fields.message,
          problems: expect.arrayContaining([
            { page: 'signup', key: 'username', message: 'Your email address must be valid.' },
            { page: 'signup', key: 'password', message: 'is at least 12 characters' },
          ]),
        },
      })
    })
    test.each([
      ['no body', undefined],
      ['an empty object', {}],
      ['a wrong type', { username: ['ann@example.edu'], password }],
      ['a field of another length than any', { username: 'a'.repeat(1001), password }],
    ])('%s is malformed', async (_, body) => {
      for (const url of ['/public/signup', '/public/login']) {
        expect(await call('POST', url, body)).toMatchObject({ status: 400, body: { code: 'malformed' } })
      }
    })
    test('what the database cannot store is refused like any wrong address', async () => {
      const username = 'ann\u0000@example.edu'
      for (const url of ['/public/login', '/public/forgot-password']) {
        expect(await call('POST', url, { username, password })).toMatchObject({ status: 400 })
      }
    })
  })

  describe('limits', () => {
    test('too many tries by one account are refused with the time to wait, and do no work', async () => {
      const few = await open(openLimits(on.database, { sign_in: { most: 2, seconds: 240 } }))
      const username = 'limited@example.edu'
      const login = (spelt: string) => few('POST', '/public/login', { username: spelt, password })
      for (const spelt of [username, ` ${username.toUpperCase()}`]) {
        expect((await login(spelt)).body.code).toBe('wrong_credentials')
      }
      const refused = await login('Limited@Example.edu')
      expect(refused).toMatchObject({
        status: 429,
        body: { code: 'too_many', message: 'Too many attempts. Please try again in 4 minutes.' },
      })
      const seconds = Number(refused.headers['retry-after'])
      expect(seconds).toBeGreaterThan(180)
      expect(seconds).toBeLessThanOrEqual(240)
      expect((await few('POST', '/public/login', { username: 'else@example.edu', password })).status).toBe(400)
    })
    test('too many tries from one address are refused, whatever the account', async () => {
      const few = await open(openLimits(on.database, { mail_by_address: { most: 3, seconds: 60 } }))
      await on.database.db.deleteFrom('rate_limit').execute()
      const statuses = []
      for (let number = 0; number < 4; number += 1) {
        const url = number % 2 ? '/public/forgot-password' : '/public/resend-confirm'
        statuses.push((await few('POST', url, { username: `number${number}@example.edu` })).status)
      }
      expect(statuses).toEqual([200, 200, 200, 429])
    })
    test.each([
      ['sign_up', '/public/signup', { password }],
      ['code', '/public/confirm', { code: '000000' }],
      ['mail', '/public/resend-confirm', {}],
      ['mail', '/public/forgot-password', {}],
      ['reset', '/public/reset-password', { password, confirm_password: password, id: 'invented' }],
    ] as const)('the limit %s stands before %s', async (kind, url, body) => {
      const none = await open(openLimits(on.database, { [kind]: { most: 0, seconds: 60 } }))
      const refused = await none('POST', url, { ...body, username: 'ann@example.edu' })
      expect(refused).toMatchObject({
        status: 429,
        body: { message: 'Too many attempts. Please try again in a minute.' },
      })
    })
  })
})
