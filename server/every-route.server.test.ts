import { randomUUID } from 'node:crypto'
import { cp, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest'
import { type CallName, calls } from '../api/index.ts'
import { createLog } from './http/index.ts'
import { readSettings } from './settings/index.ts'
import { type Server, startServer } from './start-server.ts'

/** Somebody else each time: how often one address may ask is limited. */
const someone = () => ({ username: `${randomUUID()}@mail.example` })

/**
 * Every route, walked as nobody, as an applicant, as another applicant and with a session that has ended. The rows are
 * compared with the routes the server really has, so that a new route without a row fails.
 */
const rows: Record<CallName, { body?: unknown; query?: string; nobody: number; applicant: number }> = {
  signup: { body: { username: 'x', password: 'y' }, nobody: 400, applicant: 400 },
  confirm: { body: { username: 'a@b.example', code: '000000' }, nobody: 400, applicant: 400 },
  resendConfirm: { body: someone, nobody: 200, applicant: 200 },
  login: { body: { username: 'a@b.example', password: 'wrong' }, nobody: 400, applicant: 400 },
  forgotPassword: { body: someone, nobody: 200, applicant: 200 },
  resetPassword: {
    body: {
      username: 'a@b.example',
      password: 'Larch-and-snow 2027',
      confirm_password: 'Larch-and-snow 2027',
      id: 'x',
    },
    nobody: 400,
    applicant: 400,
  },
  find: { query: '?text=bozeman&category=address', nobody: 200, applicant: 200 },
  placeOfZip: { query: '?zip=59715', nobody: 200, applicant: 200 },
  clientError: { body: { message: 'm', route: '/about', release: '1' }, nobody: 200, applicant: 200 },
  keepAnswers: { body: { answer: { first_name: 'Eve' } }, nobody: 201, applicant: 201 },
  serviceView: { query: '?service_token=x', nobody: 404, applicant: 404 },
  keptAnswers: { query: '?token=x', nobody: 404, applicant: 404 },
  profile: { nobody: 401, applicant: 200 },
  saveAnswers: { body: { middle_name: 'Q' }, nobody: 401, applicant: 200 },
  saveLastPage: { body: { last_page: '/about' }, nobody: 401, applicant: 200 },
  saveWebStatus: { body: { web_status: 'started' }, nobody: 401, applicant: 200 },
  reportValidations: { body: { first_name: ['First Name'] }, nobody: 401, applicant: 200 },
  submit: { nobody: 401, applicant: 422 },
  copyStatus: { nobody: 401, applicant: 200 },
  saveAddAnother: { body: { button_id: 'colleges', num_components: 2 }, nobody: 401, applicant: 200 },
  addAnother: { nobody: 401, applicant: 200 },
  saveTab: { body: { tab_id: 'none', chosen_tab: 'none' }, nobody: 401, applicant: 400 },
  tabs: { nobody: 401, applicant: 200 },
  presignUpload: { body: { answer_key: 'none' }, nobody: 401, applicant: 400 },
  documentAnswer: { nobody: 401, applicant: 200 },
  startConversion: { body: { file_key: 'none', file_name: 'visa.pdf' }, nobody: 401, applicant: 400 },
  conversion: { nobody: 401, applicant: 400 },
  deleteConversion: { nobody: 401, applicant: 400 },
  deleteDocument: { nobody: 401, applicant: 400 },
  // Last, because it ends the session.
  logout: { nobody: 401, applicant: 200 },
}
/** Routes beside the contract, open to anybody: health, the mail page of development, a signed link, the screen. */
const others = {
  'GET /healthz': 200,
  'GET /readyz': 200,
  'GET /dev/mail': 200,
  'GET /dev/openapi.json': 200,
  'GET /copies/:id/:expires/:signed': 404,
  'GET /documents/:id/:expires/:signed': 404,
  'POST /uploads': 400,
  'GET /assets/*': 404,
  'GET /*': 200,
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
  await cp(inject('embeddedTemplate'), join(dataDir, 'database'), { recursive: true })
  const settings = { ...readSettings({ DATA_DIR: dataDir, LOG_LEVEL: 'silent' }), port: 0 }
  server = await startServer(settings, createLog(settings))
  address = server.app.listeningOrigin
})
afterAll(async () => {
  await server.close()
  await rm(dataDir, { recursive: true })
})

test('[6.anonymous.2] [6.student.1] every route has its row: a new one without a row fails here', () => {
  const served = [...server.app.servedRoutes].filter((route) => !route.startsWith('HEAD '))
  const expected = [...Object.values(calls).map(({ method, path }) => `${method} ${path}`), ...Object.keys(others)]
  expect(served.length).toBeGreaterThan(10)
  expect(served.toSorted()).toEqual(expected.toSorted())
})

test.each(Object.keys(rows).filter(isCallName))('nobody: %s', async (name) => {
  expect((await make(name)).status).toBe(rows[name].nobody)
})

test.each(Object.entries(others))('anybody: %s', async (route, status) => {
  const [method = '', url = ''] = route.split(' ')
  const path = url.replace(/^\/\*/, '/somewhere').replace('*', 'x').replace(/:\w+/g, 'x')
  // The pages of development ask to be reached by the server's own name.
  const headers = path.startsWith('/dev/') ? { host: new URL(readSettings({}).baseUrl).host } : {}
  expect((await server.app.inject({ method: method === 'POST' ? 'POST' : 'GET', url: path, headers })).statusCode).toBe(
    status,
  )
})

test('an applicant reaches her own, another his own, and a session that has ended reaches nothing', async () => {
  const [ada, ben] = [await signedUp('ada@mail.example'), await signedUp('ben@mail.example')]
  await make('saveAnswers', ada, { first_name: 'Ada', ssn: '501-55-0187' })
  for (const name of Object.keys(rows).filter(isCallName)) {
    if (name === 'logout') continue
    expect({ name, status: (await make(name, ada)).status }).toEqual({ name, status: rows[name].applicant })
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

test.each(
  Object.keys(rows)
    .filter(isCallName)
    .filter((name) => calls[name].access === 'public'),
)('nobody may ask %s without end, and the refusal says when to try again', async (name) => {
  const { body } = rows[name]
  const same = typeof body === 'function' ? body() : body
  for (let times = 0; times < 1300; times += 1) {
    const reply = await make(name, undefined, same)
    if (reply.status !== 429) continue
    expect(JSON.parse(reply.text)).toMatchObject({
      code: 'too_many',
      message: expect.stringMatching(/^Too many attempts\. Please try again in (a minute|\d+ minutes|\d+ hours)\.$/),
    })
    expect(Number(reply.retryAfter)).toBeGreaterThan(0)
    return
  }
  throw new Error('It was never refused.')
})

function isCallName(name: string): name is CallName {
  return Object.hasOwn(calls, name)
}

async function make(name: CallName, person?: Person, body: unknown = rows[name].body): Promise<Made> {
  const { method, path } = calls[name]
  const reply = await fetch(`${address}${path}${rows[name].query ?? ''}`, {
    method,
    headers: { 'content-type': 'application/json', ...(person ? { cookie: person.cookie } : {}) },
    ...(body === undefined ? {} : { body: JSON.stringify(typeof body === 'function' ? body() : body) }),
  })
  // A slow machine asks to be asked again (decision 56), which says nothing of the route.
  if (reply.status === 503) return sleep(1000).then(() => make(name, person, body))
  return {
    status: reply.status,
    text: await reply.text(),
    cookies: reply.headers.getSetCookie(),
    retryAfter: reply.headers.get('retry-after'),
  }
}

/** Signs up, reads the mailed code, confirms and logs in: the only way to a session. */
async function signedUp(username: string): Promise<Person> {
  const before = await mails()
  await make('signup', undefined, { username, password: PASSWORD })
  const mail = await vi.waitUntil(async () => (await mails()).find((name) => !before.includes(name)), {
    timeout: 30_000,
  })
  const text = await readFile(join(dataDir, 'mail', mail), 'utf8')
  await make('confirm', undefined, { username, code: /\b\d{6}\b/.exec(text)?.[0] ?? '' })
  const { cookies } = await make('login', undefined, { username, password: PASSWORD })
  return { cookie: cookies.map((each) => each.split(';')[0]).join('; ') }
}

/** A name with a dot before it is a mail still being written. */
const mails = async (): Promise<string[]> =>
  (await readdir(join(dataDir, 'mail')).catch(() => [])).filter((name) => !name.startsWith('.'))
