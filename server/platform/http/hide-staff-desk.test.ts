import { afterAll, beforeAll, expect, test } from 'vitest'
import { silentLog } from '../../testing/index.ts'
import { readSettings } from '../settings/index.ts'
import { type App, createApp } from './index.ts'

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
