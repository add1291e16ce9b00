import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { freePort, onOneDatabase } from '../../../testing/index.ts'
import { staffLinkCommand } from '../index.ts'
import { BASE_URL, type BrowserForTests, CLIENT, deskForTests, SESSION, seconds } from './testing/index.ts'

onOneDatabase('signing staff out with a provider', (on) => {
  const desk = deskForTests(on)

  /** Signs out at the desk; where the browser goes then. */
  async function signOut(browser: BrowserForTests): Promise<string | null> {
    const cookie = [...browser.jarOf(BASE_URL)].map((pair) => pair.join('=')).join('; ')
    const { status, body } = await desk.app.call(undefined, 'POST', '/staff/api/sign-out', undefined, { cookie })
    expect(status).toBe(200)
    return body.next
  }

  test('who signs out does so at the provider too, which ends what else it began there', async () => {
    const [browser, second] = [desk.browserAt(), desk.browserAt()]
    await browser.signIn()
    // Another browser with the same session at the provider.
    for (const [name, value] of browser.jarOf(desk.settings.issuer)) second.jarOf(desk.settings.issuer).set(name, value)
    await second.signIn()
    const stranger = desk.browserAt()
    await stranger.signIn()
    const next = (await signOut(browser)) ?? ''
    expect((await browser.session()).status).toBe(401)
    expect((await second.session()).status).toBe(200)
    const form = await browser.open(next)
    const xsrf = /name="xsrf" value="(\w+)"/.exec(form.text)?.[1] ?? ''
    const confirmed = await browser.open(new URL('/session/end/confirm', next).href, { xsrf, logout: 'yes' })
    expect(confirmed.location).toBe(`${BASE_URL}/staff`)
    expect((await second.session()).status).toBe(401)
    // The same person, but another session at the provider.
    expect((await stranger.session()).status).toBe(200)
    const ended = (await desk.recorded(String(await desk.idOf()))).filter(({ action }) => action === 'staff signed out')
    expect(ended.map(({ detail }) => Object(detail).by)).toEqual([undefined, 'provider'])
  })

  test('who signed in with a link, or while the provider is away, signs out at the desk alone', async () => {
    const made = await staffLinkCommand(desk.deps, ['Ben Ode', '--role', 'viewer', '--by', 'Ann', '--emergency'])
    const [origin, token = ''] = made.url.split('#')
    expect(origin).toBe(`${BASE_URL}/staff/link`)
    const used = await desk.app.call(undefined, 'POST', '/staff/api/link', { token })
    const browser = desk.browserAt()
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(used.headers.getSetCookie()[0] ?? '') ?? []
    browser.jarOf(BASE_URL).set(name, value)
    expect(await signOut(browser)).toBeNull()
    const special = await desk.open({ ...desk.settings, issuer: `http://127.0.0.1:${await freePort()}` })
    const other = desk.browserAt(special)
    await browser.signIn()
    other.jarOf(BASE_URL).set(SESSION, browser.jarOf(BASE_URL).get(SESSION) ?? '')
    const cookie = `${SESSION}=${other.jarOf(BASE_URL).get(SESSION)}`
    const reply = await special.call(undefined, 'POST', '/staff/api/sign-out', undefined, { cookie })
    expect(reply).toMatchObject({ status: 200, body: { next: null } })
    expect((await browser.session()).status).toBe(401)
    await special.close()
  })

  describe('a logout token', () => {
    const EVENT = 'http://schemas.openid.net/event/backchannel-logout'
    const claimsFor = (more: Readonly<Record<string, unknown>>) => ({
      iss: desk.settings.issuer,
      aud: CLIENT.id,
      iat: seconds(),
      exp: seconds() + 120,
      jti: randomUUID(),
      events: { [EVENT]: {} },
      ...more,
    })
    const send = async (token: string, headers: Readonly<Record<string, string>> = {}) => {
      const body = new URLSearchParams({ logout_token: token })
      return fetch(`${desk.app.address}/staff/back-channel-logout`, { method: 'POST', body, headers })
    }
    const signedInTwice = async () => {
      const browsers = [desk.browserAt(), desk.browserAt()]
      for (const browser of browsers) await browser.signIn()
      return async () => Promise.all(browsers.map(async (each) => (await each.session()).status))
    }

    test('of a person ends all their sessions, and of a session that one alone', async () => {
      const statuses = await signedInTwice()
      const stranger = desk.browserAt()
      const { sub } = desk.provider.next.person
      desk.provider.next.person = { ...desk.provider.next.person, sub: randomUUID() }
      await stranger.signIn()
      const [first] = await desk.deps.database.db
        .selectFrom('staff_session')
        .innerJoin('staff_person', 'staff_person.id', 'person_id')
        .select('provider_session')
        .where('subject', '=', sub)
        .orderBy('staff_session.id')
        .execute()
      const sid = first?.provider_session ?? ''
      expect((await send(await desk.provider.signed(claimsFor({ sid })))).status).toBe(200)
      expect(await statuses()).toEqual([401, 200])
      expect((await send(await desk.provider.signed(claimsFor({ sub })))).status).toBe(200)
      expect(await statuses()).toEqual([401, 401])
      expect((await stranger.session()).status).toBe(200)
    })

    test('is accepted from wherever the provider sends it, and nothing else is', async () => {
      const { sub } = desk.provider.next.person
      const foreign = { 'sec-fetch-site': 'cross-site', origin: 'https://login.example' }
      const statuses = await signedInTwice()
      expect((await send(await desk.provider.signed(claimsFor({ sub })), foreign)).status).toBe(200)
      expect(await statuses()).toEqual([401, 401])
      const posts = [...desk.app.app.servedRoutes().keys()].filter((route) => route.startsWith('POST '))
      const paths = posts
        .map((route) => route.slice(5).replace(/:\w+/g, '1'))
        .filter((path) => !path.endsWith('-logout'))
      expect(paths.length).toBeGreaterThan(2)
      for (const path of paths)
        expect(await desk.app.call(undefined, 'POST', path, {}, foreign), path).toMatchObject({
          status: 403,
          body: { code: 'cross_site' },
        })
    })

    test('is refused the second time', async () => {
      const token = await desk.provider.signed(claimsFor({ sub: desk.provider.next.person.sub }))
      expect((await send(token)).status).toBe(200)
      const statuses = await signedInTwice()
      expect((await send(token)).status).toBe(400)
      expect(await statuses()).toEqual([200, 200])
      // Of two that come at the same time one counts.
      const again = await desk.provider.signed(claimsFor({ sub: desk.provider.next.person.sub }))
      const replies = await Promise.all([send(again), send(again), send(again)])
      expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 400, 400])
    })

    test.each<[string, Readonly<Record<string, unknown>>]>([
      ['of another issuer', { iss: 'https://login.example' }],
      ['for another audience', { aud: 'another' }],
      ['of an hour ago', { iat: seconds() - 3600 }],
      ['of the future', { iat: seconds() + 3600 }],
      ['that has expired', { exp: seconds() - 90 }],
      ['without a time', { iat: undefined }],
      ['without an id', { jti: undefined }],
      ['without an event', { events: undefined }],
      ['of another event', { events: { 'http://schemas.openid.net/event/other': {} } }],
      ['with a nonce, as an ID token', { nonce: 'n' }],
      ['of nobody', { sub: undefined }],
      ['of somebody who cannot be stored', { sub: 'a\0b' }],
    ])('%s is refused', async (_, more) => {
      const statuses = await signedInTwice()
      const reply = await send(await desk.provider.signed(claimsFor({ sub: desk.provider.next.person.sub, ...more })))
      expect({ status: reply.status, ...JSON.parse(await reply.text()) }).toMatchObject({
        status: 400,
        code: 'refused_logout_token',
      })
      expect(await statuses()).toEqual([200, 200])
    })

    test('that another key signed, or nobody, or that is another token, is refused', async () => {
      const statuses = await signedInTwice()
      const claims = claimsFor({ sub: desk.provider.next.person.sub })
      desk.provider.next.isForged = true
      const forged = await desk.provider.signed(claims)
      const [, body] = forged.split('.')
      const none = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${body}.`
      desk.provider.next.isForged = false
      const access = await desk.provider.signed(claims, 'at+jwt')
      for (const token of [forged, access, none, '', 'text', 'a.b.c'])
        expect((await send(token)).status, token).toBe(400)
      expect((await fetch(`${desk.app.address}/staff/back-channel-logout`, { method: 'POST' })).status).toBe(400)
      expect((await send('x'.repeat(20_000))).status).toBe(413)
      expect(await statuses()).toEqual([200, 200])
    })
  })
})
