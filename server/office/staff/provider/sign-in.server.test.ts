import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { freePort, onOneDatabase } from '../../../testing/index.ts'
import { BASE_URL, CLIENT, deskForTests, PENDING, SESSION, seconds, startProvider } from './testing/index.ts'

describe('signing in with the provider', () => {
  onOneDatabase('signing staff in with a provider', (on) => {
    const desk = deskForTests(on)

    test('somebody with a role signs in and is at the page they wanted', async () => {
      const browser = desk.browserAt()
      const { asked, callback } = await browser.toProvider('/staff/sign-in?return=/staff/applications%3Fq=1')
      expect(Object.fromEntries(asked.searchParams)).toMatchObject({
        response_type: 'code',
        code_challenge_method: 'S256',
        client_id: CLIENT.id,
        max_age: '28800',
        scope: 'openid profile groups',
        redirect_uri: `${BASE_URL}/staff/callback`,
      })
      expect(asked.searchParams.has('acr_values')).toBe(false)
      const reply = await browser.open(callback)
      expect([reply.status, reply.location]).toEqual([303, `${BASE_URL}/staff/applications?q=1`])
      expect(reply.cookies.find((each) => each.startsWith(`${SESSION}=`))).toMatch(
        /; Path=\/; Max-Age=28800; SameSite=Lax; Secure; HttpOnly$/,
      )
      expect([...browser.jarOf(BASE_URL).keys()]).toEqual([SESSION])
      const { status, person, role, signed_in_at } = await browser.session()
      const id = await desk.idOf()
      expect({ status, person, role }).toEqual({ status: 200, person: { id, name: 'June Hale' }, role: 'viewer' })
      expect(Math.abs(Date.now() - Date.parse(signed_in_at))).toBeLessThan(60_000)
      expect(await desk.recorded(String(id))).toEqual([
        {
          actor: 'staff:June Hale',
          action: 'staff signed in',
          detail: expect.objectContaining({ person: id, by: 'provider', role: 'viewer' }),
        },
      ])
    })

    test('who comes again is the same person, with the name and role of now', async () => {
      await desk.browserAt().signIn()
      const id = await desk.idOf()
      Object.assign(desk.provider.next.person, { name: '', preferred_username: 'jhale', groups: 'adm-processors' })
      const browser = desk.browserAt()
      await browser.signIn()
      expect(await browser.session()).toMatchObject({ person: { id, name: 'jhale' }, role: 'processor' })
    })

    describe('a sign-in belongs to one browser and is used once', () => {
      test('what was finished cannot be finished again, even with the same cookie', async () => {
        const browser = desk.browserAt()
        const { callback } = await browser.toProvider()
        const jar = browser.jarOf(BASE_URL)
        const pending = jar.get(PENDING) ?? ''
        expect((await browser.open(callback)).status).toBe(303)
        const thief = desk.browserAt()
        await desk.expectRefused(await thief.open(callback), thief, 400, /began in another browser/)
        thief.jarOf(BASE_URL).set(PENDING, pending)
        await desk.expectRefused(await thief.open(callback), thief, 400, /was finished already/)
        // Refused before the provider is asked, which would end what it gave for the code.
        expect(await desk.refusals()).toBe(0)
        expect((await browser.session()).status).toBe(200)
      })
      test('of two browsers that finish it at the same time one is signed in', async () => {
        const browser = desk.browserAt()
        const { callback } = await browser.toProvider()
        const replies = await Promise.all([browser.open(callback), browser.open(callback), browser.open(callback)])
        expect(replies.map(({ status }) => status).toSorted()).toEqual([303, 400, 400])
      })
      test('another browser has another state, and ends no sign-in of this one', async () => {
        const [victim, thief] = [desk.browserAt(), desk.browserAt()]
        const { callback } = await thief.toProvider()
        const own = await victim.toProvider()
        const refused = await victim.open(callback)
        expect([refused.status, refused.text]).toEqual([400, expect.stringMatching(/began in another browser/)])
        expect((await victim.session()).status).toBe(401)
        expect((await victim.open(own.callback)).status).toBe(303)
      })
      test('of two tabs the one that began last is signed in, whichever comes back first', async () => {
        const browser = desk.browserAt()
        const [first, last] = [
          await browser.toProvider(),
          await browser.toProvider('/staff/sign-in?return=/staff/record'),
        ]
        const refused = await browser.open(first.callback)
        expect([refused.status, refused.text]).toEqual([400, expect.stringMatching(/was begun after it/)])
        const signedIn = await browser.open(last.callback)
        expect([signedIn.status, signedIn.location]).toEqual([303, `${BASE_URL}/staff/record`])
        expect([...browser.jarOf(BASE_URL).keys()]).toEqual([SESSION])
      })
      test.each([
        ['nothing', () => undefined],
        ['text', () => 'text'],
        ['JSON', () => Buffer.from('{"state":"x"}').toString('base64url')],
        [
          'one changed letter',
          (value: string) => value.slice(0, -9) + (value.at(-9) === 'A' ? 'B' : 'A') + value.slice(-8),
        ],
      ])('a cookie with %s is refused', async (_, change) => {
        const browser = desk.browserAt()
        const { callback } = await browser.toProvider()
        const jar = browser.jarOf(BASE_URL)
        const changed = change(jar.get(PENDING) ?? '')
        if (changed === undefined) jar.delete(PENDING)
        else jar.set(PENDING, changed)
        await desk.expectRefused(await browser.open(callback), browser, 400, /took too long/)
      })
      test('the cookie says nothing to whoever reads it', async () => {
        const browser = desk.browserAt()
        await browser.open('/staff/sign-in?return=/staff/applications/secret-name')
        const text = Buffer.from(browser.jarOf(BASE_URL).get(PENDING) ?? '', 'base64url').toString()
        expect(text).toMatch(/^\{"kid":/)
        expect(text).not.toMatch(/secret-name|nonce":"[\w-]{43}|verifier/)
      })
    })

    test('a clock that is half a minute wrong does not matter', async () => {
      desk.provider.next.alter = (claims) => ({ ...claims, exp: seconds() - 30, iat: seconds() - 90 })
      expect((await desk.browserAt().signIn()).status).toBe(303)
      desk.provider.next.alter = (claims) => ({ ...claims, iat: seconds() + 30, auth_time: seconds() + 30 })
      const browser = desk.browserAt()
      expect((await browser.signIn()).status).toBe(303)
      expect(Date.parse((await browser.session()).signed_in_at)).toBeLessThanOrEqual(Date.now())
    })

    test('the session counts from when the person proved who they are', async () => {
      desk.provider.next.alter = (claims) => ({ ...claims, auth_time: seconds() - 3600 })
      const browser = desk.browserAt()
      await browser.signIn()
      const age = Date.now() - Date.parse((await browser.session()).signed_in_at)
      expect(Math.abs(age - 3_600_000)).toBeLessThan(60_000)
      // A provider that does not say when: as long ago as it was asked at most, so nothing is revealed without more.
      desk.provider.next.alter = ({ auth_time, ...claims }) => claims
      const other = desk.browserAt()
      await other.signIn()
      expect(Date.now() - Date.parse((await other.session()).signed_in_at)).toBeGreaterThan(7 * 3_600_000)
    })

    test('a fresh sign-in makes a person who is signed in at the provider prove again who they are', async () => {
      const browser = desk.browserAt()
      await browser.signIn()
      await sleep(2000)
      const before = Date.now()
      const old = desk.browserAt()
      old.jarOf(BASE_URL).set(SESSION, browser.jarOf(BASE_URL).get(SESSION) ?? '')
      const { asked, callback } = await browser.toProvider('/staff/sign-in?fresh=1&return=/staff/x')
      expect(asked.searchParams.get('max_age')).toBe('0')
      expect((await old.session()).status).toBe(200)
      expect((await browser.open(callback)).location).toBe(`${BASE_URL}/staff/x`)
      expect(Date.parse((await browser.session()).signed_in_at)).toBeGreaterThan(before - 1000)
      expect((await old.session()).status).toBe(401)
    })

    test('a sign-in that is refused ends no session', async () => {
      const browser = desk.browserAt()
      await browser.signIn()
      desk.provider.next.alter = (claims) => ({ ...claims, nonce: 'another' })
      expect((await browser.signIn()).status).toBe(502)
      expect((await browser.session()).status).toBe(200)
    })

    test('a sign-in with fewer rights ends what the person has elsewhere with more, and one without a role all', async () => {
      const [much, same, other] = [desk.browserAt(), desk.browserAt(), desk.browserAt()]
      const { sub } = desk.provider.next.person
      desk.provider.next.alter = (claims) => ({ ...claims, groups: ['adm-processors'] })
      for (const browser of [much, same]) await browser.signIn()
      desk.provider.next.person = { ...desk.provider.next.person, sub: 'somebody-else' }
      await other.signIn()
      desk.provider.next.person = { ...desk.provider.next.person, sub }
      desk.provider.next.alter = (claims) => ({ ...claims, groups: ['adm-viewers'] })
      await same.signIn()
      expect(await same.session()).toMatchObject({ status: 200, role: 'viewer' })
      expect((await much.session()).status).toBe(401)
      desk.provider.next.alter = (claims) => ({ ...claims, groups: [] })
      expect((await desk.browserAt().signIn()).status).toBe(403)
      expect((await same.session()).status).toBe(401)
      expect((await other.session()).status).toBe(200)
    })

    test('a sign-in that the provider calls older than was asked for is refused', async () => {
      desk.provider.next.alter = (claims) => ({ ...claims, auth_time: seconds() - 10 * 3600 })
      const browser = desk.browserAt()
      await desk.expectRefused(await browser.signIn(), browser, 403, /did not ask you to prove who you are again/)
      desk.provider.next.alter = (claims) => ({ ...claims, auth_time: seconds() - 7.9 * 3600 })
      expect((await desk.browserAt().signIn()).status).toBe(303)
    })

    test('junk callbacks add no row to the record, whatever cookie they have', async () => {
      const browser = desk.browserAt()
      const { callback } = await browser.toProvider()
      const before = await desk.refusals()
      for (const path of ['/staff/callback', '/staff/callback?state=x&code=y']) await desk.browserAt().open(path)
      const url = new URL(callback)
      url.searchParams.set('code', 'made-up')
      await desk.expectRefused(await browser.open(url.href), browser, 400, /took too long/)
      expect(await desk.refusals()).toBe(before)
    })

    test('without the provider a page says so, and once it is back people sign in', async () => {
      const browser = desk.browserAt()
      const { callback } = await browser.toProvider()
      await desk.provider.close()
      const reply = await browser.open(callback)
      await desk.expectRefused(reply, browser, 503, /We can’t reach the sign-in service/)
      await desk.expectRefused(await browser.open('/staff/sign-in'), browser, 503, /reach the sign-in service/)
      await desk.provider.listen()
      desk.provider.next.isBroken = true
      await desk.expectRefused(await browser.open('/staff/sign-in'), browser, 503, /reach the sign-in service/)
      desk.provider.next.isBroken = false
      expect((await browser.signIn()).status).toBe(303)
      desk.provider.next.alter = (claims) => {
        throw Object.assign(new Error('out of order'), { claims })
      }
      const other = desk.browserAt()
      await desk.expectRefused(await other.signIn(), other, 503, /reach the sign-in service/)
    })
    test.each([
      [{ claim: 'amr', value: 'otp' }, { amr: ['pwd', 'otp'] }, { amr: ['pwd'] }],
      [{ claim: 'acr', value: 'gold' }, { acr: 'gold' }, { acr: 'golden' }],
    ] as const)(
      'with a second factor asked for as %o, only who used one signs in',
      async (secondFactor, login, lacking) => {
        const special = await desk.open({ ...desk.settings, secondFactor })
        const browser = desk.browserAt(special)
        Object.assign(desk.provider.next, { login: { ...lacking } })
        const { asked, callback } = await browser.toProvider()
        expect(asked.searchParams.get('acr_values')).toBe(secondFactor.claim === 'acr' ? 'gold' : null)
        await desk.expectRefused(await browser.open(callback), browser, 403, /The staff desk needs a second factor/)
        expect(await desk.lastRefusal()).toMatchObject({
          subject: desk.provider.next.person.sub,
          detail: { reason: 'missing_second_factor' },
        })
        const without = desk.browserAt(special)
        Object.assign(desk.provider.next, { login: {} })
        await desk.expectRefused(await without.signIn(), without, 403, /The staff desk needs a second factor/)
        const proved = desk.browserAt(special)
        Object.assign(desk.provider.next, { login: { ...login } })
        expect((await proved.signIn()).status).toBe(303)
        expect((await proved.session()).status).toBe(200)
        await special.close()
      },
    )

    test('nobody waits for a provider that never replies', async () => {
      const [special, waiting, other] = [await desk.open({ ...desk.settings }), desk.browserAt(), desk.browserAt()]
      const { callback } = await waiting.toProvider()
      Object.assign(desk.provider.next, { hangs: true })
      const before = Date.now()
      const beginning = desk.browserAt(special)
      const [finished, began] = await Promise.all([waiting.open(callback), beginning.open('/staff/sign-in')])
      expect(Date.now() - before).toBeLessThan(40_000)
      await desk.expectRefused(finished, waiting, 503, /reach the sign-in service/)
      await desk.expectRefused(began, beginning, 503, /reach the sign-in service/)
      desk.provider.reset()
      expect((await other.signIn()).status).toBe(303)
      await special.close()
    })

    test('a provider that takes the secret in a header alone is given it there', async () => {
      const port = await freePort()
      const basic = await startProvider(
        port,
        { redirect: `${BASE_URL}/staff/callback`, afterSignOut: BASE_URL, backChannel: `${desk.app.address}/x` },
        { authentication: 'client_secret_basic' },
      )
      const special = await desk.open({ ...desk.settings, issuer: basic.issuer })
      basic.next.person = desk.provider.next.person
      expect((await desk.browserAt(special).signIn()).status).toBe(303)
      await Promise.all([special.close(), basic.close()])
    })

    test('a wrong secret is a refusal, and the log names the provider’s reason', async () => {
      const special = await desk.open({ ...desk.settings, clientSecret: 'wrong' })
      const browser = desk.browserAt(special)
      desk.log.text = ''
      await desk.expectRefused(await browser.signIn(), browser, 502, /in a way we can/)
      expect(desk.log.text).toContain('401 invalid_client')
      await special.close()
    })

    test('with a host of its own the desk is there alone', async () => {
      const special = await desk.open(desk.settings, { staffHost: 'staff.bridger.example' })
      const at = (url: string, host: string) =>
        special.app.inject({ url, headers: { host, 'x-forwarded-host': 'staff.bridger.example' } })
      for (const url of [
        '/staff/sign-in',
        '/staff/callback',
        '/staff/api/session',
        '/%73taff/sign-in',
        '/staff',
        '//staff',
      ]) {
        const reply = await at(url, 'apply.bridger.example')
        expect([reply.statusCode, reply.json().code], url).toEqual([404, 'not_found'])
        expect((await at(url, 'staff.bridger.example.evil.example')).statusCode, url).toBe(404)
      }
      const reply = await at('/staff/sign-in', 'Staff.bridger.example:443')
      expect(reply.statusCode).toBe(302)
      const asked = new URL(String(reply.headers.location))
      expect(asked.searchParams.get('redirect_uri')).toBe('https://staff.bridger.example/staff/callback')
      await special.close()
    })

    test('HEAD uses up nothing, and too many sign-ins of one network are asked to wait', async () => {
      const browser = desk.browserAt()
      const { callback } = await browser.toProvider()
      const cookie = `${PENDING}=${browser.jarOf(BASE_URL).get(PENDING)}`
      const { pathname, search } = new URL(callback)
      const head = await fetch(`${desk.app.address}${pathname}${search}`, { method: 'HEAD', headers: { cookie } })
      expect(head.status).toBe(404)
      expect((await browser.open(callback)).status).toBe(303)
      const special = await desk.open(desk.settings, { mostSignIns: 1 })
      const limited = desk.browserAt(special)
      await limited.open('/staff/sign-in')
      limited.jarOf(BASE_URL).clear()
      await desk.expectRefused(
        await limited.open('/staff/callback'),
        limited,
        429,
        /Too many attempts. Please try again in/,
      )
      await special.close()
    })

    test('neither the log nor the record has a code, a token, a secret or a cookie', async () => {
      desk.log.text = ''
      const browser = desk.browserAt()
      const { asked, callback } = await browser.toProvider()
      const pending = browser.jarOf(BASE_URL).get(PENDING) ?? ''
      await browser.open(callback)
      for (const alter of [{ aud: 'another' }, { exp: 1 }, { nonce: 'x' }]) {
        desk.provider.next.alter = (claims) => ({ ...claims, ...alter })
        await desk.browserAt().signIn()
      }
      const secrets = [
        ...['code', 'state'].map((name) => new URL(callback).searchParams.get(name)),
        ...['nonce', 'code_challenge'].map((name) => asked.searchParams.get(name)),
        pending,
        browser.jarOf(BASE_URL).get(SESSION),
        CLIENT.secret,
        encodeURIComponent(CLIENT.secret),
        'eyJ',
      ]
      const rows = await desk.deps.database.db.selectFrom('audit').selectAll().execute()
      expect(desk.log.text).toContain('/staff/callback')
      for (const secret of secrets) {
        expect(secret?.length).toBeGreaterThan(2)
        expect(desk.log.text).not.toContain(secret)
        expect(JSON.stringify(rows)).not.toContain(secret)
      }
    })
  })
})

describe('a refused sign-in', () => {
  onOneDatabase('a page for a person, and a record, is what staff get with', (on) => {
    const desk = deskForTests(on)

    /** Without a subject nobody is named, and the log alone has the reason. */
    const once = async (status: number, sentence: RegExp, reason: string, subject?: string, path?: string) => {
      const browser = desk.browserAt()
      const before = await desk.refusals()
      desk.log.text = ''
      await desk.expectRefused(await browser.signIn(path), browser, status, sentence)
      expect(await desk.refusals()).toBe(before + (subject === undefined ? 0 : 1))
      if (subject === undefined) expect(desk.log.text).toContain(`"code":"${reason}"`)
      else expect(await desk.lastRefusal()).toMatchObject({ actor: 'provider', subject, detail: { reason } })
    }

    test('somebody without a role', async () => {
      Object.assign(desk.provider.next.person, { groups: ['everybody'] })
      const sentence = /Your account has no role at the staff desk. Ask the administrator of the staff desk/
      await once(403, sentence, 'missing_staff_role', desk.provider.next.person.sub)
      Object.assign(desk.provider.next.person, { groups: undefined })
      await once(403, sentence, 'missing_staff_role', desk.provider.next.person.sub)
      Object.assign(desk.provider.next.person, { groups: ['constructor'] })
      await once(403, sentence, 'missing_staff_role', desk.provider.next.person.sub)
    })
    test('somebody whose access was ended', async () => {
      await desk.browserAt().signIn()
      const query = desk.deps.database.db.updateTable('staff_person').set({ ended_at: new Date() })
      await query.where('id', '=', await desk.idOf()).execute()
      await once(403, /Your access was ended/, 'staff_access_ended', desk.provider.next.person.sub)
    })
    test('somebody who cancels', async () => {
      desk.provider.next.error = 'access_denied'
      await once(403, /The sign-in service did not sign you in/, 'denied_staff_sign_in')
    })
    test.each([
      ['unmet_authentication_requirements', 403, /needs a second factor/, 'missing_second_factor'],
      ['temporarily_unavailable', 503, /reach the sign-in service/, 'staff_provider_away'],
      ['login_required', 403, /did not sign you in/, 'denied_staff_sign_in'],
    ] as const)('the provider’s answer %s', async (error, status, sentence, reason) => {
      desk.provider.next.error = error
      await once(status, sentence, reason)
    })
    test('an ID token that has expired', async () => {
      desk.provider.next.alter = (claims) => ({ ...claims, exp: seconds() - 90 })
      await once(502, /in a way we can’t accept/, 'unusable_staff_sign_in')
    })
    test.each<[string, (claims: Record<string, unknown>) => Record<string, unknown>]>([
      ['another issuer', (claims) => ({ ...claims, iss: 'https://login.example' })],
      ['another audience', (claims) => ({ ...claims, aud: 'another' })],
      ['another audience beside ours', (claims) => ({ ...claims, aud: [CLIENT.id, 'another'] })],
      ['another nonce', (claims) => ({ ...claims, nonce: 'another' })],
      ['no nonce', ({ nonce, ...claims }) => claims],
      ['no subject', ({ sub, ...claims }) => claims],
      ['a name that cannot be stored', (claims) => ({ ...claims, name: 'a\0b' })],
    ])('an ID token with %s', async (_, alter) => {
      desk.provider.next.alter = alter
      await once(502, /in a way we can/, 'unusable_staff_sign_in')
    })
    test('an ID token that another key signed', async () => {
      desk.provider.next.isForged = true
      await once(502, /in a way we can/, 'unusable_staff_sign_in')
    })
    test('somebody who did not prove again who they are, though they should', async () => {
      desk.provider.next.alter = (claims) => ({ ...claims, auth_time: seconds() - 120 })
      const sentence = /did not ask you to prove who you are again/
      await once(403, sentence, 'stale_staff_sign_in', desk.provider.next.person.sub, '/staff/sign-in?fresh=1')
      desk.provider.next.alter = ({ auth_time, ...claims }) => claims
      await once(403, sentence, 'stale_staff_sign_in', desk.provider.next.person.sub, '/staff/sign-in?fresh=1')
    })
    test('a code that has expired, or was revoked', async () => {
      const browser = desk.browserAt()
      const { callback } = await browser.toProvider()
      const code = await desk.provider.provider.AuthorizationCode.find(new URL(callback).searchParams.get('code') ?? '')
      await code?.destroy()
      desk.log.text = ''
      await desk.expectRefused(await browser.open(callback), browser, 400, /took too long, was finished already/)
      expect(desk.log.text).toContain('400 invalid_grant')
    })
    test('a code of another sign-in', async () => {
      const [browser, other] = [desk.browserAt(), desk.browserAt()]
      const [{ callback }, stolen] = [await browser.toProvider(), await other.toProvider()]
      const url = new URL(callback)
      url.searchParams.set('code', new URL(stolen.callback).searchParams.get('code') ?? '')
      await desk.expectRefused(await browser.open(url.href), browser, 400, /took too long/)
    })
    test('a provider that says it is another', async () => {
      const issuer = desk.settings.issuer.replace('127.0.0.1', 'localhost')
      const special = await desk.open({ ...desk.settings, issuer })
      const browser = desk.browserAt(special)
      await desk.expectRefused(await browser.open('/staff/sign-in'), browser, 502, /in a way we can/)
      await special.close()
    })
    test('an answer of another issuer', async () => {
      const browser = desk.browserAt()
      const url = new URL((await browser.toProvider()).callback)
      url.searchParams.set('iss', 'https://login.example')
      await desk.expectRefused(await browser.open(url.href), browser, 502, /in a way we can/)
    })
  })
})
