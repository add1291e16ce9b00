import { describe, expect, test } from 'vitest'
import { errors } from '../../../api/index.ts'
import { proves } from '../../../testing/proves.ts'
import { onOneDatabase } from '../../testing/index.ts'
import { expiredCookies } from './index.ts'
import { callsForTests, codeInText, cookieHeader, PASSWORD, PASSWORD as password } from './testing/index.ts'

describe('account routes', () => {
  const other = 'Another-Horse-8-Battery'

  onOneDatabase('the calls of accounts', (on) => {
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
      // Storage has drafts of others.
      expect(loggedOut.headers['clear-site-data']).toBe('"cache"')
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
})

describe('account help routes', () => {
  const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:135.0) Gecko/20100101 Firefox/135.0'

  const SAFARI =
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1'

  onOneDatabase('the calls of account help', (on) => {
    const { call, confirmed, mailTo, lines } = callsForTests(on)

    async function loggedIn(username: string, userAgent = FIREFOX) {
      const body = { username, password: PASSWORD }
      const { status, cookies } = await call('POST', '/public/login', body, '', '127.0.0.1', {
        'user-agent': userAgent,
      })
      expect(status).toBe(200)
      return cookieHeader(cookies)
    }
    const ask = (session: string, username: string, current_password = PASSWORD) =>
      call('POST', '/api/email-change', { current_password, username }, session)

    test('an address is changed, with the mails really sent, and nothing of it is in the log', async () => {
      const [before, after] = ['before.maya@example.edu', 'after.maya@example.edu']
      await confirmed(before)
      const session = await loggedIn(before)
      expect(await ask(session, after, 'wrong')).toMatchObject({
        status: 400,
        body: { code: 'wrong_password', message: errors.wrong_password.message },
      })
      expect(await ask(session, 'nobody')).toMatchObject({ status: 400, body: { code: 'invalid_fields' } })
      expect(await ask(session, after), proves('7.email-change.1')).toMatchObject({
        status: 200,
        body: { message: 'We emailed a code to the new address. Enter it to finish the change.' },
      })
      expect(await call('GET', '/api/email-change', undefined, session), proves('7.email-change.2')).toMatchObject({
        body: { pending: { username: after, valid_until: expect.any(String) } },
      })
      expect(await mailTo(before, 2), proves('7.email-change.5')).toContain('a…@example.edu')
      const code = codeInText(await mailTo(after, 1))
      expect(await call('POST', '/api/email-change/code', { code: 'x' }, session)).toMatchObject({
        status: 400,
        body: { code: 'invalid_fields' },
      })
      const changed = await call('POST', '/api/email-change/code', { code }, session)
      expect(changed, proves('7.email-change.3')).toMatchObject({ status: 200, body: { username: after } })
      // The browser is known under the new address too, and its session and identity stay.
      expect(changed.cookies).toEqual([expect.stringMatching(/^causeway-browser-3000=[^;~]+~[^;~]+;/)])
      expect(await mailTo(before, 3), proves('7.email-change.5')).toContain('was changed to a…@example.edu')
      expect(await mailTo(after, 2), proves('7.email-change.5')).toContain('Log in with it from now on')
      expect((await call('GET', '/api/email-change', undefined, session)).body).toEqual({ pending: null })
      for (const secret of [before, after, code]) expect(lines.join('')).not.toContain(secret)
    })

    test('a change is canceled', async () => {
      await confirmed('cancels@example.edu')
      const session = await loggedIn('cancels@example.edu')
      await ask(session, 'new-cancels@example.edu')
      const code = codeInText(await mailTo('new-cancels@example.edu', 1))
      const canceled = await call('DELETE', '/api/email-change', undefined, session)
      expect(canceled, proves('7.email-change.4')).toMatchObject({ status: 200 })
      expect((await call('GET', '/api/email-change', undefined, session)).body).toEqual({ pending: null })
      expect(await call('POST', '/api/email-change/code', { code }, session)).toMatchObject({
        status: 400,
        body: { code: 'wrong_code', message: errors.wrong_code.message },
      })
    })

    test('neither passwords and codes can be guessed, nor mailboxes flooded, with a session', async () => {
      await confirmed('limited@example.edu')
      const session = await loggedIn('limited@example.edu')
      const statuses: number[] = []
      for (let tries = 0; tries < 6; tries += 1) statuses.push((await ask(session, `to-${tries}@example.edu`)).status)
      expect(statuses, 'asked').toEqual([200, 200, 200, 200, 200, 429])
      const codes: number[] = []
      for (let tries = 0; tries < 11; tries += 1)
        codes.push((await call('POST', '/api/email-change/code', { code: '000000' }, session)).status)
      expect(codes).toEqual([...Array<number>(10).fill(400), 429])
      const passwords: number[] = []
      for (let tries = 0; tries < 11; tries += 1) passwords.push((await ask(session, 'x@example.edu', 'wrong')).status)
      expect(passwords).toEqual([...Array<number>(10).fill(400), 429])
      // One mailbox gets at most five mails from a network, from however many accounts.
      const targets: number[] = []
      for (let account = 0; account < 6; account += 1) {
        await confirmed(`flood${account}@example.edu`)
        targets.push((await ask(await loggedIn(`flood${account}@example.edu`), 'flooded@example.edu')).status)
      }
      expect(targets).toEqual([200, 200, 200, 200, 200, 429])
    }, 60_000)

    test('devices are listed in words, this one first, and signed out one by one or all others at once', async () => {
      const username = 'devices@example.edu'
      await confirmed(username)
      await confirmed('elsewhere@example.edu')
      const stranger = await loggedIn('elsewhere@example.edu')
      const [phone, library] = [await loggedIn(username, SAFARI), await loggedIn(username, 'curl/8.5.0')]
      const here = await loggedIn(username)
      const listed = async (session = here) => (await call('GET', '/api/devices', undefined, session)).body.devices
      const found = await listed()
      expect(found, proves('7.devices.1')).toEqual([
        { ...device('Firefox on Windows'), is_this: true },
        { ...device('A browser'), is_this: false },
        { ...device('Safari on iPhone'), is_this: false },
      ])
      expect((await listed(phone))[0]).toMatchObject({ browser: 'Safari on iPhone', is_this: true })
      const end = (id: string, session: string) => call('DELETE', `/api/devices/${id}`, undefined, session)
      // Somebody else's session, and one that is not there, are left alone.
      expect((await end(found[2].id, stranger)).status).toBe(200)
      expect((await end('none', here)).status).toBe(200)
      expect((await listed(phone)).length).toBe(3)

      expect((await end(found[2].id, here)).status, proves('7.devices.2')).toBe(200)
      const ended = await call('GET', '/api/devices', undefined, phone)
      expect(ended, proves('7.devices.2')).toMatchObject({ status: 401, body: { code: 'unauthorized' } })
      expect(ended.cookies.join()).toContain('Max-Age=0')
      expect((await listed()).length).toBe(2)

      expect((await call('DELETE', '/api/devices', undefined, here)).status, proves('7.devices.3')).toBe(200)
      expect((await call('GET', '/api/devices', undefined, library)).status, proves('7.devices.3')).toBe(401)
      expect(await listed()).toEqual([found[0]])
      expect((await listed(stranger)).length).toBe(1)
    })

    test('a session that was idle for too long is signed out already, so it is not listed', async () => {
      const username = 'idle@example.edu'
      await confirmed(username)
      const [here] = [await loggedIn(username), await loggedIn(username, SAFARI)]
      const { db } = on.database
      const long = { updatedAt: new Date(Date.now() - 31 * 60_000), createdAt: new Date(Date.now() - 3_600_000) }
      await db.updateTable('session').set(long).where('userAgent', '=', 'Safari on iPhone').execute()
      const { body } = await call('GET', '/api/devices', undefined, here)
      expect(body.devices).toHaveLength(1)
      // Of the user agent only the words are kept.
      const agents = await db.selectFrom('session').select('userAgent').distinct().execute()
      expect(agents.map(({ userAgent }) => userAgent).join()).not.toMatch(/Mozilla|rv:/)
    })
  })

  const device = (browser: string) => ({
    id: expect.any(String),
    browser,
    signed_in_at: expect.any(String),
    last_seen_at: expect.any(String),
  })
})
