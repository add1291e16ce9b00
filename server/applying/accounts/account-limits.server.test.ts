import { beforeEach, expect, test } from 'vitest'
import { errors } from '../../../api/index.ts'
import { createLimits, type LimitTable } from '../../platform/limits/index.ts'
import { databasesForTests } from '../../testing/index.ts'
import { callsForTests, codeInText, cookieHeader, PASSWORD as password } from './testing/index.ts'

const other = 'Another-Horse-8-Battery'

databasesForTests('the limits of accounts', (on) => {
  const { call, open, confirmed, mailTo } = callsForTests(on)
  const AWAY = '203.0.113.7'
  const ours = (limitTable: Partial<LimitTable>) => open(createLimits(on.database, limitTable))
  beforeEach(async () => {
    await on.database.db.deleteFrom('rate_limit').execute()
  })

  test('too many tries for one account from one network are refused with the time to wait, before any work', async () => {
    const few = await ours({ sign_in: { most: 2, seconds: 240 } })
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

  test('failed tries of a stranger do not stop the owner from logging in elsewhere, or there with a known browser', async () => {
    const username = 'wanted@example.edu'
    const known = await confirmed(username)
    const login = (cookie: string, from: string, with_ = password) =>
      call('POST', '/public/login', { username, password: with_ }, cookie, from)
    for (let tries = 0; tries < 10; tries += 1) expect((await login('', AWAY, 'wrong')).status).toBe(400)
    expect((await login('', AWAY)).status).toBe(429)
    expect((await login('', '192.0.2.44')).status).toBe(200)
    expect((await login(known, AWAY)).status).toBe(200)
    // A cookie of another account, or a forged one, does not count.
    const others = await confirmed('other.wanted@example.edu')
    for (const cookie of [others, known.replace(/.$/, 'x'), 'causeway-browser-3000=~']) {
      expect((await login(cookie, AWAY)).status).toBe(429)
    }
    // A known browser has its own counter.
    for (let tries = 0; tries < 10; tries += 1) await login(known, '192.0.2.45', 'wrong')
    expect((await login(known, '192.0.2.46')).status).toBe(429)
    expect((await login('', '192.0.2.46')).status).toBe(200)
  })

  test('a browser that was known is none any more after a new password, but for the one that chose it', async () => {
    const username = 'renewed@example.edu'
    const [stolen, own] = [await confirmed(username), await confirmed(`${username}.other`)]
    const login = (cookie: string, with_: string) =>
      call('POST', '/public/login', { username, password: with_ }, cookie, AWAY)
    const session = cookieHeader((await login(own, password)).cookies)
    for (let tries = 0; tries < 10; tries += 1) await login('', 'wrong')
    expect((await login(stolen, password)).status).toBe(200)
    const changed = await call(
      'POST',
      '/api/change-password',
      { current_password: password, password: other, confirm_password: other },
      session,
    )
    expect(changed.status).toBe(200)
    expect((await login(stolen, other)).status).toBe(429)
    expect((await login(cookieHeader(changed.cookies), other)).status).toBe(200)
  })

  test('only failures count, so ten successful logins are not refused', async () => {
    const username = 'often@example.edu'
    await confirmed(username)
    for (let times = 0; times < 15; times += 1) {
      expect((await call('POST', '/public/login', { username, password })).status).toBe(200)
    }
  })

  test('after very many wrong passwords, an unknown browser must also enter a mailed code', async () => {
    const few = await ours({ sign_in_everywhere: { most: 4, seconds: 240 } })
    const username = 'besieged@example.edu'
    const known = await confirmed(username)
    const login = (body: object, cookie = '', from = '192.0.2.9') =>
      few('POST', '/public/login', { username, password, ...body }, cookie, from)
    for (let from = 1; from <= 4; from += 1) await login({ password: 'wrong' }, '', `198.51.100.${from}`)
    expect((await login({}, known)).status).toBe(200)
    for (const given of [{}, { password: 'wrong' }, {}]) {
      expect(await login(given)).toMatchObject({
        status: 403,
        body: { code: 'login_code_needed', message: errors.login_code_needed.message },
      })
    }
    // Only one mail, however often it is requested.
    const code = codeInText(await mailTo(username, 2))
    expect((await login({ code, password: 'wrong' })).body.code).toBe('wrong_credentials')
    expect((await login({ code })).status).toBe(200)
    expect(await few('POST', '/public/login', { username: 'other.besieged@example.edu', password })).toMatchObject({
      body: { code: 'wrong_credentials' },
    })
  })

  test("codes tried from the same network without the sign-up's cookie do not block the browser that signed up", async () => {
    const username = 'waits@example.edu'
    const { cookies } = await call('POST', '/public/signup', { username, password }, '', AWAY)
    const guess = () => call('POST', '/public/confirm', { username, code: '000000', password: other }, '', AWAY)
    for (let tries = 0; tries < 10; tries += 1) expect((await guess()).status).toBe(400)
    expect((await guess()).status).toBe(429)
    const code = codeInText(await mailTo(username, 1))
    const reply = await call('POST', '/public/confirm', { username, code }, cookieHeader(cookies), AWAY)
    expect(reply.status).toBe(200)
  })

  test('one network can have at most five mails sent to one address, by all calls together', async () => {
    const username = 'flooded@example.edu'
    const statuses = []
    for (const url of ['/public/signup', '/public/forgot-password', '/public/resend-confirm'].flatMap((each) => [
      each,
      each,
    ])) {
      statuses.push((await call('POST', url, { username, password }, '', AWAY)).status)
    }
    expect(statuses).toEqual([201, 201, 200, 200, 200, 429])
    expect((await call('POST', '/public/forgot-password', { username }, '', '192.0.2.9')).status).toBe(200)
  })

  test('too many tries from one network are refused for all accounts', async () => {
    const few = await ours({ mail_by_network: { most: 3, seconds: 60 } })
    const statuses = []
    for (let number = 0; number < 4; number += 1) {
      const url = number % 2 ? '/public/forgot-password' : '/public/resend-confirm'
      statuses.push((await few('POST', url, { username: `number${number}@example.edu` })).status)
    }
    expect(statuses).toEqual([200, 200, 200, 429])
  })

  test.each([
    ['mail', '/public/signup', { password }],
    ['code', '/public/confirm', { code: '000000' }],
    ['mail', '/public/resend-confirm', {}],
    ['mail', '/public/forgot-password', {}],
    ['reset', '/public/reset-password', { password, confirm_password: password, id: 'invented' }],
  ] as const)('the limit %s is checked before %s', async (kind, url, body) => {
    const none = await ours({ [kind]: { most: 0, seconds: 60 } })
    const refused = await none('POST', url, { ...body, username: 'ann@example.edu' })
    expect(refused).toMatchObject({
      status: 429,
      body: { message: 'Too many attempts. Please try again in a minute.' },
    })
  })
})
