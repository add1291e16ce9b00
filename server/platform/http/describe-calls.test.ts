import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { type CallName, calls } from '../../../api/index.ts'
import { silentLog } from '../../testing/index.ts'
import { readSettings, type Settings } from '../settings/index.ts'
import { type App, createApp, serveCall } from './index.ts'

/** The field names of a payload or a reply, or the map they are in. Fields in brackets are our own and optional. */
type Fields = readonly string[] | 'a map'
type Row = readonly [call: string, payload: Fields, reply: Fields]

/** The calls of requirements 7, written by hand. Q21 to Q30 settle fields that no requirement names. */
const specified: readonly Row[] = [
  ['POST /api/web-status', ['web_status'], ['message']],
  ['PUT /api/last-page', ['last_page'], ['message']],
  ['PUT /api/answer', 'a map', ['message', 'revision', 'saved_at', 'cleared']],
  ['POST /public/confirm', ['username', 'code', '(password)'], ['message']],
  ['POST /public/forgot-password', ['username'], ['message']],
  ['POST /public/login', ['username', 'password', '(code)'], ['message', 'username']],
  ['POST /public/resend-confirm', ['username'], ['message']],
  ['POST /public/reset-password', ['username', 'password', 'confirm_password', 'id'], ['message']],
  ['POST /public/signup', ['username', 'password'], ['message']],
  ['GET /api/logout', [], ['message']],
  ['GET /api/pdf', [], ['status', 'url', 'message']],
  ['POST /api/submit', [], ['message', 'reference', 'submitted_at']],
  ['PUT /api/add-another', ['button_id', 'num_components', 'removed'], ['message', 'revision', 'answer']],
  ['GET /api/add-another', [], 'a map'],
  ['PUT /api/tabs', ['tab_id', 'chosen_tab'], ['message', 'revision', 'cleared']],
  ['GET /api/tabs', [], 'a map'],
  [
    'GET /api/profile',
    [],
    ['answer', 'document_answer', 'username', 'last_page', 'successful_login', 'web_status', 'revision'],
  ],
  ['GET /public/tmp', ['token'], ['answer', 'expires_at']],
  ['POST /api/presigned-url', ['answer_key'], ['url', 'fields']],
  ['GET /api/document-answer', [], 'a map'],
  ['POST /api/pdf/document-answer/{answer_key}', ['file_key', 'file_name'], ['status']],
  ['GET /api/pdf/document-answer/{answer_key}', [], ['status']],
  ['DELETE /api/pdf/document-answer/{answer_key}', [], ['message']],
  ['DELETE /api/document-answer/{answer_key}', [], ['message']],
  ['GET /lookup/find', ['text', 'category', 'max_results', 'id'], 'a map'],
  ['GET /service/tmp-pdf', ['service_token'], ['answer', 'add_another', 'document_answer', 'tabs']],
  ['POST /api/validations', 'a map', ['message']],
]
/**
 * Our own calls (Q30, docs/decisions/0014, docs/decisions/0020, docs/decisions/0023, docs/decisions/0072,
 * docs/decisions/0078).
 */
const ours: readonly Row[] = [
  ['POST /public/tmp', ['answer'], ['token', 'url', 'expires_at']],
  ['GET /lookup/zip', ['zip'], ['city', 'states']],
  ['DELETE /public/tmp', ['token'], ['message']],
  ['POST /api/change-password', ['current_password', 'password', 'confirm_password'], ['message']],
  ['GET /api/held-data', [], ['account', 'application', 'mails']],
  ['GET /api/form-changes', [], ['differences']],
  ['GET /api/new-since-signed', [], ['differences']],
  ['GET /api/pdf/draft', [], ['url']],
  ['GET /api/who-reads', [], ['is_submitted', 'parts', 'readers']],
  ['POST /api/delete-account', ['current_password'], ['message']],
  ['POST /api/email-change', ['current_password', 'username'], ['message']],
  ['GET /api/email-change', [], ['pending']],
  ['POST /api/email-change/code', ['code'], ['message', 'username']],
  ['DELETE /api/email-change', [], ['message']],
  ['GET /api/devices', [], ['devices']],
  ['DELETE /api/devices/{device_id}', [], ['message']],
  ['DELETE /api/devices', [], ['message']],
  ['GET /api/answer-changes', ['device', 'before'], ['changes', 'next']],
  ['GET /api/applications', [], ['applications']],
  ['POST /api/apply-again', [], ['message']],
  ['POST /api/open-application', ['id'], ['message']],
  ['POST /api/withdraw', ['id', 'reason'], ['message']],
  ['POST /api/phone-link', ['answer_key'], ['url', 'expires_at']],
  ['POST /public/phone-link', ['phone_token'], ['expires_at']],
  ['POST /public/phone-link/presigned-url', ['phone_token'], ['url', 'fields']],
  ['POST /public/phone-link/document', ['file_key', 'file_name', 'phone_token'], ['status']],
  ['POST /public/phone-link/conversion', ['phone_token'], ['status']],
  ['DELETE /public/phone-link/document', ['phone_token'], ['message']],
  ['POST /public/check-pdf', 'a map', ['is']],
  ['POST /public/client-error', ['message', 'route', 'release', 'request_id'], ['message']],
]

const fieldsSchema = z.object({
  required: z.array(z.string()).optional(),
  properties: z.record(z.string(), z.unknown()).optional(),
  additionalProperties: z.unknown().optional(),
})
const content = z.object({ content: z.object({ 'application/json': z.object({ schema: fieldsSchema }) }) })
const operationSchema = z.object({
  parameters: z.array(z.object({ name: z.string(), in: z.enum(['query', 'path']) })).optional(),
  requestBody: content.optional(),
  responses: z.record(z.string(), content),
})
const documentSchema = z.object({ paths: z.record(z.string(), z.record(z.string(), operationSchema)) })

describe('the description of the calls', () => {
  let app: App
  let described: ReadonlyMap<string, z.output<typeof operationSchema>>

  beforeAll(async () => {
    app = await openApp('http://localhost:3000')
    const reply = await app.inject({ url: '/dev/openapi.json', headers: { host: 'localhost:3000' } })
    const { paths } = documentSchema.parse(reply.json())
    const named = Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, each]) => [`${method.toUpperCase()} ${path}`, each] as const),
    )
    described = new Map(named)
  })
  afterAll(() => app.close())

  const fieldsOf = ({ content: { 'application/json': json } }: z.output<typeof content>): Fields =>
    json.schema.properties ? Object.keys(json.schema.properties) : 'a map'
  const payloadOf = ({ requestBody, parameters = [] }: z.output<typeof operationSchema>): Fields => {
    const asked = parameters.filter((each) => each.in === 'query').map(({ name }) => name)
    if (!requestBody) return asked
    const fields = fieldsOf(requestBody)
    const { required = [] } = requestBody.content['application/json'].schema
    const isOurs = (name: string) => ['password', 'code'].includes(name) && !required.includes(name)
    return fields === 'a map' ? fields : fields.map((name) => (isOurs(name) ? `(${name})` : name))
  }

  test.each([...specified, ...ours])(
    '%s has the payload and reply that the requirements say',
    (call, payload, reply) => {
      const operation = described.get(call)
      if (operation === undefined) throw new Error(`${call} is not described.`)
      const { default: error, ...successes } = operation.responses
      const [success] = Object.values(successes)
      if (success === undefined || error === undefined) throw new Error(`${call} has no reply.`)
      expect(payloadOf(operation)).toEqual(payload)
      // A call may return more than the requirements name, but not less.
      expect(fieldsOf(success)).toEqual(reply === 'a map' ? reply : expect.arrayContaining([...reply]))
      expect(fieldsOf(error)).toEqual(['message', 'code'])
    },
  )

  test('every served call is in the table', () => {
    const listed = [...specified, ...ours].map(([call]) => call)
    expect([...described.keys()].toSorted()).toEqual(listed.toSorted())
    expect(specified.length).toBe(27) // the calls of requirements 7 without 7.storage
  })

  test('nothing else is described, neither health nor development pages', () => {
    expect([...described.keys()].filter((call) => !/ \/(api|public|lookup|service)\//.test(call))).toEqual([])
  })
})

test.each([
  ['http://localhost:3000', 'localhost:3000', 200],
  ['http://localhost:3000', 'apply.bridger.example', 404],
  ['https://apply.bridger.example', 'apply.bridger.example', 404],
])('a server at %s, called as %s, replies with %i', async (baseUrl, host, status) => {
  const app = await openApp(baseUrl)
  expect((await app.inject({ url: '/dev/openapi.json', headers: { host } })).statusCode).toBe(status)
  await app.close()
})

test.each([
  ['this machine', {}, {}, 200],
  ['this machine by IPv6', { remoteAddress: '::1' }, {}, 200],
  ['another machine with our host name', { remoteAddress: '192.0.2.2' }, {}, 404],
  ['a proxy on this machine', {}, { 'x-forwarded-for': '192.0.2.2' }, 404],
  ['a proxy with another header', {}, { forwarded: 'for=192.0.2.2' }, 404],
  ['a tunnel', {}, { via: '1.1 tunnel' }, 404],
])('a request from %s gets %i', async (_, from, headers, status) => {
  const app = await openApp('http://localhost:3000')
  const reply = await app.inject({ url: '/dev/openapi.json', headers: { host: 'localhost:3000', ...headers }, ...from })
  expect(reply.statusCode).toBe(status)
  await app.close()
})

test.each([{ databaseUrl: 'postgresql://db.example/causeway' }, { smtpUrl: 'smtp://mail.example' }])(
  'a server with %o has no development pages',
  async (given) => {
    const app = await openApp('http://localhost:3000', given)
    expect((await app.inject({ url: '/dev/openapi.json', headers: { host: 'localhost:3000' } })).statusCode).toBe(404)
    await app.close()
  },
)

/** A server with every call of the contract and no handlers behind them. */
async function openApp(baseUrl: string, given: Partial<Settings> = {}): Promise<App> {
  const settings = { ...readSettings({}), baseUrl, ...given }
  const app = await createApp(settings, { applicantOf: async () => undefined, expiredCookies: [] }, silentLog)
  for (const name of Object.keys(calls).filter(isCallName)) {
    serveCall(app, name, () => Promise.reject(new Error('Nobody answers here.')))
  }
  return app
}

function isCallName(name: string): name is CallName {
  return Object.hasOwn(calls, name)
}
