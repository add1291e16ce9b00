import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, test, vi } from 'vitest'
import {
  type CallName,
  calls,
  certificatePath,
  originalPath,
  packetPath,
  recordExportPath,
  staffCalls,
} from '../../api/index.ts'
import { proves } from '../../testing/proves.ts'
import { controlSocketPath, sendCommand } from '../platform/control/index.ts'
import { createLog } from '../platform/http/index.ts'
import { readLimits } from '../platform/limits/index.ts'
import { readSettings } from '../platform/settings/index.ts'
import { copyDatabase } from '../testing/index.ts'
import { type Server, startServer } from './start-server.ts'
import { rows } from './testing/call-rows.ts'

/**
 * Calls every route as nobody, as an applicant, as another applicant, and with an expired session. The rows are
 * compared with the server's actual routes, so that a new route without a row fails the test. Routes outside the contract,
 * without a session: health, development pages, signed links, calls that need a token, the screen.
 */
const others = {
  ...{ 'GET /healthz': 200, 'GET /readyz': 200, 'GET /dev/mail': 200, 'GET /dev/openapi.json': 200 },
  'GET /documents/application-pdf/:id/:expires/:signed': 404,
  'GET /documents/draft-pdf/:id/:expires/:signed': 404,
  ...Object.fromEntries(
    ['', '/page', '/pdf', '/mail', '/words/:language'].map((each) => [`GET /preview/:id/:expires/:signed${each}`, 410]),
  ),
  'GET /copies/:id/:expires/:signed': 308,
  'GET /documents/:id/:expires/:signed': 404,
  ...{ 'GET /reminders/:id/:expires/:signed': 404, 'POST /reminders/:id/:expires/:signed': 404 },
  ...{ 'GET /export/v1/openapi.json': 200, 'GET /export/v1/changes': 401, 'GET /export/v1/form': 401 },
  ...{ 'GET /export/v1/applications/:id/documents/:key': 401, 'GET /export/v1/applications/:id/packet': 401 },
  ...{ 'GET /export/v1/reference-data': 401, 'GET /export/v1/reference-data/:list': 401 },
  ...{ 'GET /export/v1/applications/:id': 401, 'POST /export/v1/acknowledgements': 401 },
  // The staff desk's own tests make its calls with each role.
  ...Object.fromEntries(
    Object.values(staffCalls).map(({ method, path, access }) => [`${method} ${path}`, access === 'public' ? 400 : 401]),
  ),
  ...{
    [`GET ${packetPath(':id')}`]: 401,
    [`GET ${originalPath(':id', ':document')}`]: 401,
    [`GET ${certificatePath(':id')}`]: 401,
    [`POST ${recordExportPath}`]: 401,
  },
  ...{
    'POST /uploads': 400,
    'GET /assets/*': 404,
    'GET /brand/:name': 404,
    'GET /words/:name': 404,
    'GET /*': 200,
    'GET /staff': 200,
    'GET /staff/*': 200,
  },
  'GET /.well-known/security.txt': 200,
}

/** The routes outside the contract where something else than the limit `stranger` holds strangers up, and what. */
const otherLimits: Readonly<Record<string, string>> = {
  ...{ 'POST /uploads': 'signature', 'GET /documents/:id/:expires/:signed': 'signature' },
  'GET /documents/application-pdf/:id/:expires/:signed': 'signature',
  'GET /documents/draft-pdf/:id/:expires/:signed': 'signature',
  ...{ 'GET /reminders/:id/:expires/:signed': 'signature', 'POST /reminders/:id/:expires/:signed': 'signature' },
  ...{ 'GET /healthz': 'none', 'GET /readyz': 'none', 'GET /dev/mail': 'none', 'GET /dev/openapi.json': 'none' },
  ...{ 'GET /copies/:id/:expires/:signed': 'none', 'GET /export/v1/openapi.json': 'none' },
  ...{
    'GET /assets/*': 'none',
    'GET /brand/:name': 'none',
    'GET /words/:name': 'none',
    'GET /*': 'none',
    'GET /staff': 'none',
    'GET /staff/*': 'none',
  },
  'GET /.well-known/security.txt': 'none',
  [`POST ${staffCalls.useStaffLink.path}`]: 'own',
}

const PASSWORD = 'Larch-and-snow 2027'
let dataDir = ''
let server: Server
let address = ''
type Person = { readonly cookie: string }
type Made = {
  readonly status: number
  readonly text: string
  readonly cookies: readonly string[]
  readonly retryAfter: string | null
}

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'causeway-routes-'))
  await copyDatabase(inject('embeddedTemplate'), dataDir)
  const settings = { ...readSettings({ DATA_DIR: dataDir, LOG_LEVEL: 'silent' }), port: 0 }
  server = await startServer(settings, createLog(settings))
  address = server.app.listeningOrigin
})
afterAll(async () => {
  await server.close()
  await rm(dataDir, { recursive: true })
})

test('every route has a row in this test, so that a new route without one fails', () => {
  const served = [...server.app.servedRoutes().keys()].filter((route) => !route.startsWith('HEAD '))
  const expected = [...Object.values(calls).map(({ method, path }) => `${method} ${path}`), ...Object.keys(others)]
  expect(served.length).toBeGreaterThan(10)
  expect(served.toSorted()).toEqual(expected.toSorted())
})

test('strangers are limited at every route', () => {
  const limits = Object.fromEntries([...server.app.servedRoutes()].filter(([route]) => !route.startsWith('HEAD ')))
  const ofCalls = Object.values(calls).map(({ method, path, access }) => [
    `${method} ${path}`,
    access === 'public' ? 'own' : 'signature',
  ])
  const ofOthers = Object.keys(others).map((route) => [route, otherLimits[route] ?? 'stranger'])
  expect(limits).toEqual(Object.fromEntries([...ofCalls, ...ofOthers]))
})

test.each(Object.keys(rows).filter(isCallName))('without a session: %s', async (name) => {
  const { status } = await make(name)
  expect(status, proves('6.anonymous.2')).toBe(rows[name].nobody)
  expect(status === 401, proves('6.anonymous.2')).toBe(calls[name].access === 'applicant')
})

test.each(Object.entries(others))('public: %s', async (route, status) => {
  const [method = '', url = ''] = route.split(' ')
  const path = url.replace(/^\/\*/, '/somewhere').replace('*', 'x').replace(/:\w+/g, 'x')
  // The development pages must be requested by the server's own host name.
  const headers = path.startsWith('/dev/') ? { host: new URL(readSettings({}).baseUrl).host } : {}
  expect((await server.app.inject({ method: method === 'POST' ? 'POST' : 'GET', url: path, headers })).statusCode).toBe(
    status,
  )
})

test('each applicant reaches only their own application, and an ended session reaches nothing', async () => {
  const [ada, ben] = [await signedUp('ada@mail.example'), await signedUp('ben@mail.example')]
  await make('saveAnswers', ada, { first_name: 'Ada', ssn: '501-55-0187' })
  for (const name of Object.keys(rows).filter(isCallName).slice(0, -1)) {
    const { status, text } = await make(name, ada)
    expect(text, name).not.toMatch(/501-?55/)
    expect({ name, status }, proves('6.student.1')).toEqual({ name, status: rows[name].applicant })
    expect(calls[name].path.startsWith('/api/'), name).toBe(calls[name].access === 'applicant')
    const reply = await make(name, ben)
    expect({ name, status: reply.status }).toEqual({ name, status: rows[name].applicant })
    expect(reply.text).not.toMatch(/"Ada"|ada@|501-55/)
  }
  expect((await make('logout', ada)).status).toBe(200)
  for (const name of Object.keys(rows).filter(isCallName)) {
    if (calls[name].access !== 'applicant') continue
    const reply = await make(name, ada)
    expect({ name, status: reply.status }).toEqual({ name, status: 401 })
    expect(reply.text).not.toMatch(/"Ada"|ada@|501-55/)
    expect(reply.cookies.join()).toMatch(/Max-Age=0|Expires=Thu, 01 Jan 1970/)
  }
  expect((await make('profile', ben)).status).toBe(200)
}, 120_000)

/** Input that no route can use: always a 400 in the form of the error catalog, with the usual headers. */
const oddTexts = { NUL: 'a\0b', 'half a surrogate pair': 'a\ud800b', 'the other half': '\udc00' }

describe.each(Object.entries(oddTexts))('%s', (_, odd) => {
  test.each(Object.keys(rows).filter(isCallName))('%s', async (name) => {
    const { method, path, access } = calls[name]
    const person = access === 'applicant' ? await somebody() : undefined
    const headers = { 'content-type': 'application/json', cookie: person?.cookie ?? '' }
    const { body } = rows[name]
    const given = Object(typeof body === 'function' ? body() : (body ?? {}))
    // In every place of the payload: as an additional value, inside each value, and as a field name.
    const payloads = [...placesIn(given, odd), { ...given, [odd]: 'x' }]
    for (const payload of method === 'GET' ? [] : payloads) {
      const reply = await raw(method, path, headers, JSON.stringify(payload))
      // A call without a payload ignores it.
      if (calls[name].body === null) expect(reply.status, JSON.stringify(payload)).toBeLessThan(500)
      else expectMalformed(reply, JSON.stringify(payload))
    }
    if (odd.isWellFormed()) {
      const parts = path.split('/').map((part) => (part.startsWith(':') ? 'a%00b' : part))
      if (path.includes(':')) expectMalformed(await raw(method, parts.join('/'), headers), path)
      if (method === 'GET' && calls[name].body !== null) {
        for (const key of new URLSearchParams(rows[name].query).keys()) {
          expectMalformed(await raw(method, `${path}?${key}=a%00b`, headers), `${path}?${key}`)
        }
      }
    }
  })
})

test.each([
  '/assets/%00',
  '/assets/../x',
  '/assets/%2e%2e/%2e%2e/package.json',
  '/assets/..%2f..%2fpackage.json',
  '/assets/..%5c..%5cpackage.json',
  '/%E0%A4%A',
  '/api/%E0%A4%A',
  '/%00',
  '/about/%00',
  '/api/answer%00',
  '/documents/application-pdf/%00/1/x',
  '/documents/draft-pdf/%00/1/x',
  '/copies/%00/1/x',
  '/about/../api/profile',
])('unknown path: %s', async (path) => {
  for (const method of ['GET', 'POST', 'PUT']) {
    expectMalformed(await raw(method, path, {}), `${method} ${path}`)
  }
})

test.each([
  ['a NUL in a cookie', 'GET /api/profile HTTP/1.1\r\nHost: x\r\nCookie: a=\0b\r\n\r\n', 400],
  ['a NUL in the path', 'GET /a\0b HTTP/1.1\r\nHost: x\r\n\r\n', 400],
  ['something other than HTTP', 'hello\r\n\r\n', 400],
  ['an unknown method', 'BREW /api/profile HTTP/1.1\r\nHost: x\r\n\r\n', 400],
  ['more headers than fit', `GET / HTTP/1.1\r\nHost: x\r\nCookie: ${'a'.repeat(40_000)}\r\n\r\n`, 413],
])('an invalid request: %s', async (_, text, status) => {
  const { hostname, port } = new URL(address)
  const socket = connect(Number(port), hostname)
  socket.end(text)
  const reply = Buffer.concat(await socket.toArray()).toString()
  const [head = '', body = ''] = reply.split('\r\n\r\n')
  expect(head).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
  expect(head).toMatch(/content-security-policy: default-src 'none'/)
  expect(head).toMatch(/cache-control: no-store/)
  expect(JSON.parse(body)).toEqual({ code: expect.any(String), message: expect.any(String) })
})

test.each([
  ['nothing', ''],
  ['no end', '--x\r\nContent-Disposition: form-data; name="key"\r\n\r\nvalue'],
  ['half of a header', '--x\r\nContent-Dispo'],
  [
    'a field name that reaches the prototype',
    '--x\r\nContent-Disposition: form-data; name="__proto__"\r\n\r\na\r\n--x--\r\n',
  ],
  ['too many fields', `${'--x\r\nContent-Disposition: form-data; name="a"\r\n\r\nb\r\n'.repeat(12)}--x--\r\n`],
])('an upload form with %s is malformed', async (_, form) => {
  expectMalformed(await raw('POST', '/uploads', { 'content-type': 'multipart/form-data; boundary=x' }, form), form)
})

test('an upload form that ends in the middle of an allowed file is refused', async () => {
  const { text } = await make('presignUpload', await somebody(), { answer_key: 'college_transcript' })
  const part = (name: string, value: string) => `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}`
  const parts = Object.entries(Object(JSON.parse(text).fields)).map(([name, value]) => part(name, String(value)))
  const form = [...parts, part('file"; filename="visa.pdf', '%PDF')].join('\r\n')
  const reply = await raw('POST', '/uploads', { 'content-type': 'multipart/form-data; boundary=x' }, form)
  expect({ status: reply.status, code: JSON.parse(reply.text).code }).toEqual({ status: 413, code: 'too_large' })
})

test('a request with an expectation that nobody knows is served as without it', async () => {
  const reply = await raw('GET', '/api/profile', { expect: 'x' })
  expect({ status: reply.status, body: JSON.parse(reply.text) }).toMatchObject({
    status: 401,
    body: { code: 'unauthorized' },
  })
})

test('without a session the reply is 401 before the payload is checked', async () => {
  for (const name of Object.keys(rows).filter(isCallName)) {
    const { method, path, access } = calls[name]
    if (access !== 'applicant') continue
    for (const [type, body] of [
      ['application/json', '{"a":'],
      ['application/json', '{"unknown":[1]}'],
      ['application/json', 'x'.repeat(300_000)],
      ['text/plain', 'hello'],
    ] as const) {
      const reply = await raw(method, path.replace(/:\w+/, 'x'), { 'content-type': type }, body)
      expect({ name, body: body.slice(0, 20), status: reply.status }, proves('6.anonymous.2')).toEqual({
        name,
        body: body.slice(0, 20),
        status: 401,
      })
    }
  }
})

test.each([
  '/metrics',
  '/favicon.ico',
  '/robots.txt',
  '/apple-touch-icon.png',
  '/assets/x.js',
  '/dev/nothing',
  '/uploads',
])('%s does not return the page, so that a probe of a wrong address fails', async (path) => {
  const reply = await raw('GET', path, { accept: '*/*' })
  expect({ status: reply.status, body: JSON.parse(reply.text) }).toMatchObject({
    status: 404,
    body: { code: 'not_found' },
  })
})

test.each(['/.git/config', '/.env', '/about/.ssh/id_rsa', '/staff/.htaccess', '/%2egit/config', '/.well-known/x'])(
  'nothing is at %s, not even the page',
  async (path) => expect((await raw('GET', path, { accept: 'text/html' })).status).toBe(404),
)

test('security.txt says whom to tell of a fault, for less than a year', async () => {
  const { text, headers } = await raw('GET', '/.well-known/security.txt', {})
  expect(headers['content-type']).toBe('text/plain; charset=utf-8')
  expect(text).toMatch(/^Contact: mailto:\S+@\S+$/m)
  const expires = Date.parse(/^Expires: (.*)$/m.exec(text)?.[1] ?? '')
  expect(expires).toBeGreaterThan(Date.now() + 90 * 86_400_000)
  expect(expires).toBeLessThan(Date.now() + 365 * 86_400_000)
})

test.each([100, 3_000, 20_000, 100_000])('a payload of %i levels is malformed for every call', async (levels) => {
  for (const [open, close] of [
    ['[', ']'],
    ['{"a":', '}'],
  ] as const) {
    const deep = `${open.repeat(levels)}1${close.repeat(levels)}`
    for (const [path, body] of [
      ['/public/phone-link', `{"phone_token":${deep}}`],
      ['/public/tmp', `{"answer":${deep}}`],
      ['/public/login', deep],
      [staffCalls.useStaffLink.path, `{"token":${deep}}`],
    ] as const) {
      if (body.length < 256 * 1024)
        expectMalformed(await raw('POST', path, { 'content-type': 'application/json' }, body), `${path} ${levels}`)
    }
  }
})

test('every reply forbids the browser features that no page needs', async () => {
  for (const path of ['/', '/healthz', '/api/profile', '/assets/nothing.js', '/nothing']) {
    expect((await raw('GET', path, {})).headers['permissions-policy'], path).toContain('camera=()')
  }
})

describe('with limits of three', () => {
  let limited: Server
  let folder = ''
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'causeway-limited-'))
    await copyDatabase(inject('embeddedTemplate'), folder)
    const LIMITS_FILE = join(folder, 'limits.json')
    const { table } = readLimits({ limitsFile: undefined })
    const three = Object.keys(table).map((kind) => [kind, { most: 3, seconds: 900 }])
    await writeFile(LIMITS_FILE, JSON.stringify(Object.fromEntries(three)))
    const settings = { ...readSettings({ DATA_DIR: folder, LIMITS_FILE, LOG_LEVEL: 'silent' }), port: 0 }
    limited = await startServer(settings, createLog(settings))
  })
  afterAll(async () => {
    await limited.close()
    await rm(folder, { recursive: true })
  })

  test.each(
    Object.keys(rows)
      .filter(isCallName)
      .filter((name) => calls[name].access === 'public'),
  )('%s is limited, and the refusal says when to try again', async (name) => {
    const { body } = rows[name]
    const same = typeof body === 'function' ? body() : body
    for (let times = 0; times <= 3; times += 1) {
      const reply = await make(name, undefined, same, limited.app.listeningOrigin)
      if (reply.status !== 429) continue
      expect(JSON.parse(reply.text)).toMatchObject({
        code: 'too_many',
        message: expect.stringMatching(/^Too many attempts\. Please try again in (a minute|\d+ minutes|\d+ hours)\.$/),
      })
      expect(Number(reply.retryAfter)).toBeGreaterThan(0)
      return
    }
    throw new Error(`${name} was asked four times, and a limit of three refused none.`)
  })
})

describe('with a limit of three failures for strangers', () => {
  let limited: Server
  let folder = ''
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'causeway-strangers-'))
    await copyDatabase(inject('embeddedTemplate'), folder)
    const LIMITS_FILE = join(folder, 'limits.json')
    await writeFile(LIMITS_FILE, JSON.stringify({ stranger: { most: 3, seconds: 900 } }))
    const settings = { ...readSettings({ DATA_DIR: folder, LIMITS_FILE, LOG_LEVEL: 'silent' }), port: 0 }
    limited = await startServer(settings, createLog(settings))
  })
  afterEach(async () => {
    await limited.close()
    await rm(folder, { recursive: true })
  })

  const ask = async (path: string, headers: Record<string, string>) =>
    (await fetch(`${limited.app.listeningOrigin}${path}`, { headers })).status

  test.each([
    ['unknown export tokens', '/export/v1/changes', { authorization: 'Bearer cwy_unknown' }],
    ['made-up cookies of staff', staffCalls.listStaff.path, { cookie: 'causeway-staff-3000=made-up' }],
  ])(
    '%s are refused without a look at the database, and whoever has proved who they are goes on',
    async (_, path, made) => {
      const command = (name: string, words: string[]) => sendCommand(controlSocketPath(folder), name, words)
      const token = /cwy_[\w-]+/.exec(
        JSON.stringify(await command('token', ['make', 'registrar', '--rights', 'changes', '--by', 'Test'])),
      )?.[0]
      const known = { authorization: `Bearer ${token}` }
      expect(await ask('/export/v1/changes', known)).toBe(200)
      const statuses = []
      for (let times = 0; times < 5; times += 1) statuses.push(await ask(path, made))
      expect(statuses).toEqual([401, 401, 401, 429, 429])
      expect(await ask('/export/v1/changes', known)).toBe(200)
      expect(await ask('/export/v1/changes', { authorization: 'Bearer cwy_another' })).toBe(429)
      // Pages and applicants are as before.
      expect([await ask('/', { accept: 'text/html' }), await ask('/api/profile', {})]).toEqual([200, 401])
    },
  )
})

/** The payload with each of its texts in turn replaced by `odd`. */
function placesIn(payload: unknown, odd: string): readonly unknown[] {
  if (typeof payload === 'string') return [odd]
  if (typeof payload !== 'object' || payload === null) return []
  return Object.entries(payload).flatMap(([key, value]) =>
    placesIn(value, odd).map((changed) =>
      Array.isArray(payload) ? payload.with(Number(key), changed) : { ...payload, [key]: changed },
    ),
  )
}

type Raw = Awaited<ReturnType<typeof raw>>

function expectMalformed({ status, text, headers }: Raw, asked: string): void {
  expect({ asked, status }).toEqual({ asked, status: 400 })
  expect(JSON.parse(text)).toMatchObject({ code: expect.any(String), message: expect.stringMatching(/\.$/) })
  expect(JSON.parse(text).statusCode).toBeUndefined()
  expect(headers['content-security-policy']).toContain("default-src 'none'")
  expect(headers['x-content-type-options']).toBe('nosniff')
  expect(headers['cache-control']).toBe('no-store')
}

/** Sends a request with its path unchanged; `fetch` would normalize it. */
async function raw(method: string, path: string, headers: Record<string, string>, body?: string) {
  const { hostname, port } = new URL(address)
  const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }
  const sent = request({ hostname, port, method, path, headers: { ...headers, ...length } })
  sent.end(body)
  const [reply] = await once(sent, 'response')
  const text = Buffer.concat(await reply.toArray()).toString()
  return { status: Number(reply.statusCode), headers: reply.headers, text }
}

/** One applicant for all tests that only read. */
let known: Promise<Person> | undefined
const somebody = () => {
  known ??= signedUp('cleo@mail.example')
  return known
}

function isCallName(name: string): name is CallName {
  return Object.hasOwn(calls, name)
}

async function make(name: CallName, person?: Person, body: unknown = rows[name].body, origin = address): Promise<Made> {
  const { method, path } = calls[name]
  const reply = await fetch(`${origin}${path}${rows[name].query ?? ''}`, {
    method,
    headers: { 'content-type': 'application/json', ...(person ? { cookie: person.cookie } : {}) },
    ...(body === undefined ? {} : { body: JSON.stringify(typeof body === 'function' ? body() : body) }),
  })
  return {
    status: reply.status,
    text: await reply.text(),
    cookies: reply.headers.getSetCookie(),
    retryAfter: reply.headers.get('retry-after'),
  }
}

/** Signs up, reads the mailed code, confirms and logs in: the only way to get a session. */
async function signedUp(username: string): Promise<Person> {
  const before = await mails()
  const { cookies: proof } = await make('signup', undefined, { username, password: PASSWORD })
  const mail = await vi.waitUntil(async () => (await mails()).find((name) => !before.includes(name)), {
    timeout: 30_000,
  })
  const text = await readFile(join(dataDir, 'mail', mail), 'utf8')
  await make('confirm', personWith(proof), { username, code: /\b\d{6}\b/.exec(text)?.[0] ?? '' })
  const { cookies } = await make('login', undefined, { username, password: PASSWORD })
  return personWith(cookies)
}

const personWith = (cookies: readonly string[]): Person => ({
  cookie: cookies.map((each) => each.split(';')[0]).join('; '),
})

/** A file name with a leading dot is a mail that is still being written. */
const mails = async (): Promise<string[]> =>
  (await readdir(join(dataDir, 'mail')).catch(() => [])).filter((name) => !name.startsWith('.'))
