import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { databasesForTests, freePort } from '../../../testing/index.ts'
import { BASE_URL, type BrowserForTests, deskForTests } from './testing/index.ts'
import { CAMPUS, campusRealm } from './testing/keycloak-realm.ts'
import { issuerAt, type Keycloak, keycloakSkipped, startKeycloak } from './testing/start-keycloak.ts'

const skipped = keycloakSkipped()
const START = 16 * 60_000 // ms; with its download
const PATIENCE = { timeout: 30_000, interval: 200 }

if (skipped !== undefined) console.log(`Signing in through Keycloak skipped: ${skipped}`)

describe.skipIf(skipped !== undefined)('Keycloak', () => {
  databasesForTests(
    'as the provider of the staff desk',
    (on) => {
      const desk = deskForTests(on)
      let app: Awaited<ReturnType<typeof desk.open>>
      let keycloak: Keycloak

      beforeAll(async () => {
        const port = await freePort()
        app = await desk.open({
          issuer: issuerAt(port, CAMPUS.realm),
          clientId: CAMPUS.client.id,
          clientSecret: CAMPUS.client.secret,
          roleClaim: 'groups',
          secondFactor: { claim: 'amr', value: 'otp' },
        })
        const backChannel = `${app.address}/staff/back-channel-logout`
        const urls = { redirect: `${BASE_URL}/staff/callback`, afterSignOut: `${BASE_URL}/staff`, backChannel }
        keycloak = await startKeycloak(port, campusRealm(urls))
      }, START)
      afterAll(async () => {
        await app.close()
        await keycloak.stop()
      })

      /** Signs in with Keycloak's own forms, and returns what the desk replies in the end. */
      async function signIn(browser: BrowserForTests, ...forms: readonly Readonly<Record<string, string>>[]) {
        let page = await browser.open((await browser.open('/staff/sign-in')).location ?? '')
        for (const form of forms) page = await browser.open(actionOf(page.text), form)
        expect(page.location, page.text).toContain(`${BASE_URL}/staff/callback?`)
        return browser.open(page.location ?? '')
      }

      test('signs in who has a second factor, in the role of their group, and out again', async () => {
        const browser = desk.browserAt(app)
        const password = { username: CAMPUS.careful, password: CAMPUS.password }
        const reply = await signIn(browser, password, { otp: codeOf(CAMPUS.phoneSecret) })
        expect(reply.location).toBe(`${BASE_URL}/staff`)
        expect(await browser.session()).toMatchObject({ status: 200, person: { name: 'June Hale' }, role: 'processor' })

        // She signs out at Keycloak, which tells the desk by itself.
        const asked = await browser.open(`${keycloak.issuer}/protocol/openid-connect/logout`)
        const [, code = ''] = /name="session_code" value="([^"]+)"/.exec(asked.text) ?? []
        await browser.open(new URL(actionOf(asked.text), keycloak.issuer).href, {
          session_code: code,
          confirmLogout: 'Logout',
        })
        await vi.waitFor(async () => expect((await browser.session()).status).toBe(401), PATIENCE)
      })

      test('keeps out who has none, with the sentence that says why', async () => {
        const browser = desk.browserAt(app)
        const reply = await signIn(browser, { username: CAMPUS.careless, password: CAMPUS.password })
        await desk.expectRefused(reply, browser, 403, /The staff desk needs a second factor/)
        expect(await desk.lastRefusal()).toMatchObject({ detail: { reason: 'missing_second_factor' } })
      })
    },
    'embedded',
  )
})

/** Where the form of a page is sent. */
const actionOf = (html: string): string => (/action="([^"]+)"/.exec(html)?.[1] ?? '').replaceAll('&amp;', '&')

/** The time-based code that a phone shows now. */
function codeOf(secret: string): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000)))
  const digest = createHmac('sha1', secret).update(counter).digest()
  const at = (digest.at(-1) ?? 0) & 0xf
  return String((digest.readUInt32BE(at) & 0x7fffffff) % 1_000_000).padStart(6, '0')
}
