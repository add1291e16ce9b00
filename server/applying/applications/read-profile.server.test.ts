import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { paths } from '../../../api/index.ts'
import { isDescriptionKey, withDescriptions } from '../../../engine/index.ts'
import { veteran } from '../../../form/testing/index.ts'
import { createKeyRing } from '../../platform/secrets/index.ts'
import { formOf, readInstitution } from '../../running/institution/index.ts'
import { appForTests, onOneDatabase } from '../../testing/index.ts'
import type { ApplicationDeps } from './application-deps.ts'
import { applicationRoutes } from './application-routes.ts'

onOneDatabase('the reply that has a whole profile', (on) => {
  let server: Awaited<ReturnType<typeof appForTests>>
  let applications: ApplicationDeps
  const account = randomUUID()
  const asScreen = { 'answer-descriptions': 'none', 'sec-fetch-site': 'same-origin' }

  /** The reply as it comes over the network. */
  async function asSent(headers: Readonly<Record<string, string>>, of = account) {
    const asked = request(`${server.address}${paths.profile.path}`, { headers: { 'x-test-account': of, ...headers } })
    asked.end()
    const [reply]: [IncomingMessage] = (await once(asked, 'response')) as [IncomingMessage]
    return { encoding: reply.headers['content-encoding'], bytes: await buffer(reply) }
  }

  beforeAll(async () => {
    const institution = readInstitution(on.settings)
    applications = {
      ...{ database: on.database, keyRing: createKeyRing(on.settings), form: formOf(institution), institution },
      now: () => new Date('2026-11-21T05:30:00Z'),
    }
    server = await appForTests(on.settings, (app) => applicationRoutes(app, applications))
    const asked = new Set(applications.form.keys)
    const typed = Object.entries(veteran.answer).filter(([key]) => asked.has(key))
    const { status } = await server.call(account, 'PUT', '/api/answer', Object.fromEntries(typed))
    expect(status).toBe(200)
  })
  afterAll(() => server.close())

  test('leaves out the display texts of answers for the screen, which has them, and for nobody else', async () => {
    const { form } = applications
    const described = (await server.call(account, 'GET', paths.profile.path)).body
    const bare = (await server.call(account, 'GET', paths.profile.path, undefined, asScreen)).body
    expect(Object.keys(bare.answer).filter((key) => isDescriptionKey(form, key))).toEqual([])
    expect(Object.keys(described.answer).length).toBeGreaterThan(Object.keys(bare.answer).length + 100)
    expect({ ...bare, answer: withDescriptions(form, bare) }).toEqual(described)
  })

  test.each([
    ['br', 'gzip, deflate, br, zstd', brotliDecompressSync],
    ['gzip', 'gzip, deflate', gunzipSync],
    ['gzip', 'br;q=0, GZIP;q=0.5', gunzipSync],
  ])('comes as %s to a client that takes %s, in less than 6 KB', async (encoding, accepted, opened) => {
    const sent = await asSent({ ...asScreen, 'accept-encoding': accepted })
    expect(sent.encoding).toBe(encoding)
    expect(sent.bytes.length).toBeLessThan(6 * 1024)
    const plain = await asSent(asScreen)
    expect(plain.encoding).toBeUndefined()
    expect(opened(sent.bytes).toString()).toBe(plain.bytes.toString())
  })

  test.each(['cross-site', 'same-site', 'none'])('is not compressed for a request that is %s', async (site) => {
    const sent = await asSent({ 'accept-encoding': 'br', 'sec-fetch-site': site })
    expect(sent.encoding).toBeUndefined()
  })

  test('is not compressed where it is short', async () => {
    expect((await asSent({ ...asScreen, 'accept-encoding': 'br' }, randomUUID())).encoding).toBeUndefined()
  })
})
