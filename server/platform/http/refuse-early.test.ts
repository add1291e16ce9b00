import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { paths } from '../../../api/index.ts'
import { silentLog } from '../../testing/index.ts'
import { readSettings } from '../settings/index.ts'
import { type App, createApp, serveCall } from './index.ts'

describe('requests of other sites', () => {
  const BASE_URL = 'https://apply.bridger.example'
  let app: App

  beforeAll(async () => {
    const applicant = { accountId: '1', owner: '1', username: 'ada', sessionId: '2' }
    const sessions = { applicantOf: async () => applicant, expiredCookies: [] }
    app = await createApp({ ...readSettings({}), baseUrl: BASE_URL }, sessions, silentLog)
    serveCall(app, 'login', async ({ body }) => ({ message: 'Done.', username: body.username }))
    serveCall(app, 'logout', async () => ({ message: 'Done.' }))
    serveCall(app, 'tabs', async () => ({}))
  })
  afterAll(() => app.close())

  const host = 'localhost:3000'
  type Headers = Readonly<Record<string, string>>

  /** What the browser says about a request's origin, and whether it may change state (docs/decisions/0023). */
  const cases: readonly (readonly [string, Headers, allowed: boolean])[] = [
    ['nothing, as a program or an old browser', {}, true],
    ['the same origin', { 'sec-fetch-site': 'same-origin', origin: `https://${host}` }, true],
    ['the same origin without an Origin', { 'sec-fetch-site': 'same-origin' }, true],
    ['an old browser, the same host', { origin: `https://${host}` }, true],
    ['our host without TLS', { origin: `http://${host}` }, false],
    [
      'a proxy that says another Host',
      { 'sec-fetch-site': 'same-origin', origin: BASE_URL, host: '10.0.0.5:3000' },
      true,
    ],
    ['the same from an old browser', { origin: BASE_URL, host: 'causeway' }, true],
    ['another site through such a proxy', { origin: 'https://evil.example', host: 'causeway' }, false],
    ['our name without TLS through it', { origin: 'http://apply.bridger.example', host: 'causeway' }, false],
    ['our name with another port through it', { origin: `${BASE_URL}:8443`, host: 'causeway' }, false],
    ['another site', { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }, false],
    ['another site that hides its origin', { 'sec-fetch-site': 'cross-site' }, false],
    ['a sister of this host', { 'sec-fetch-site': 'same-site', origin: 'http://evil.localhost:3000' }, false],
    ['a bookmark or the address bar', { 'sec-fetch-site': 'none' }, false],
    ['an old browser, another site', { origin: 'https://evil.example' }, false],
    ['an old browser, another port', { origin: 'http://localhost:3001' }, false],
    ['an old browser, a name that begins like ours', { origin: `http://${host}.evil.example` }, false],
    ['a sandboxed frame', { origin: 'null' }, false],
    ['an invalid origin', { origin: host }, false],
    ['the same origin said, another meant', { 'sec-fetch-site': 'same-origin', origin: 'https://evil.example' }, false],
    ['two sites said at once', { 'sec-fetch-site': 'same-origin, cross-site' }, false],
  ]

  const ask = async (method: 'GET' | 'HEAD' | 'POST', url: string, headers: Headers) => {
    const payload = method === 'POST' ? { payload: '{"username":"a","password":"b"}' } : {}
    const sent = { host, 'content-type': 'application/json', ...headers }
    const reply = await app.inject({ method, url, headers: sent, ...payload })
    return { status: reply.statusCode, code: method === 'HEAD' ? undefined : reply.json().code }
  }

  test.each(cases)('%s', async (_, headers, allowed) => {
    const outcome = allowed ? { status: 200, code: undefined } : { status: 403, code: 'cross_site' }
    expect(await ask('POST', paths.login.path, headers)).toEqual(outcome)
    // Logging out is a GET (requirement 7.logout.1); the same rule applies however its address is spelled.
    for (const path of [paths.logout.path, `${paths.logout.path}?x=1`, '/api/%6cogout', '/api/l%6Fgout']) {
      expect(await ask('GET', path, headers), path).toEqual(outcome)
    }
    expect((await ask('HEAD', paths.logout.path, headers)).status).toBe(outcome.status)
    // Reading needs no check: browsers do not let another site read the reply.
    expect(await ask('GET', paths.tabs.path, headers)).toEqual({ status: 200, code: undefined })
  })

  test('no reply lets another site read it', async () => {
    const headers = { host, origin: 'https://evil.example', 'access-control-request-method': 'PUT' }
    for (const method of ['GET', 'OPTIONS'] as const) {
      const reply = await app.inject({ method, url: paths.tabs.path, headers })
      expect(Object.keys(reply.headers).filter((name) => name.startsWith('access-control'))).toEqual([])
    }
  })
})

describe('the host name of the staff desk', () => {
  const HOST = 'staff.bridger.example'
  const settings = readSettings({ BASE_URL: 'https://apply.bridger.example' })
  let hidden: App
  let everywhere: App

  const open = async (staffHost: string | undefined) => {
    const sessions = { applicantOf: async () => undefined, expiredCookies: [] }
    const app = await createApp({ ...settings, staffHost }, sessions, silentLog)
    app.get('/*', async () => 'page')
    app.get('/staff/sign-in', { config: { drawRefusal: () => 'page of a refusal' } }, async () => 'sign-in')
    return app
  }

  beforeAll(async () => {
    hidden = await open(HOST)
    everywhere = await open(undefined)
  })

  afterAll(async () => {
    await hidden.close()
    await everywhere.close()
  })

  const at = (app: App, url: string, headers: Readonly<Record<string, string>>) => app.inject({ url, headers })

  test.each(['/staff', '/staff/', '/staff/x', '/staff?x=1', '/%73taff/x', '//staff/x', '/STAFF', '/staff/sign-in'])(
    '%s is found under the host of the desk alone',
    async (url) => {
      for (const headers of [
        { host: 'apply.bridger.example' },
        { host: `${HOST}.evil.example` },
        { host: 'apply.bridger.example', 'x-forwarded-host': HOST },
      ]) {
        const reply = await at(hidden, url, headers)
        expect([reply.statusCode, reply.json().code], headers.host).toEqual([404, 'not_found'])
      }
      for (const host of [HOST, 'Staff.Bridger.example', `${HOST}:8443`])
        expect((await at(hidden, url, { host })).statusCode, host).toBe(200)
      expect((await at(everywhere, url, { host: 'apply.bridger.example' })).statusCode).toBe(200)
    },
  )

  test.each(['/', '/about', '/staffing', '/x/staff'])('%s is found everywhere', async (url) => {
    for (const host of [HOST, 'apply.bridger.example']) expect((await at(hidden, url, { host })).statusCode).toBe(200)
  })
})
