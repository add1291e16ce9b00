import { readdirSync, readFileSync } from 'node:fs'
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { institutionParts } from '../../api/index.ts'
import { say } from '../../engine/index.ts'
import { proves } from '../../testing/proves.ts'
import { createApp, createLog } from '../platform/http/index.ts'
import { createLanguages } from '../platform/languages/index.ts'
import { readSettings } from '../platform/settings/index.ts'
import { readInstitution } from '../running/institution/index.ts'
import { serveSite } from './serve-site.ts'

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
  await serveSite(app, () => data, { clock: () => new Date(now) })
})
afterAll(() => app.close())

const get = (url: string, accept = 'text/html', headers: Record<string, string> = {}) =>
  app.inject({ method: 'GET', url, headers: { accept, ...headers } })
/** The HTML in the place of the app. */
const shownIn = (body: string) => /<div id="root">(.*?)<\/div>\s*<!--[^>]*-->\s*<div class="late">/s.exec(body)?.[1]

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
  expect(names.sort()).toEqual(
    Object.keys(institutionParts.public.shape)
      .filter((name) => name in institution)
      .sort(),
  )
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
test.each([
  ...['/api/nothing', '/public/nothing', '/assets/nothing.js', '/assets/', '/lookup/x', '/metrics', '/metrics/x'],
  ...['/dev/nothing', '/%61pi/nothing', '/metric%73', '/favicon.ico'],
])('%s is a JSON 404, not the page', async (path) => {
  const reply = await get(path, '*/*')
  expect({ status: reply.statusCode, body: reply.json() }).toMatchObject({ status: 404, body: { code: 'not_found' } })
})
test.each(['/api', '/api/?x=1', '/public', '/service?a=b', '/lookup', '/dev', '/%61pi'])(
  '%s, opened in a browser, is the page, as any unknown path',
  async (url) => {
    const accept = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'
    const reply = await app.inject({ url, headers: { accept } })
    expect(reply.headers['content-type'], proves('2.routes.21')).toBe('text/html; charset=utf-8')
    expect(reply.body).toContain('<div id="root">')
  },
)
const navigation = { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }
test.each([
  ...['/api/nothing', '/public/nothing?a=b', '/service/unknown', '/lookup/x/y', '/dev/nothing', '/%61pi/nothing'],
  '/public/login', // which takes no GET
])('%s, to which a browser navigates, is the page, and JSON for a call', async (url) => {
  const reply = await get(url, 'text/html,*/*;q=0.8', navigation)
  expect([reply.statusCode, reply.headers['content-type']], proves('2.routes.21')).toEqual([
    200,
    'text/html; charset=utf-8',
  ])
  // Over plain http a browser does not say that it navigates, except on its own machine.
  const unsaid = await app.inject({ url, headers: { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' } })
  expect([unsaid.statusCode, unsaid.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
  const calls: readonly Record<string, string>[] = [
    { accept: 'application/json', 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' },
    { accept: '*/*', 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' },
    { accept: '*/*' },
    { accept: 'text/html', 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' },
    { ...navigation, accept: 'application/json' },
  ]
  for (const headers of calls) expect((await app.inject({ url, headers })).json()).toMatchObject({ code: 'not_found' })
  const posted = await app.inject({ method: 'POST', url, headers: { ...navigation, accept: 'text/html' } })
  expect([posted.statusCode, posted.json().code]).toEqual([404, 'not_found'])
})
test.each(['/assets/nothing.js', '/metrics', '/favicon.ico', '/staff/api/nothing', '/api/nothing.png'])(
  '%s is never the page, not even for a navigation',
  async (url) => expect((await get(url, 'text/html', navigation)).json()).toMatchObject({ code: 'not_found' }),
)
test('a built file is served compressed and may be cached without limit', async () => {
  const html = readFileSync(join(import.meta.dirname, '../../screen/dist/index.html'), 'utf8')
  const script = /src="(\/assets\/[^"]+\.js)"/.exec(html)?.[1] ?? ''
  const reply = await app.inject({ method: 'GET', url: script, headers: { 'accept-encoding': 'br' } })
  expect(reply.statusCode).toBe(200)
  expect(reply.headers['content-encoding']).toBe('br')
  expect(reply.headers['cache-control']).toBe('public, max-age=31536000, immutable')
  expect(reply.headers['x-content-type-options']).toBe('nosniff')
})
test('no built file can be a document, and none has the headers of one', async () => {
  const names = readdirSync(join(import.meta.dirname, '../../screen/dist/assets'))
  const headersOf = async (extension: string) => {
    const name = names.find((each) => each.endsWith(extension))
    const { headers } = await app.inject({ url: `/assets/${name}`, headers: { 'accept-encoding': 'br' } })
    return Object.keys(headers).filter((header) => /policy|frame|^origin-|^x-(dns|down|perm|xss)/.test(header))
  }
  const ofFile = ['cross-origin-resource-policy']
  for (const extension of ['.js', '.css', '.woff2', '.png'])
    expect(await headersOf(extension), extension).toEqual(ofFile)
  expect(names.filter((name) => /\.(svg|x?html?|xml)(\.|$)/.test(name))).toEqual([])
})
test('every built file of text names its character set', async () => {
  const names = readdirSync(join(import.meta.dirname, '../../screen/dist/assets'))
  for (const extension of ['css', 'js']) {
    const name = names.find((each) => each.endsWith(`.${extension}`))
    for (const encoding of ['br', 'gzip', 'identity']) {
      const reply = await app.inject({ url: `/assets/${name}`, headers: { 'accept-encoding': encoding } })
      expect(reply.statusCode, name).toBe(200)
      expect(reply.headers['content-type'], name).toMatch(/; charset=utf-8$/)
    }
  }
})
test('only the worker that decodes HEIC photos may run WebAssembly, however it is sent', async () => {
  const names = readdirSync(join(import.meta.dirname, '../../screen/dist/assets'))
  const workers = names.filter((name) => name.startsWith('heic-worker-') && name.endsWith('.js'))
  expect(workers).toHaveLength(1)
  for (const encoding of ['br', 'gzip', 'identity']) {
    const policies = async (name: string) =>
      (await app.inject({ url: `/assets/${name}`, headers: { 'accept-encoding': encoding } })).headers[
        'content-security-policy'
      ]
    expect(await policies(workers[0] ?? '')).toBe(
      "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; base-uri 'none'; frame-ancestors 'none'",
    )
    for (const name of names.filter((each) => /^(index|join-pages|decode-heic)-.*\.js$/.test(each)))
      expect(await policies(name)).toBeUndefined()
  }
})

describe('the page of a visitor', () => {
  test.each(['/', '/about', '/about?utm=x'])(
    '%s arrives with its fields, and with the words of the institution',
    async (path) => {
      const { body } = await get(path)
      const shown = shownIn(body) ?? ''
      expect(shown).toContain('<h1')
      expect(shown).toMatch(/<label[^>]*for="first_name"[^>]*>First Name/)
      expect(shown).toContain(institution.partner_name)
      expect(shown).toContain('&lt;/script&gt;&lt;script&gt;alert(1)') // the vendor, escaped
    },
  )
  test.each(['/login', '/signup'])('%s arrives with its fields', async (path) => {
    const shown = shownIn((await get(path)).body) ?? ''
    expect(shown).toMatch(/<label[^>]*for="username"/)
    expect(shown).toMatch(/<input[^>]*id="password"/)
    expect(shown).toContain('<h1')
  })
  test('the staff desk arrives with its way in, and without it for whom a session may be known', async () => {
    const site = await siteOf(() => ({ institution, today: '2026-11-21' }), {
      hasStaffProvider: true,
      hasStaffCookie: (header) => header === 'staff=x',
    })
    const staff = async (headers: Record<string, string>, url = '/staff?page=2') =>
      /<div id="root">(.*?)<\/div>\s*<\/body>/s.exec((await site.inject({ url, headers })).body)?.[1]
    expect(await staff({})).toMatch(/<a [^>]*href="\/staff\/sign-in\?return=%2Fstaff">Sign in</)
    expect(await staff({})).toContain('staff desk</h1>')
    expect(await staff({ cookie: 'staff=x' })).toBe('')
    expect(await staff({}, '/staff/link')).toBe('')
    await site.close()
  })
  test.each(['/about', '/login', '/signup'])(
    '%s has nothing that could be submitted or that the policy forbids',
    async (path) => {
      const { body } = await get(path)
      const shown = shownIn(body) ?? ''
      expect(shown).not.toMatch(/<(input|select|textarea|button)[^>]* name=/)
      expect(shown).not.toMatch(/<button[^>]*type="submit"(?! disabled="")/)
      expect(shown).not.toMatch(/<form[^>]* action=|<script|<style| style=| on\w+=/)
      expect(body).not.toMatch(/<script(?![^>]*(src=|application\/json))/)
    },
  )
  test.each<[string, string, Record<string, string>]>([
    ['with the identity cookie', '/about', { cookie: 'a=b; Id-8443=account' }],
    ['with a token', '/about?token=t', {}],
    ['with a service token', '/about?x=1&service_token=t', {}],
    ['on another page', '/education', {}],
    ['on a card that needs to know more', '/reset', {}],
    ['on a card with the identity cookie', '/login', { cookie: 'Id-8443=account' }],
  ])('%s, the loading screen comes instead', async (_, path, headers) => {
    expect(shownIn((await get(path, 'text/html', headers)).body)).toBe('')
  })
  test('other cookies change nothing', async () => {
    expect(shownIn((await get('/about', 'text/html', { cookie: 'theme=Id; causeway-browser=x' })).body)).not.toBe('')
  })
  test('is never cached, and names the cookie that it depends on', async () => {
    for (const headers of [{}, { cookie: 'Id-1=x' }]) {
      const reply = await get('/about', 'text/html', headers)
      expect(reply.headers).toMatchObject({
        'cache-control': 'no-store',
        vary: 'Cookie, Accept-Encoding, Accept-Language',
      })
    }
  })
  test('is compressed for those who accept it, with a nonce and a time of its own', async () => {
    const plain = await get('/about')
    const zipped = await get('/about', 'text/html', { 'accept-encoding': 'gzip, deflate, br' })
    expect([plain.headers['content-encoding'], zipped.headers['content-encoding']]).toEqual([undefined, 'gzip'])
    const withoutNonce = (html: string) => html.replace(/content="\w{32}"/, '')
    const body = gunzipSync(zipped.rawPayload).toString()
    expect(withoutNonce(body)).toBe(withoutNonce(plain.body))
    expect(body).not.toBe(plain.body)
    const refusing = await get('/about', 'text/html', { 'accept-encoding': 'gzip;q=0, br' })
    expect(refusing.headers['content-encoding']).toBeUndefined()
  })
  test('says between cycles when a term opens, as long as none is open', async () => {
    const dates = { opens: '2026-12-01', closes: '2026-12-31' }
    const term_dates = Object.fromEntries(institution.entry_terms.slice(1).map(([term]) => [term, dates]))
    let today = '2026-11-30'
    const site = await siteOf(() => ({ institution: { ...institution, term_dates }, today }), {})
    const shown = async () => shownIn((await site.inject({ url: '/about' })).body) ?? ''
    expect(await shown(), proves('4.terms.6')).toContain('submit it from December 1, 2026.')
    expect(await shown()).toContain('Spring 2027 (not open yet)')
    today = '2026-12-01'
    expect(await shown(), proves('4.terms.6')).not.toContain('No term is open')
    today = '2027-01-01'
    expect(await shown()).toContain('No term is open')
    expect(await shown(), proves('4.terms.1')).not.toContain('Spring 2027')
    await site.close()
  })
  test('follows the announcement and the date', async () => {
    const alert = { text: 'The office is closed.', start: '2026-11-21T18:10:00Z', end: '2026-11-21T19:00:00Z' }
    let time = new Date('2026-11-21T18:05:00Z')
    let today = '2026-11-21'
    const site = await siteOf(() => ({ institution: { ...institution, alert }, today }), { clock: () => time })
    const shown = async () => shownIn((await site.inject({ url: '/about' })).body) ?? ''
    expect((await shown()).includes(alert.text)).toBe(false)
    time = new Date('2026-11-21T18:10:00Z')
    expect((await shown()).includes(alert.text)).toBe(true)
    time = new Date('2026-11-21T19:00:00Z')
    expect((await shown()).includes(alert.text)).toBe(false)
    today = '2027-01-01'
    expect((await shown()).replaceAll('<!-- -->', '').includes('© 2027')).toBe(true)
    await site.close()
  })
})

test.each([
  ['is not there', undefined],
  ['has no function', 'export const prerender = 1'],
  [
    'throws',
    'export const prerender = async () => { throw new Error("no window") }; export const prerenderSignIn = () => ""; export const prerenderRefusedFile = () => ""',
  ],
])('when the renderer %s, the log says so once and everybody gets the loading screen', async (_, code) => {
  const built = await mkdtemp(join(tmpdir(), 'causeway-built-'))
  const dist = join(import.meta.dirname, '../../screen/dist')
  for (const page of ['index.html', 'staff.html']) await cp(join(dist, page), join(built, page))
  await mkdir(join(built, 'assets'))
  await mkdir(join(built, 'prerender'))
  if (code) await writeFile(join(built, 'prerender/prerender.js'), code)
  const lines: string[] = []
  const site = await siteOf(() => ({ institution, today: '2026-11-21' }), { built }, lines)
  expect(shownIn((await site.inject({ url: '/about' })).body)).toBe('')
  expect(shownIn((await site.inject({ url: '/about' })).body)).toBe('')
  expect(lines.filter((line) => line.includes('The first page cannot be rendered here'))).toHaveLength(1)
  await site.close()
  await rm(built, { recursive: true })
})

/** A site of its own; what it logs goes into `lines`. */
async function siteOf(
  now: () => { institution: typeof institution; today: string },
  options: Parameters<typeof serveSite>[2],
  lines: string[] = [],
) {
  const log = pino({ level: 'warn' }, { write: (line) => void lines.push(line) })
  const site = await createApp(settings, { applicantOf: async () => undefined, expiredCookies: [] }, log)
  await serveSite(site, () => ({ ...now(), identity_cookie_prefix: 'Id', release: '1' }), options)
  return site
}

describe('in two languages', () => {
  const languages = createLanguages(['en', 'es'])
  const log = createLog(settings)
  let both: typeof app
  beforeAll(async () => {
    const sessions = { applicantOf: async () => undefined, expiredCookies: [] }
    both = await createApp(settings, sessions, log, { languages })
    both.get('/staff/api/said', { config: { limit: 'none' } }, async () => ({ said: say('Try again') }))
    both.get('/service/said', { config: { limit: 'none' } }, async () => ({ said: say('Try again') }))
    both.post('/said', { config: { limit: 'none' } }, async ({ body }) => ({ body, said: say('Try again') }))
    const data = { institution, identity_cookie_prefix: 'Id', release: '1', today: '2026-11-21' }
    await serveSite(both, () => data, {
      clock: () => new Date(now),
      languages,
    })
  })
  afterAll(() => both.close())

  const cookie = 'causeway_language=es'
  const compressed = (headers: Record<string, string>) =>
    both.inject({ url: '/about', headers: { accept: 'text/html', 'accept-encoding': 'gzip', ...headers } })
  const gunzipped = ({ rawPayload }: Awaited<ReturnType<typeof compressed>>) => gunzipSync(rawPayload).toString()
  const pageOf = async (url: string, headers: Record<string, string> = {}) =>
    (await both.inject({ url, headers: { accept: 'text/html', ...headers } })).body

  test('the page comes in the language of its address or of the device, with where its words are', async () => {
    for (const page of [await pageOf('/about?lang=es'), await pageOf('/about', { cookie })]) {
      expect(page).toContain('<html lang="es">')
      expect(shownIn(page)).toContain('Información personal')
      expect(page).toContain(`<link rel="preload" as="fetch" crossorigin href="${languages.files.es?.path}">`)
      expect(page).not.toMatch(/\{\{|<!--words-->/)
    }
    const headersOf = async (url: string) => (await both.inject({ url, headers: { accept: 'text/html' } })).headers
    expect(await headersOf('/about?lang=es')).toHaveProperty('content-language', 'es')
    expect(await headersOf('/about')).not.toHaveProperty('content-language')
    const page = await pageOf('/about')
    expect(page).toContain('<html lang="en">')
    expect(shownIn(page)).toContain('Personal Info')
    expect(page).not.toContain('rel="preload"')
  })

  test('who follows a link to a language has chosen it on the device', async () => {
    const cookieOf = async (url: string) =>
      (await both.inject({ url, headers: { accept: 'text/html' } })).headers['set-cookie']
    expect(await cookieOf('/about?lang=es')).toBe('causeway_language=es; Path=/; Max-Age=31536000; SameSite=Lax')
    for (const url of ['/about', '/about?lang=fr', '/about?lang=es;%20Domain=x'])
      expect(await cookieOf(url), url).toBeUndefined()
  })

  test('what the browser prefers is proposed in its own words, and never taken unasked', async () => {
    const accepted = { 'accept-language': 'es-MX,es;q=0.9,en;q=0.5' }
    const link = '<a hrefLang="es" lang="es" translate="no" class="[^"]+" href="\\?lang=es">'
    for (const page of [await pageOf('/about', accepted), gunzipped(await compressed(accepted))]) {
      expect(page).toContain('<html lang="en">')
      expect(shownIn(page)).toMatch(new RegExp(`${link}<strong>Leer en español</strong></a>`))
      expect(page).toContain('"proposed":{"language":"es","words":"Leer en español"}')
    }
    for (const headers of [{}, { 'accept-language': 'en' }, { ...accepted, cookie: 'causeway_language=en' }])
      expect(shownIn(await pageOf('/about', headers))).toMatch(new RegExp(`${link}Español</a>`))
    expect(await pageOf('/about')).not.toContain('proposed')
  })

  test('its words are a file that browsers keep; under the name of another edition they come, and are not kept', async () => {
    const path = languages.files.es?.path ?? ''
    const { headers, rawPayload } = await both.inject({ url: path, headers: { 'accept-encoding': 'gzip, br' } })
    expect(headers).toMatchObject({ 'content-encoding': 'br', 'cache-control': expect.stringContaining('immutable') })
    const plain = await both.inject({ url: path, headers: { 'accept-encoding': 'identity' } })
    expect(brotliDecompressSync(rawPayload).equals(plain.rawPayload)).toBe(true)
    expect(plain.json()).toMatchObject({ language: 'es', texts: { 'Try again': expect.any(String) } })
    const other = await both.inject({ url: '/words/es-older1.json' })
    expect([other.statusCode, other.headers['cache-control']]).toEqual([200, 'no-store'])
    expect((await both.inject({ url: '/words/fr-older1.json' })).statusCode).toBe(404)
    expect((await both.inject({ url: '/words/es.json' })).statusCode).toBe(404)
  })

  test('only where a language is not finished does a script come that marks what stays English', async () => {
    const script = /<script type="module" src="(\/assets\/english-[^"]+\.js)"><\/script>/
    expect(await pageOf('/about', { cookie })).not.toMatch(script)
    const own = createLanguages(['en', 'es'], {}, undefined, ['Astronomy', 'Try again'])
    const site = await createApp(settings, { applicantOf: async () => undefined, expiredCookies: [] }, log, {
      languages: own,
    })
    const data = { institution, identity_cookie_prefix: 'Id', release: '1', today: '2026-11-21' }
    await serveSite(site, () => data, { clock: () => new Date(now), languages: own })
    for (const url of ['/about?lang=es', '/about?lang=en']) {
      const { body } = await site.inject({ url, headers: { accept: 'text/html' } })
      const [, path = ''] = script.exec(body) ?? []
      expect((await site.inject({ url: path })).body, url).toContain('MutationObserver')
    }
    const words = await site.inject({ url: own.files.es?.path ?? '' })
    expect(words.json().english).toEqual(['Astronomy'])
    await site.close()
  })

  test('staff read English, also in a browser with which they applied in another language', async () => {
    for (const url of ['/staff/api/said', '/service/said'])
      expect((await both.inject({ url, headers: { cookie } })).json().said, url).toBe('Try again')
    const page = await pageOf('/about?service_token=x', { cookie })
    expect(page).toContain('<html lang="en">')
    expect(page).toContain('"language":"en"')
    expect(await pageOf('/staffing', { cookie })).toContain('<html lang="es">')
  })

  test('a reply is in the language of its request, also once the request was read', async () => {
    const reply = (headers: Record<string, string>) =>
      both.inject({ method: 'POST', url: '/said', headers, payload: { long: 'x'.repeat(100_000) } })
    expect((await reply({ cookie })).json().said).toBe('Intentar de nuevo')
    expect((await reply({})).json().said).toBe('Try again')
  })
})
