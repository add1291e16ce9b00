import { describe, expect, test } from 'vitest'
import { errors } from '../../../api/index.ts'
import { proves } from '../../../testing/proves.ts'
import { databasesForTests } from '../../testing/index.ts'
import { expiredCookies } from './index.ts'
import { callsForTests, codeInText, cookieHeader, PASSWORD as password } from './testing/index.ts'

const other = 'Another-Horse-8-Battery'

databasesForTests('the calls of accounts', (on) => {
  const { call, confirmed, mailTo, lines } = callsForTests(on)

  test('from sign-up to a new password, with the mails really sent', async () => {
    const username = 'ann.story@example.edu'
    const signedUp = await call('POST', '/public/signup', { username, password })
    expect(signedUp, proves('7.signup.1')).toMatchObject({
      status: 201,
      body: { message: 'We emailed you a code to confirm your account.' },
      cookies: [
        expect.stringMatching(
          /^causeway-sign-up-3000=[\w-]{43}\.[\w-]{43}; Path=\/; Max-Age=604800; SameSite=Lax; HttpOnly$/,
        ),
      ],
    })
    const code = codeInText(await mailTo(username, 1))
    expect(await call('POST', '/public/login', { username, password })).toMatchObject({
      status: 403,
      body: { code: 'not_confirmed', message: errors.not_confirmed.message },
    })
    expect(await call('POST', '/public/confirm', { username, code })).toMatchObject({
      status: 400,
      body: { code: 'proof_needed', message: errors.proof_needed.message },
    })
    const proof = cookieHeader(signedUp.cookies)
    const confirmed = await call('POST', '/public/confirm', { username, code }, proof)
    expect(confirmed, proves('7.confirm.1')).toMatchObject({
      status: 200,
      cookies: [
        expect.stringMatching(
          /^causeway-sign-up-3000=[\w-]{43}\.[\w-]{43}; Path=\/; Max-Age=1800; SameSite=Lax; HttpOnly$/,
        ),
        expect.stringMatching(/^causeway-browser-3000=/),
      ],
    })
    const loggedIn = await call('POST', '/public/login', { username: 'Ann.Story@Example.edu', password })
    expect(loggedIn, proves('7.login.1')).toMatchObject({
      status: 200,
      body: { message: 'You are logged in.', username },
    })
    expect(loggedIn.cookies).toEqual([
      expect.stringMatching(
        /^causeway-session-3000=[\w-]{43}\.[\w-]{43}; Path=\/; Max-Age=43200; SameSite=Lax; HttpOnly$/,
      ),
      expect.stringMatching(/^CausewayIdentity-3000=[\w-]{36}; Path=\/; Max-Age=43200; SameSite=Lax$/),
      expect.stringMatching(
        /^causeway-browser-3000=[\w-]{43}\.[\w-]{43}; Path=\/; Max-Age=31536000; SameSite=Lax; HttpOnly$/,
      ),
    ])
    const session = cookieHeader(loggedIn.cookies)

    expect(await call('POST', '/public/forgot-password', { username })).toMatchObject({ status: 200 })
    const link = /^http\S+\/reset\S+$/m.exec(await mailTo(username, 2))?.[0] ?? ''
    const { searchParams } = new URL(link)
    expect(searchParams.get('username'), proves('7.forgot-password.1')).toBe(username)
    const id = searchParams.get('id') ?? ''
    const given = { username, password: other, confirm_password: other, id }
    for (const name of Object.keys(given)) {
      const { body } = await call('POST', '/public/reset-password', { ...given, [name]: undefined })
      expect(body.code, proves('3.forms.5')).toBe('malformed')
    }
    expect(await call('POST', '/public/reset-password', given)).toMatchObject({ status: 200 })
    expect(await call('POST', '/public/reset-password', given)).toMatchObject({
      status: 400,
      body: { code: 'used_link', message: errors.used_link.message },
    })
    expect(await call('GET', '/api/logout', undefined, session)).toMatchObject({ status: 401 })

    const withNewPassword = await call('POST', '/public/login', { username, password: other })
    expect(withNewPassword, proves('7.reset-password.1')).toMatchObject({ status: 200 })
    const again = cookieHeader(withNewPassword.cookies)
    const loggedOut = await call('GET', '/api/logout', undefined, again)
    expect(loggedOut).toMatchObject({ status: 200, body: { message: 'You are logged out.' } })
    expect(loggedOut.cookies).toEqual(expiredCookies(on.settings))
    expect(await call('GET', '/api/logout', undefined, again), proves('7.logout.1')).toMatchObject({
      status: 401,
      body: { code: 'unauthorized' },
      cookies: expiredCookies(on.settings),
    })

    for (const secret of [username, password, other, code, id, session.split('=')[1]?.split(';')[0] ?? '']) {
      expect(secret.length).toBeGreaterThan(5)
      expect(lines.join('').toLowerCase()).not.toContain(secret.toLowerCase())
    }
  })

  test('logging out and a new password end sessions on the server, even if the browser still sends the cookie', async () => {
    const username = 'ending@example.edu'
    await confirmed(username)
    const login = async (with_: string, cookie = '') => {
      const { status, cookies } = await call('POST', '/public/login', { username, password: with_ }, cookie)
      expect(status).toBe(200)
      return cookieHeader(cookies)
    }
    // Logging out works once; a copy of the cookie is useless afterwards.
    const kept = await login(password)
    expect(await call('GET', '/api/logout', undefined, kept), proves('7.logout.2')).toMatchObject({
      status: 200,
      body: { message: 'You are logged out.' },
      cookies: expiredCookies(on.settings),
    })
    expect((await call('GET', '/api/logout', undefined, kept)).status).toBe(401)
    // A login never reuses a session cookie planted before it, and it ends the session of the planted cookie.
    const planted = await login(password)
    const invented = planted.replace(/=[^.;]+\./, `=${'x'.repeat(32)}.`)
    for (const before of [invented, planted]) {
      const after = await login(password, before)
      expect(after.split('; ')[0]).not.toBe(before.split('; ')[0])
      expect((await call('GET', '/api/logout', undefined, before)).status).toBe(401)
      expect((await call('GET', '/api/logout', undefined, after)).status).toBe(200)
    }
    // A new password ends every session of the account.
    const [here, there] = [await login(password), await login(password)]
    await call('POST', '/public/forgot-password', { username })
    const link = /^http\S+\/reset\S+$/m.exec(await mailTo(username, 2))?.[0] ?? ''
    const id = new URL(link).searchParams.get('id') ?? ''
    await call('POST', '/public/reset-password', { username, password: other, confirm_password: other, id })
    for (const cookie of [here, there]) expect((await call('GET', '/api/logout', undefined, cookie)).status).toBe(401)
  })

  test('each wrong code, link and password has its own sentence, and none is a 401', async () => {
    const username = 'sentences@example.edu'
    const given = { username, password: other, confirm_password: other }
    const expire = async () => {
      const { db } = on.database
      await db
        .updateTable('verification')
        .set({ expiresAt: new Date(0) })
        .execute()
      await db
        .updateTable('pending_sign_up')
        .set({ code_expires_at: new Date(0) })
        .execute()
    }
    let proof = ''
    const errorOf = async (url: string, body: object) => {
      const { status, body: reply, cookies } = await call('POST', url, body, proof)
      expect(cookies).toEqual([]) // only an /api call may sign somebody out
      return [status, reply.message]
    }
    const sentence = (code: keyof typeof errors) => [errors[code].status, errors[code].message]
    proof = cookieHeader((await call('POST', '/public/signup', { username, password })).cookies)
    const expired = codeInText(await mailTo(username, 1))
    expect(await errorOf('/public/login', { username, password })).toEqual(sentence('not_confirmed'))
    await expire()
    expect(await errorOf('/public/confirm', { username, code: expired })).toEqual(sentence('expired_code'))
    await call('POST', '/public/resend-confirm', { username }, proof)
    const code = codeInText(await mailTo(username, 2))
    const wrong = code === '000000' ? '111111' : '000000'
    expect(await errorOf('/public/confirm', { username, code: wrong })).toEqual(sentence('wrong_code'))
    const confirmed = await call('POST', '/public/confirm', { username, code }, proof)
    expect(confirmed.status, proves('7.resend-confirm.1')).toBe(200)
    const again = await call('POST', '/public/confirm', { username, code }, cookieHeader(confirmed.cookies))
    expect([again.status, again.body]).toEqual([200, confirmed.body])
    expect(await errorOf('/public/confirm', { username, code: wrong })).toEqual(sentence('wrong_code'))
    expect(await errorOf('/public/login', { username, password: 'mistyped' })).toEqual(sentence('wrong_credentials'))
    const idOf = (text: string) => new URL(/^http\S+\/reset\S+$/m.exec(text)?.[0] ?? '').searchParams.get('id') ?? ''
    await call('POST', '/public/forgot-password', { username })
    const late = idOf(await mailTo(username, 3))
    await expire()
    expect(await errorOf('/public/reset-password', { ...given, id: late })).toEqual(sentence('expired_link'))
    await call('POST', '/public/forgot-password', { username })
    const id = idOf(await mailTo(username, 4))
    await call('POST', '/public/reset-password', { ...given, id })
    expect(await errorOf('/public/reset-password', { ...given, id })).toEqual(sentence('used_link'))
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

  test('no reply tells whether an account exists', async () => {
    const known = 'known@example.edu'
    const waiting = 'waiting@example.edu'
    await call('POST', '/public/signup', { username: waiting, password })
    await confirmed(known)
    for (const [url, body] of [
      ['/public/signup', { password: other }],
      ['/public/login', { password: 'wrong' }],
      ['/public/forgot-password', {}],
      ['/public/resend-confirm', {}],
      ['/public/confirm', { code: '000000' }],
      ['/public/confirm', { code: '000000', password: other }],
      ['/public/reset-password', { password: other, confirm_password: other, id: 'invented' }],
    ] as const) {
      const replies = []
      for (const username of [
        known,
        waiting,
        `unknown${url.replaceAll('/', '.')}${Object.keys(body).length}@example.edu`,
      ]) {
        const { status, body: replyBody, cookies } = await call('POST', url, { ...body, username })
        // The value of a cookie is different each time.
        replies.push({
          status,
          replyBody,
          cookies: cookies.map((cookie) => cookie.replace(/=[^;]+/, `=${cookie.length}`)),
        })
      }
      expect(replies, url).toEqual([replies[2], replies[2], replies[2]])
    }
    expect(await mailTo(known, 4)).toContain('You already have a confirmed account')
  })

  describe('bad input', () => {
    test('input that the form refuses is returned with its problems', async () => {
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
      ['a field that is too long', { username: 'a'.repeat(1001), password }],
    ])('%s is malformed', async (_, body) => {
      for (const url of ['/public/signup', '/public/login']) {
        expect(await call('POST', url, body)).toMatchObject({ status: 400, body: { code: 'malformed' } })
      }
    })
    test('text that the database cannot store is refused like an invalid address', async () => {
      const username = 'ann\u0000@example.edu'
      for (const url of ['/public/login', '/public/forgot-password']) {
        expect(await call('POST', url, { username, password })).toMatchObject({ status: 400 })
      }
    })
  })

  test('a signed-in person changes the password with the current one and stays signed in', async () => {
    const username = 'changes@example.edu'
    await confirmed(username)
    const here = cookieHeader((await call('POST', '/public/login', { username, password })).cookies)
    const there = cookieHeader((await call('POST', '/public/login', { username, password })).cookies)
    const change = (current_password: string, cookie: string) =>
      call('POST', '/api/change-password', { current_password, password: other, confirm_password: other }, cookie)
    expect((await change(password, '')).status).toBe(401)
    expect(await change('not mine', here)).toMatchObject({
      status: 400,
      body: { code: 'wrong_password', message: errors.wrong_password.message },
    })
    expect((await change(password, here)).status).toBe(200)
    expect(await mailTo(username, 2)).toContain('was just changed')
    expect((await call('GET', '/api/logout', undefined, there)).status).toBe(401)
    for (let tries = 0; tries < 9; tries += 1) expect((await change('not mine', here)).status).toBe(400)
    expect((await change(other, here)).status).toBe(429)
    expect((await call('GET', '/api/logout', undefined, here)).status).toBe(200)
  })
})
