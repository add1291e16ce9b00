import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { request } from 'node:https'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { connect as connectTls } from 'node:tls'
import { expect, inject, test } from 'vitest'
import { copyDatabase, freePort, makeCertificate, startProgram } from '../testing/index.ts'

test('a server with a certificate speaks HTTPS alone, also to who collects metrics from another machine', async () => {
  await using opened = new AsyncDisposableStack()
  const dataDir = await mkdtemp(join(tmpdir(), 'causeway-https-'))
  opened.defer(() => rm(dataDir, { recursive: true }))
  await copyDatabase(inject('embeddedTemplate'), dataDir)
  const { authority, certificate, key } = await makeCertificate()
  await writeFile(join(dataDir, 'cert.pem'), certificate)
  await writeFile(join(dataDir, 'key.pem'), key)
  const [port, metricsPort] = [await freePort(), await freePort()]
  const server = await startProgram('main.ts', {
    ...{ DATA_DIR: dataDir, PORT: String(port), METRICS: `0.0.0.0:${metricsPort}`, LOG_LEVEL: 'info' },
    ...{ TLS_CERT: join(dataDir, 'cert.pem'), TLS_KEY: join(dataDir, 'key.pem'), REQUIRE_TLS: 'on' },
    BASE_URL: 'https://apply.example.edu',
  })
  opened.defer(server.kill)

  const ask = async (path: string, at = port) => {
    const [reply] = await once(request({ host: '127.0.0.1', port: at, path, ca: authority }).end(), 'response')
    return [reply.statusCode, await text(reply)]
  }
  expect(await ask('/readyz')).toEqual([200, '{"ready":true,"missing":[]}'])
  expect(await ask('/metrics', metricsPort)).toEqual([200, expect.stringContaining('causeway_info{')])

  // Who knows nothing of TLS gets no answer, and nobody else notices.
  const plain = connect(port, '127.0.0.1')
  plain.end('GET /readyz HTTP/1.1\r\nHost: x\r\n\r\n')
  expect(await text(plain).catch(() => '')).not.toContain('ready')
  for (const highest of ['TLSv1', 'TLSv1.1'] as const) {
    const old = connectTls({ port, host: '127.0.0.1', ca: authority, minVersion: 'TLSv1', maxVersion: highest })
    await expect(once(old, 'secureConnect')).rejects.toThrow()
  }

  // A request in hand has its reply when the server is told to stop.
  const socket = connectTls({ port, host: '127.0.0.1', ca: authority })
  await once(socket, 'secureConnect')
  socket.write('POST /public/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{')
  await sleep(200)
  const stopped = server.stop()
  await sleep(200)
  socket.end('}')
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 4\d\d /)
  expect(await stopped).toBe(0)
  expect(server.output()).not.toMatch(/"level":[56]0/)
})
