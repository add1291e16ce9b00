import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type App, createApp, refusal, refuse } from '../platform/http/index.ts'
import { readSettings } from '../platform/settings/index.ts'
import { readInstitution } from '../running/institution/index.ts'
import { serveSite } from './serve-site.ts'

const dist = join(import.meta.dirname, '../../screen/dist')
const settings = readSettings({ LOG_LEVEL: 'silent' })
const institution = readInstitution(settings)
const browser = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'

/** A site with one link to a file for each way in which one can be refused. */
async function siteOf(built = dist): Promise<App> {
  const log = pino({ level: 'silent' })
  const site = await createApp(settings, { applicantOf: async () => undefined, expiredCookies: [] }, log)
  site.get('/documents/application-pdf/busy', (_, reply) => refuse(reply, { ...refusal('busy'), retryAfter: 7 }))
  site.get('/documents/away', () => Promise.reject(Object.assign(new Error('No disk.'), { code: 'STORAGE_AWAY' })))
  site.get('/documents/broken', () => Promise.reject(new Error('A secret detail.')))
  site.get('/documents/application-pdf/:id/:expires/:signed', (_, reply) => refuse(reply, refusal('ended_file_link')))
  site.get('/documents/:id/:expires/:signed', (_, reply) => refuse(reply, refusal('unauthorized')))
  const data = { institution, identity_cookie_prefix: 'Id', release: '1', today: '2026-11-21' }
  await serveSite(site, () => data, { built })
  return site
}

let app: App
beforeAll(async () => {
  app = await siteOf()
})
afterAll(() => app.close())
const open = (url: string, accept = browser, site = app) => site.inject({ method: 'GET', url, headers: { accept } })

const BUSY = 'We’re very busy right now. Please try again in a moment.'
const ENDED = 'This link has expired or isn’t valid. Go back to your application and open the file from there.'
const UNKNOWN = 'We couldn’t find that.'
const cases: readonly (readonly [string, string, number, string, string | undefined, first: string])[] = [
  ['a busy server', '/documents/application-pdf/busy', 503, BUSY, '7', 'Try again'],
  ['a storage that is away', '/documents/away', 503, 'We can’t reach your files right now.', '30', 'Try again'],
  ['a fault', '/documents/broken', 500, 'unexpected error at this time', undefined, 'Try again'],
  [
    'an expired or wrong link',
    '/documents/application-pdf/a/1/x',
    404,
    ENDED,
    undefined,
    'Go back to your application',
  ],
  ['nobody logged in', '/documents/a/1/x', 401, 'Your session is invalid.', undefined, 'Go back to your application'],
  ['half a link', '/documents/application-pdf/a', 404, UNKNOWN, undefined, 'Go back to your application'],
  ['a link with more at its end', '/documents/a/1/x/y', 404, UNKNOWN, undefined, 'Go back to your application'],
  [
    'too long a link',
    `/documents/application-pdf/a/1/${'x'.repeat(300)}`,
    404,
    UNKNOWN,
    undefined,
    'Go back to your application',
  ],
  [
    'an unreadable link',
    '/documents/application-pdf/%E0%A4%A/1/x',
    400,
    'We couldn’t read',
    undefined,
    'Go back to your application',
  ],
]

test.each(cases)(
  '%s: a person who opened a link to a file gets a page',
  async (_, url, status, sentence, after, first) => {
    const { statusCode, headers, body } = await open(url)
    expect({ statusCode, type: headers['content-type'], after: headers['retry-after'] }).toEqual({
      statusCode: status,
      type: 'text/html; charset=utf-8',
      after,
    })
    expect(body).toContain(`<p>${sentence}`.replace('<p>unexpected', 'unexpected'))
    expect(body).toContain(institution.partner_name)
    const links = [...body.matchAll(/<a class="button-button[^>]*href="([^"]*)"[^>]*>([^<]*)<\/a>/g)]
    expect(links.map(([, , label]) => label)[0]).toBe(first)
    expect(Object.fromEntries(links.map(([, to, label]) => [label, to]))).toEqual({
      'Try again': url,
      'Go back to your application': '/about',
    })
    expect(body).not.toContain('secret detail')
    expect(headers['cache-control']).toBe('no-store')
  },
)

test.each(cases)('%s: a program gets JSON', async (_, url, status) => {
  for (const accept of ['application/json', '*/*', 'application/pdf']) {
    const reply = await open(url, accept)
    expect([reply.statusCode, reply.headers['content-type']]).toEqual([status, 'application/json; charset=utf-8'])
    expect(Object.keys(reply.json())).toEqual(['message', 'code'])
  }
})

test('nothing but a link to a file is answered with a page', async () => {
  for (const url of ['/api/nothing', '/assets/nothing.js', '/public/nothing'])
    expect((await open(url)).body, url).not.toContain('We can’t open this file')
})

test('its policy allows no script, and it has none, nor a style of its own', async () => {
  const { body, headers } = await open('/documents/application-pdf/busy')
  const policy = String(headers['content-security-policy'])
  expect(policy).toMatch(/^default-src 'none';/)
  expect(policy).not.toMatch(/script-src|connect-src|unsafe/)
  expect(policy).toContain("frame-ancestors 'none'")
  expect(body).not.toMatch(/<script|<style|<form|<button| style=| on\w+=/)
})

test('its style sheet and icon are served', async () => {
  const { body } = await open('/documents/application-pdf/busy')
  const files = [...body.matchAll(/<link [^>]*href="([^"]+)"/g)].map(([, path]) => path ?? '')
  expect(files.some((path) => path.endsWith('.css'))).toBe(true)
  for (const url of files) expect((await app.inject({ url })).statusCode, url).toBe(200)
})

test('an address that contains markup stays text', async () => {
  for (const site of [app, await siteOf(await withoutRenderers())]) {
    const { body } = await open('/documents/application-pdf/a/1/x?"><b>&c', browser, site)
    expect(body).not.toContain('<b>')
    expect(body).toMatch(/href="\/documents\/application-pdf\/a\/1\/x\?(&quot;|&#34;|%22)/)
  }
})

test('without the renderers of the screen the page is plain', async () => {
  const site = await siteOf(await withoutRenderers())
  const { statusCode, body, headers } = await open('/documents/application-pdf/busy', browser, site)
  expect([statusCode, headers['retry-after']]).toEqual([503, '7'])
  expect(body).toContain('<a href="/documents/application-pdf/busy">Try again</a>')
  const nonce = /<style nonce="(\w+)">/.exec(body)?.[1]
  expect(headers['content-security-policy']).toContain(`style-src 'self' 'nonce-${nonce}'`)
  await site.close()
})

const folders: string[] = []
afterAll(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true }))))
async function withoutRenderers(): Promise<string> {
  const built = await mkdtemp(join(tmpdir(), 'causeway-built-'))
  folders.push(built)
  await mkdir(join(built, 'assets'))
  for (const page of ['index.html', 'staff.html']) await cp(join(dist, page), join(built, page))
  return built
}
