import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { applicationRoutes } from '../applying/applications/index.ts'
import { type App, createApp, createLoad } from '../platform/http/index.ts'
import { createKeyRing } from '../platform/secrets/index.ts'
import { healthRoutes } from '../running/health/index.ts'
import { formOf, readInstitution } from '../running/institution/index.ts'
import { databasesForTests, silentLog } from '../testing/index.ts'
import { serveSite } from './serve-site.ts'

const MOST = 3

databasesForTests(
  'a server with as many calls in hand as it can answer soon',
  (on) => {
    let app: App
    let address = ''
    const load = createLoad(MOST)
    const call = async (method: string, path: string, body?: unknown) => {
      const headers = { 'content-type': 'application/json' }
      const payload = body === undefined ? {} : { body: JSON.stringify(body) }
      const reply = await fetch(`${address}${path}`, { method, headers, ...payload })
      return { status: reply.status, headers: reply.headers, text: await reply.text() }
    }
    const save = (first_name: string) => call('PUT', '/api/answer', { first_name })

    beforeAll(async () => {
      const { settings, database } = on
      const institution = readInstitution(settings)
      const applications = {
        database,
        keyRing: createKeyRing(settings),
        form: formOf(institution),
        institution,
        now: () => new Date(),
      }
      const applicant = { accountId: randomUUID(), owner: '', username: 'ada@mail.example', sessionId: randomUUID() }
      app = await createApp(settings, { applicantOf: async () => applicant, expiredCookies: [] }, silentLog, {
        load,
      })
      healthRoutes(app, {
        database,
        storage: { checkAccess: async () => {}, trouble: () => undefined },
        dataDir: settings.dataDir,
      })
      applicationRoutes(app, applications)
      const page = { institution, identity_cookie_prefix: 'Id', release: '1', today: '2026-11-21' }
      await serveSite(app, () => page)
      address = await app.listen({ port: 0, host: '127.0.0.1' })
    })
    afterAll(() => app.close())

    test('asks calls to try again later, in words and in seconds, while pages, files and health are still served', async () => {
      expect((await save('Ada')).status).toBe(200)
      const { promise: isOver, resolve: end } = Promise.withResolvers<void>()
      const running = Array.from({ length: MOST }, () => load.run(() => isOver))
      for (const reply of [await save('Lost?'), await call('GET', '/api/profile')]) {
        expect(reply.status).toBe(503)
        expect(JSON.parse(reply.text)).toEqual({
          code: 'busy',
          message: 'We’re very busy right now. Please try again in a moment.',
        })
        expect(reply.headers.get('retry-after')).toBe('5')
      }
      const page = await call('GET', '/about')
      expect({ status: page.status, type: page.headers.get('content-type') }).toEqual({
        status: 200,
        type: 'text/html; charset=utf-8',
      })
      const files = [...page.text.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].flatMap(([, file]) => file ?? [])
      expect(files.length).toBeGreaterThan(1)
      for (const path of [...files, '/healthz']) expect((await call('GET', path)).status, path).toBe(200)
      end()
      await Promise.all(running)
      expect(JSON.parse((await call('GET', '/api/profile')).text).answer).toEqual({ first_name: 'Ada' })
      expect((await save('Ada again')).status).toBe(200)
    })

    test('counts failing calls, and calls whose client has left, until they end', async () => {
      await expect(load.run(() => Promise.reject(new Error('It failed.')))).rejects.toThrow('It failed.')
      const disconnect = Array.from({ length: 30 }, () =>
        fetch(`${address}/api/profile`, { signal: AbortSignal.timeout(1) }).catch(() => undefined),
      )
      await Promise.all(disconnect)
      await expect.poll(() => load.isFull()).toBe(false)
      expect((await save('Still here')).status).toBe(200)
    })
  },
  'embedded',
)
