import { expect, test } from 'vitest'
import { errors } from '../../../api/index.ts'
import { proves } from '../../../testing/proves.ts'
import { databasesForTests } from '../../testing/index.ts'
import { callsForTests, codeInText, cookieHeader, PASSWORD } from './testing/index.ts'

const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:135.0) Gecko/20100101 Firefox/135.0'
const SAFARI =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1'

databasesForTests('the calls of account help', (on) => {
  const { call, confirmed, mailTo, lines } = callsForTests(on)

  async function loggedIn(username: string, userAgent = FIREFOX) {
    const body = { username, password: PASSWORD }
    const { status, cookies } = await call('POST', '/public/login', body, '', '127.0.0.1', { 'user-agent': userAgent })
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
