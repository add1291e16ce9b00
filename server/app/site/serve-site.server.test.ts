import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { institutionParts } from '../../../api/index.ts'
import { readInstitution } from '../../features/institution/index.ts'
import { createApp, createLog } from '../../platform/http/index.ts'
import { readSettings } from '../../platform/settings/index.ts'
import { serveSite } from './index.ts'

const settings = readSettings({ LOG_LEVEL: 'silent' })
const institution = {
  ...readInstitution(settings),
  vendor: '</script><script>alert(1)</script>',
  document_title: 'Apply <now> & here',
}
const now = '2026-11-21T18:05:00.000Z'
let app: Awaited<ReturnType<typeof createApp>>

beforeAll(async () => {
  app = await createApp(settings, { applicantOf: async () => undefined, expiredCookies: [] }, createLog(settings))
  const data = { institution, identity_cookie_prefix: 'Id', release: '1', today: '2026-11-21' }
  await serveSite(
    app,
    () => data,
    () => new Date(now),
  )
})
afterAll(() => app.close())

const get = (url: string, accept = 'text/html') => app.inject({ method: 'GET', url, headers: { accept } })

test('every path without another route returns the page, and its data cannot end the data block', async () => {
  for (const path of ['/', '/about', '/no/such/page?token=x']) {
    const { statusCode, body, headers } = await get(path)
    expect(statusCode).toBe(200)
    expect(headers['cache-control']).toBe('no-store')
    const json = /id="institution">(.*?)<\/script>/s.exec(body)?.[1] ?? ''
    expect(JSON.parse(json)).toMatchObject({ institution: { vendor: institution.vendor }, today: '2026-11-21', now })
    expect(body).not.toContain('<script>alert')
    expect(body).toContain('<title>Apply &lt;now> &amp; here</title>')
  }
})
test('the page contains only the public part of institution.json', async () => {
  const { body } = await get('/')
  const json = /id="institution">(.*?)<\/script>/s.exec(body)?.[1] ?? ''
  const names = Object.keys(JSON.parse(json).institution)
  expect(names.sort()).toEqual(Object.keys(institutionParts.public.shape).sort())
  expect(names).not.toContain('mail')
  expect(body).not.toContain(institution.mail.from)
})
test("the policy allows no inline script, and the page's style nonce is the one in its header and new each time", async () => {
  const seen = new Set<string>()
  for (const path of ['/', '/about']) {
    const { body, headers } = await get(path)
    const policy = String(headers['content-security-policy'])
    const nonce = /name="style-nonce" content="(\w+)"/.exec(body)?.[1] ?? ''
    expect(policy).toContain(`style-src 'self' 'nonce-${nonce}'`)
    expect(policy).toContain("script-src 'self';")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).not.toMatch(/unsafe|upgrade-insecure-requests/)
    expect(body).not.toMatch(/<script(?![^>]*(src=|application\/json))/)
    seen.add(nonce)
  }
  expect(seen.size).toBe(2)
})
test.each(['/api/nothing', '/public/nothing', '/assets/nothing.js', '/lookup/x'])(
  '%s is a JSON 404, not the page',
  async (path) => {
    const reply = await get(path)
    expect({ status: reply.statusCode, body: reply.json() }).toMatchObject({ status: 404, body: { code: 'not_found' } })
  },
)
test('a built file is served compressed and may be cached without limit', async () => {
  const html = readFileSync(join(import.meta.dirname, '../../../screen/dist/index.html'), 'utf8')
  const script = /src="(\/assets\/[^"]+\.js)"/.exec(html)?.[1] ?? ''
  const reply = await app.inject({ method: 'GET', url: script, headers: { 'accept-encoding': 'br' } })
  expect(reply.statusCode).toBe(200)
  expect(reply.headers['content-encoding']).toBe('br')
  expect(reply.headers['cache-control']).toBe('public, max-age=31536000, immutable')
  expect(reply.headers['x-content-type-options']).toBe('nosniff')
})
