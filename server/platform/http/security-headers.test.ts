import { once } from 'node:events'
import { connect } from 'node:net'
import { pino } from 'pino'
import { describe, expect, test } from 'vitest'
import { readSettings } from '../settings/index.ts'
import { createApp, createLog, refusal, refuse } from './index.ts'
import { nonceOf } from './security-headers.ts'

/** An app for applicants who see this origin, and the lines of its log. */
async function appAt(baseUrl: string) {
  const lines: string[] = []
  const log = createLog({ logLevel: 'info' }, { stream: { write: (line) => void lines.push(line) } })
  const sessions = { applicantOf: async () => undefined, expiredCookies: [] }
  const app = await createApp({ ...readSettings({}), baseUrl }, sessions, log)
  app.get('/page', async () => ({}))
  app.post('/refused', (_, reply) => refuse(reply, refusal('wrong_credentials')))
  return { app, lines: () => lines.map((line) => JSON.parse(line)) }
}

const https = 'https://apply.example.edu'

test.each([
  [https, 'max-age=31536000; includeSubDomains'],
  ['http://localhost:3000', undefined],
])(
  'at %s every reply, even one that is sent before any hook, has Strict-Transport-Security: %s',
  async (at, policy) => {
    const { app } = await appAt(at)
    for (const url of ['/page', '/nothing', '/../page', '/%E0%A4%A'])
      expect((await app.inject({ url })).headers['strict-transport-security'], url).toBe(policy)
    await app.listen({ port: 0, host: '127.0.0.1' })
    const address = app.server.address()
    const socket = connect(typeof address === 'object' ? (address?.port ?? 0) : 0, '127.0.0.1')
    await once(socket, 'connect')
    socket.end('not HTTP\r\n\r\n')
    const reply = Buffer.concat(await socket.toArray()).toString()
    expect(/^strict-transport-security: (.*)$/m.exec(reply)?.[1]?.trim()).toBe(policy)
    await app.close()
  },
)

test.each(['/page', '/nothing', '/../page', '/%E0%A4%A'])(
  '%s can neither be framed, sniffed, cached nor named to other sites',
  async (url) => {
    const { headers } = await (await appAt(https)).app.inject({ url })
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
      'x-frame-options': 'DENY',
    })
    for (const directive of ["default-src 'none'", "base-uri 'none'", "frame-ancestors 'none'"])
      expect(headers['content-security-policy']).toContain(directive)
  },
)

test('all 128 bits of a nonce are random', () => {
  const nonces = Array.from({ length: 200 }, () => nonceOf({}))
  for (const nonce of nonces) expect(nonce).toMatch(/^[\da-f]{32}$/)
  // A UUID repeats some of its digits.
  for (let place = 0; place < 32; place += 1) {
    expect(new Set(nonces.map((nonce) => nonce[place])).size, String(place)).toBeGreaterThan(8)
  }
})

test('TRACE is not served, so that no script reads a cookie in its echo', async () => {
  const { app } = await appAt(https)
  await app.listen({ port: 0, host: '127.0.0.1' })
  const address = app.server.address()
  const socket = connect(typeof address === 'object' ? (address?.port ?? 0) : 0, '127.0.0.1')
  await once(socket, 'connect')
  socket.end('TRACE /page HTTP/1.1\r\nHost: x\r\nCookie: session=secret\r\nConnection: close\r\n\r\n')
  const reply = Buffer.concat(await socket.toArray()).toString()
  expect(reply).toMatch(/^HTTP\/1\.1 4\d\d /)
  expect(reply).not.toContain('secret')
  await app.close()
})

test('the log says with a code why a request was refused, and nothing else about it', async () => {
  const { app, lines } = await appAt(https)
  await app.inject({ url: '/page' })
  await app.inject({ method: 'POST', url: '/refused', payload: { password: 'Larch-and-snow 2027' } })
  await app.inject({ method: 'POST', url: '/refused', headers: { origin: 'https://other.example' } })
  expect(lines().map(({ route, status, code }) => ({ route, status, code }))).toEqual([
    { route: '/page', status: 200, code: undefined },
    { route: '/refused', status: 400, code: 'wrong_credentials' },
    { route: '/refused', status: 403, code: 'cross_site' },
  ])
  expect(JSON.stringify(lines())).not.toMatch(/Larch|other\.example/)
})

describe('the server', () => {
  test.each(['2', '45', '330'])('with REQUEST_SECONDS=%s no request may take longer to arrive', async (seconds) => {
    const sessions = { applicantOf: async () => undefined, expiredCookies: [] }
    const settings = readSettings({ REQUEST_SECONDS: seconds })
    const { server } = await createApp(settings, sessions, createLog({ logLevel: 'silent' }))
    // Node gives the whole request the longer of the two.
    expect(Math.max(server.headersTimeout, server.requestTimeout)).toBe(Number(seconds) * 1000)
  })
})

describe('the warning of a proxy', () => {
  test.each<[false | number, Record<string, string>, number]>([
    [false, {}, 0],
    [false, { 'x-forwarded-for': '192.0.2.1' }, 1],
    [1, { 'x-forwarded-for': '192.0.2.1' }, 0],
  ])('with TRUST_PROXY %s and the headers %o the warning is logged %i times', async (trustProxy, headers, times) => {
    const lines: string[] = []
    const log = pino({ level: 'warn' }, { write: (line: string) => lines.push(line) })
    const sessions = { applicantOf: async () => undefined, expiredCookies: [] }
    const app = await createApp({ ...readSettings({}), trustProxy }, sessions, log)
    for (let request = 0; request < 3; request += 1) await app.inject({ url: '/healthz', headers })
    await app.close()
    expect(lines.filter((line) => line.includes('TRUST_PROXY is off'))).toHaveLength(times)
    expect(lines.join('')).not.toContain('192.0.2.1')
  })
})
