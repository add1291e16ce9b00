import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import tls from 'node:tls'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import {
  applicantAt,
  freePort,
  makeCertificate,
  PATIENCE,
  type Program,
  startProgram,
  startProxy,
} from '../testing/index.ts'
import { pdfOf } from '../testing/sample-files/index.ts'

/** Our example of each proxy before a real server. */
describe.each([
  ['nginx', 'http'],
  ['nginx', 'https'],
  ['caddy', 'http'],
  ['caddy', 'https'],
] as const)('behind %s, which reaches it by %s', async (kind, protocol) => {
  const ports = { proxy: await freePort(), server: await freePort() }
  const own = await makeCertificate()
  const proxy = await startProxy(kind, {
    ...{ port: ports.proxy, servers: [ports.server] },
    ...(protocol === 'https' && { serverAuthority: own.authority }),
  })
  if ('skipped' in proxy) console.log(`Tests behind ${kind} skipped: ${proxy.skipped}`)

  describe.skipIf('skipped' in proxy)('with TLS', () => {
    if ('skipped' in proxy) return
    const { address } = proxy
    let folder = ''
    let server: Program
    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), `causeway-behind-${kind}-`))
      await writeFile(join(folder, 'limits.json'), JSON.stringify({ client_error: { most: 2, seconds: 900 } }))
      await writeFile(join(folder, 'cert.pem'), own.certificate)
      await writeFile(join(folder, 'key.pem'), own.key)
      tls.setDefaultCACertificates([...tls.getCACertificates('default'), proxy.authority, own.authority])
      server = await startProgram('main.ts', {
        ...{ PORT: String(ports.server), BASE_URL: address, TRUST_PROXY: '1' },
        ...{ DATA_DIR: join(folder, 'data'), LIMITS_FILE: join(folder, 'limits.json') },
        ...(protocol === 'https' && { TLS_CERT: join(folder, 'cert.pem'), TLS_KEY: join(folder, 'key.pem') }),
      })
      // Caddy looks for servers every two seconds.
      await vi.waitUntil(async () => (await fetch(`${address}/healthz`)).status === 200, PATIENCE)
    })
    afterAll(async () => {
      await server?.kill()
      await proxy.stop()
      await rm(folder, { recursive: true, force: true })
    })

    test('an applicant saves, uploads and opens a document', async () => {
      const applicant = await applicantAt(address, join(folder, 'data'))
      const saved = await applicant.call('PUT', '/api/answer', { us_citizen: 'N', perm_resident: 'N' })
      expect(saved.status).toBe(200)
      await applicant.attach('stopintl_copy', 'visa.pdf', await pdfOf('A visa'))
      await vi.waitUntil(async () => (await applicant.conversion('stopintl_copy')) === 'COMPLETED', PATIENCE)
      const { url } = (await applicant.call('GET', '/api/pdf/document-answer/stopintl_copy')).body
      expect(url).toMatch(/^\/documents\//)
      expect((await fetch(address + url)).status).toBe(200)
    })

    test('a page has the headers of the server and HSTS, and is not found without TLS', async () => {
      const page = await fetch(`${address}/about`)
      expect(page.status).toBe(200)
      expect(page.headers.get('strict-transport-security')).toMatch(/^max-age=31536000; includeSubDomains$/)
      expect(page.headers.get('content-security-policy')).toContain("default-src 'none'")
      const plain = await fetch(`${proxy.plainAddress}/about`, { redirect: 'manual' })
      expect(plain.status).toBe(308)
      expect(plain.headers.get('location')).toMatch(/^https:\/\/localhost.*\/about$/)
    })

    test('the state of one server is not public', async () => {
      expect((await fetch(`${address}/readyz`)).status).toBe(404)
      expect((await fetch(`${protocol}://127.0.0.1:${ports.server}/readyz`)).status).toBe(200)
    })

    test('a body larger than any file is refused', async () => {
      const request = { method: 'POST', headers: { 'content-type': 'application/json' } }
      const body = JSON.stringify('x'.repeat(13 * 1024 * 1024))
      expect((await fetch(`${address}/public/signup`, { ...request, body })).status).toBe(413)
    })

    test('X-Forwarded-For of the browser is replaced, so nobody escapes a limit with it', async () => {
      const report = (from: string) =>
        fetch(`${address}/public/client-error`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'x-forwarded-for': from },
          body: JSON.stringify({ message: 'It broke.', route: '/about', release: '1' }),
        })
      const replies = []
      for (const from of ['192.0.2.1', '192.0.2.2', '192.0.2.3']) replies.push((await report(from)).status)
      expect(replies.at(-1)).toBe(429)
    })

    test('the access log has every request and no token, address of a person or file', async () => {
      const secret = 'S3cr3t-and-known'
      for (const path of [
        `/about?token=${secret}`,
        `/about?service_token=${secret}`,
        `/reset?username=${secret}%40mail.example&id=${secret}`,
        `/public/tmp?token=${secret}`,
        `/service/tmp-pdf?service_token=${secret}`,
        `/lookup/find?text=${secret}`,
        `/copies/${secret}/1/${secret}`,
        `/documents/application-pdf/${secret}/1/${secret}`,
        `/documents/${secret}/1/${secret}`,
      ]) {
        await fetch(address + path, { headers: { referer: `${address}/about?token=${secret}`, cookie: secret } })
      }
      await vi.waitUntil(() => proxy.accessLog().includes('/documents/'), PATIENCE)
      const log = proxy.accessLog()
      for (const path of ['/about', '/reset', '/public/tmp', '/copies/', '/api/answer', '/uploads'])
        expect(log).toContain(path)
      expect(log).not.toMatch(/S3cr3t|maya|mail\.example|\?|token|cookie/i)
      expect(log).not.toMatch(/\/documents\/[0-9a-f]/)
    })

    test('without a server, whoever comes is asked to come back', async () => {
      await server.stop()
      await vi.waitFor(async () => {
        const reply = await fetch(`${address}/api/profile`)
        expect(reply.status).toBe(503)
        expect(Object.fromEntries(reply.headers)).toMatchObject({
          ...{ 'retry-after': '10', 'cache-control': 'no-store' },
          'strict-transport-security': 'max-age=31536000; includeSubDomains',
        })
        expect(await reply.text()).toContain('Please try again in a minute.')
      }, PATIENCE)
    })
  })
})
