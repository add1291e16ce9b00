import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { applicationRoutes } from '../applications/index.ts'
import { type App, createApp } from '../http/index.ts'
import { openForm, readInstitution } from '../institution/index.ts'
import { openKeyRing } from '../secrets/index.ts'
import { databasesForTests, silentLog } from '../testing/index.ts'
import { healthRoutes } from './index.ts'

/** How late the event loop is, in nanoseconds; moved by hand instead of keeping the machine busy for seconds. */
const loop = vi.hoisted(() => {
  const late = { mean: 0 }
  const hooks = process.getBuiltinModule('node:perf_hooks')
  const measure = hooks.monitorEventLoopDelay
  hooks.monitorEventLoopDelay = (options) => Object.defineProperty(measure(options), 'mean', { get: () => late.mean })
  return late
})

databasesForTests(
  'a server under pressure',
  (on) => {
    const account = randomUUID()
    let app: App
    let address = ''
    const call = async (method: string, path: string, body?: unknown) => {
      const headers = { 'content-type': 'application/json' }
      const payload = body === undefined ? {} : { body: JSON.stringify(body) }
      const reply = await fetch(`${address}${path}`, { method, headers, ...payload })
      return { status: reply.status, headers: reply.headers, body: JSON.parse(await reply.text()) }
    }
    const save = (first_name: string) => call('PUT', '/api/answer', { first_name })

    beforeAll(async () => {
      const { settings, database } = on
      const institution = readInstitution(settings)
      const applications = {
        database,
        keyRing: openKeyRing(settings),
        form: openForm(institution),
        institution,
        now: () => new Date(),
      }
      const applicant = { accountId: account, username: 'ada@mail.example' }
      app = await createApp(settings, { applicantOf: async () => applicant, expiredCookies: [] }, silentLog)
      healthRoutes(app, { database, storage: { reach: async () => {} } })
      applicationRoutes(app, applications)
      address = await app.listen({ port: 0, host: '127.0.0.1' })
    })
    afterAll(() => app.close())

    /** Waits until the server has measured anew, which it does every second. */
    const lateBy = async (milliseconds: number, isUnderPressure: boolean) => {
      loop.mean = milliseconds * 1e6
      while (app.isUnderPressure() !== isUnderPressure) await sleep(20)
    }

    test('asks to be asked again, in words and in seconds, and takes up its work where it was', async () => {
      expect((await save('Ada')).status).toBe(200)
      await lateBy(2500, true)
      for (const reply of [await save('Lost?'), await call('GET', '/api/pdf'), await call('GET', '/readyz')]) {
        expect(reply).toMatchObject({
          status: 503,
          body: { code: 'busy', message: 'Many people are here right now. Please try again in a moment.' },
        })
        expect(reply.headers.get('retry-after')).toBe('5')
      }
      // It lives, and whoever is told otherwise would kill it.
      expect((await call('GET', '/healthz')).status).toBe(200)
      await lateBy(20, false)
      expect((await call('GET', '/api/profile')).body.answer).toEqual({ first_name: 'Ada' })
      expect((await save('Ada again')).status).toBe(200)
    })
  },
  'embedded',
)
