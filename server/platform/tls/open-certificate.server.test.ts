import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, request } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { makeCertificate } from '../../testing/index.ts'
import { openCertificate } from './index.ts'

let folder = ''
let lines: string[] = []
const log = { info: (line: string) => lines.push(line), error: (line: string) => lines.push(line) }
const files = () => ({ certFile: join(folder, 'cert.pem'), keyFile: join(folder, 'key.pem') })
const aMinute = () => vi.advanceTimersByTime(60_000)

async function put({ certificate, key }: { readonly certificate: string; readonly key: string }): Promise<void> {
  await writeFile(files().certFile, certificate)
  await writeFile(files().keyFile, key)
}

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  folder = await mkdtemp(join(tmpdir(), 'causeway-tls-'))
  lines = []
})
afterEach(async () => {
  vi.useRealTimers()
  await rm(folder, { recursive: true })
})

test('a newer certificate is used for new connections, and one that cannot be used leaves the one before', async () => {
  const [first, second, third] = [await makeCertificate(), await makeCertificate(), await makeCertificate()]
  await put(first)
  await using opened = new AsyncDisposableStack()
  const certificate = openCertificate(files(), log)
  opened.defer(certificate.close)
  const server = createServer(certificate.pair, (_, reply) => reply.end('here')).listen(0, '127.0.0.1')
  opened.defer(() => void server.close())
  await once(server, 'listening')
  certificate.renewIn(server)
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  /** What a client that trusts this authority alone gets. */
  const asked = async ({ authority }: { readonly authority: string }) => {
    try {
      const asking = request({ host: '127.0.0.1', port, ca: authority, agent: false }).end()
      const [reply] = await once(asking, 'response')
      return await text(reply)
    } catch (error) {
      return Object(error).code
    }
  }
  aMinute()
  expect([await asked(first), await asked(second), lines]).toEqual(['here', expect.stringMatching(/SIGNATURE/), []])

  await writeFile(files().certFile, second.certificate)
  aMinute()
  expect(lines.splice(0)).toEqual([
    expect.stringMatching(
      /^TLS_CERT \S+ and TLS_KEY \S+ are not a certificate and its key \(.+\)\. The one before stays/,
    ),
  ])
  expect(await asked(first)).toBe('here')

  await writeFile(files().keyFile, second.key)
  aMinute()
  expect(lines.splice(0)).toEqual(['TLS_CERT has a newer certificate, which new connections get.'])
  expect([await asked(first), await asked(second)]).toEqual([expect.stringMatching(/SIGNATURE/), 'here'])
  expect(certificate.pair.key.toString(), 'what a server starts with that begins now').toBe(second.key)

  await rm(files().keyFile)
  aMinute()
  expect(lines.splice(0)).toEqual([
    expect.stringMatching(/^TLS_KEY \S+ cannot be read \(ENOENT\)\. The one before stays/),
  ])
  await put(third)
  aMinute()
  expect(await asked(third)).toBe('here')
})

test('files without a certificate and its key do not start', async () => {
  const [one, other] = [await makeCertificate(), await makeCertificate()]
  for (const [given, sentence] of [
    [
      { ...one, key: other.key },
      /^TLS_CERT \S+ and TLS_KEY \S+ are not a certificate and its key \(ERR_OSSL_X509_KEY_/,
    ],
    [{ ...one, certificate: 'nothing' }, /are not a certificate and its key \(ERR_OSSL_PEM_NO_START_LINE\)\.$/],
    [{ ...one, key: '' }, /are not a certificate and its key \([^\n]+\)\.$/],
  ] as const) {
    await put(given)
    expect(() => openCertificate(files(), log)).toThrow(sentence)
  }
})

test('two weeks before it ends there is a warning', async () => {
  await put(await makeCertificate()) // for two days
  const certificate = openCertificate(files(), log)
  certificate.close()
  const [sentence] = certificate.warnings(new Date())
  expect(sentence).toMatch(/^The certificate in TLS_CERT is valid until 20\d\d-\S+Z: put a newer one there\.$/)
  expect(certificate.warnings(new Date(Date.now() - 13 * 24 * 60 * 60 * 1000))).toEqual([])
})
