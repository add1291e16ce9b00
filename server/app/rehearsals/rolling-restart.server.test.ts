import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import tls from 'node:tls'
import { afterAll, describe, expect, inject, test, vi } from 'vitest'
import {
  applicantAt,
  freePort,
  keyForTests,
  makeCertificate,
  PATIENCE,
  type Program,
  startPostgres,
  startProgram,
  startProxy,
} from '../../testing/index.ts'

describe.each(['http', 'https'] as const)('servers that a proxy reaches by %s', async (protocol) => {
  const ports = [await freePort(), await freePort()]
  const own = await makeCertificate()
  const authority = protocol === 'https' && { serverAuthority: own.authority }
  const proxies: Record<string, Awaited<ReturnType<typeof startProxy>>> = {}
  for (const kind of ['nginx', 'caddy'] as const) {
    proxies[kind] = await startProxy(kind, { port: await freePort(), servers: ports, ...authority })
  }
  const [reason] = [inject('postgres'), ...Object.values(proxies)].flatMap((each) =>
    'skipped' in each ? [each.skipped] : [],
  )
  const postgres = reason === undefined ? await startPostgres() : { skipped: reason }
  if (reason !== undefined) console.log(`Rehearsal of a rolling restart by ${protocol} skipped: ${reason}`)

  describe.skipIf(reason !== undefined)('two servers restart one after the other', { timeout: 600_000 }, () => {
    let folder = ''
    const programs: Program[] = []
    afterAll(async () => {
      for (const program of programs) if (program.isRunning()) await program.kill()
      for (const proxy of Object.values(proxies)) if (!('skipped' in proxy)) await proxy.stop()
      if (!('skipped' in postgres)) await postgres.stop()
      await rm(folder, { recursive: true, force: true })
    })
    const start = async (port: number) => {
      if ('skipped' in postgres) throw new Error(postgres.skipped)
      const program = await startProgram('main.ts', {
        ...{ DATABASE_URL: postgres.url, SECRET_KEY: keyForTests, TRUST_PROXY: '1', DRAIN_SECONDS: '5' },
        ...{ PORT: String(port), DATA_DIR: join(folder, 'data', String(port)), BASE_URL: 'https://apply.example.edu' },
        ...(protocol === 'https' && { TLS_CERT: join(folder, 'cert.pem'), TLS_KEY: join(folder, 'key.pem') }),
        JOBS: 'off',
      })
      programs.push(program)
      await vi.waitUntil(async () => (await fetch(`${protocol}://127.0.0.1:${port}/readyz`)).status === 200, PATIENCE)
      return program
    }

    test('behind nginx and behind Caddy no request fails and every acknowledged save is stored', async () => {
      if ('skipped' in postgres) return
      folder = await mkdtemp(join(tmpdir(), 'causeway-rolling-'))
      await writeFile(join(folder, 'cert.pem'), own.certificate)
      await writeFile(join(folder, 'key.pem'), own.key)
      tls.setDefaultCACertificates([...tls.getCACertificates('default'), own.authority])
      const servers = [await start(ports[0] ?? 0), await start(ports[1] ?? 0)]
      programs.push(
        await startProgram('worker.ts', {
          ...{ DATABASE_URL: postgres.url, SECRET_KEY: keyForTests, DATA_DIR: join(folder, 'worker') },
        }),
      )
      for (const [kind, proxy] of Object.entries(proxies)) {
        if ('skipped' in proxy) continue
        tls.setDefaultCACertificates([...tls.getCACertificates('default'), proxy.authority])
        await vi.waitUntil(async () => (await fetch(`${proxy.address}/healthz`)).status === 200, PATIENCE)
        const applicant = await applicantAt(proxy.address, join(folder, 'worker'), `${kind}@mail.example`)
        const visitor = await applicantAt(proxy.address, join(folder, 'worker'), `${kind}-visitor@mail.example`)
        const traffic = startTraffic(applicant, visitor, proxy.address)
        await sleep(500)
        const restartBegins = performance.now()
        for (const [index, port] of ports.entries()) {
          expect(await servers[index]?.stop()).toBe(0)
          servers[index] = await start(port)
          // Caddy looks for servers every two seconds.
          await sleep(3000)
        }
        const seconds = (performance.now() - restartBegins) / 1000
        const { failed, requests, last } = await traffic.stop()
        console.log(
          `Rolling restart behind ${kind}, by ${protocol}: ${seconds.toFixed(0)} s, ${requests} requests, ${failed.length} failed`,
        )
        expect(failed).toEqual([])
        expect(requests).toBeGreaterThan(100)
        expect((await applicant.call('GET', '/api/profile')).body.answer).toMatchObject(last)
      }
    })
  })
})

type Applicant = Awaited<ReturnType<typeof applicantAt>>

/**
 * Four writers, one reader of pages and profiles, and two who log in again and again, without a pause until stopped. A
 * log-in is a POST, which a proxy must not repeat.
 */
function startTraffic(applicant: Applicant, visitor: Applicant, address: string) {
  let isDone = false
  let requests = 0
  const failed: string[] = []
  const last: Record<string, string> = {}
  const repeat = async (name: string, once: (count: number) => Promise<number>) => {
    for (let count = 0; !isDone; count += 1) {
      const status = await once(count).catch((error) => String(error.cause ?? error))
      requests += 1
      if (status !== 200) failed.push(`${name}: ${status}`)
    }
  }
  const all = Promise.all([
    ...['first_name', 'middle_name', 'last_name', 'city'].map((key) =>
      repeat(`save ${key}`, async (count) => {
        const { status } = await applicant.call('PUT', '/api/answer', { [key]: `${key} ${count}` })
        if (status === 200) last[key] = `${key} ${count}`
        return status
      }),
    ),
    ...['one', 'two'].map((who) => repeat(`log in ${who}`, async () => (await visitor.logIn()).status)),
    repeat('page', async () => (await fetch(`${address}/about`)).status),
    repeat('profile', async () => (await applicant.call('GET', '/api/profile')).status),
  ])
  const stop = async () => {
    isDone = true
    await all
    return { failed, requests, last }
  }
  return { stop }
}
