import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { readSettings } from '../settings/index.ts'
import { createLog } from './create-log.ts'
import { createApp } from './index.ts'

describe('the log', () => {
  /** What the log contains after this error. */
  function logged(err: unknown): string {
    const lines: string[] = []
    createLog({ logLevel: 'info' }, { stream: { write: (line) => void lines.push(line) } }).error({ err }, 'It failed.')
    return lines.join()
  }

  test('a database error is logged with its code and location, never with the values it quotes', () => {
    const error = Object.assign(new Error('invalid input syntax for type json: "501-55-0187"'), {
      severity: 'ERROR',
      code: '22P02',
      detail: 'Token "501-55-0187" is invalid.',
      table: 'application',
      parameters: ['501-55-0187'],
    })
    const line = logged(error)
    expect(line).not.toContain('501-55')
    expect(JSON.parse(line).err).toMatchObject({ name: 'DatabaseError', code: '22P02', table: 'application' })
  })

  test('another error is logged with its message, its cause and its location', () => {
    const { err } = JSON.parse(logged(new Error('The queue is gone.', { cause: new Error('No disk.') })))
    expect(err).toMatchObject({ name: 'Error', message: 'The queue is gone.', cause: { message: 'No disk.' } })
    expect(err.frames.length).toBeGreaterThan(0)
  })

  test('a request is logged with its id and method only, without address and headers', () => {
    const lines: string[] = []
    const log = createLog({ logLevel: 'info' }, { stream: { write: (line) => void lines.push(line) } })
    log.info(
      { req: { id: 'r1', method: 'GET', url: '/reset?id=secret-token', headers: { cookie: 'session=secret' } } },
      'asked',
    )
    expect(lines.join()).not.toContain('secret')
    expect(JSON.parse(lines[0] ?? '').req).toEqual({ id: 'r1', method: 'GET' })
  })
})

describe('the id of a request', () => {
  /** An app whose POST /work writes a line with the log of the process, and all lines of the log. */
  async function started(trustProxy: false | number) {
    const lines: string[] = []
    const log = createLog({ logLevel: 'info' }, { kind: 'server', stream: { write: (line) => void lines.push(line) } })
    const sessions = { applicantOf: async () => undefined, expiredCookies: [] }
    const app = await createApp({ ...readSettings({}), trustProxy }, sessions, log)
    app.post('/work', async () => {
      await sleep(1)
      log.info('Deep inside.')
      return {}
    })
    return { app, log, lines: () => lines.map((line) => JSON.parse(line)) }
  }

  const post = { method: 'POST', url: '/work', payload: {} } as const
  const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

  test('a setting of the database that is at fault is an outage, and is named once', async () => {
    const { app, lines } = await started(false)
    const refused = () => Promise.reject(Object.assign(new Error('password authentication failed'), { code: '28P01' }))
    app.get('/refused', refused)
    for (let times = 0; times < 3; times += 1) {
      const { statusCode, headers, body } = await app.inject('/refused')
      expect([statusCode, headers['retry-after'], JSON.parse(body).code]).toEqual([503, '5', 'database_away'])
    }
    const faults = lines().filter(({ msg }) => msg === 'The database refuses the password in DATABASE_URL.')
    expect(faults).toHaveLength(1)
    await app.close()
  })

  test('a trusted proxy names its requests, in the reply and in every line', async () => {
    const { app, log, lines } = await started(1)
    const reply = await app.inject({ ...post, headers: { 'x-request-id': 'a1b2c3.from-proxy' } })
    expect(reply.headers['x-request-id']).toBe('a1b2c3.from-proxy')
    log.info('Nobody asked for this.')
    expect(lines().map(({ msg, reqId }) => [msg, reqId])).toEqual([
      ['Deep inside.', 'a1b2c3.from-proxy'],
      ['reply', 'a1b2c3.from-proxy'],
      ['Nobody asked for this.', undefined],
    ])
  })

  test.each([
    ['nobody is trusted', false, 'a1b2c3'],
    ['it is too long', 1, 'a'.repeat(101)],
    ['it has other characters', 1, 'a"b c'],
    ['it is empty', 1, ''],
    ['there is none', 1, undefined],
  ] as const)('a new id is made when %s', async (_, trustProxy, given) => {
    const { app, lines } = await started(trustProxy)
    const reply = await app.inject({ ...post, headers: given === undefined ? {} : { 'x-request-id': given } })
    const id = String(reply.headers['x-request-id'])
    expect(id).toMatch(UUID)
    expect(lines().map(({ reqId }) => reqId)).toEqual([id, id])
  })

  test('requests at the same time keep their own ids, and errors and unknown paths have one too', async () => {
    const { app, lines } = await started(1)
    await Promise.all(['one', 'two', 'three'].map((id) => app.inject({ ...post, headers: { 'x-request-id': id } })))
    const inside = lines().filter(({ msg }) => msg === 'Deep inside.')
    expect(inside.map(({ reqId }) => reqId).toSorted()).toEqual(['one', 'three', 'two'])
    for (const url of ['/none', '/%zz', '/a/../b']) {
      expect((await app.inject({ url, headers: { 'x-request-id': 'four' } })).headers['x-request-id'], url).toBe('four')
    }
  })

  test('a payload that comes late, over a connection that serves other requests too, does not lose the id', async () => {
    const { app, lines } = await started(1)
    const address = await app.listen({ port: 0, host: '127.0.0.1' })
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    for (const id of ['early', 'late']) {
      const headers = { 'x-request-id': id, 'content-type': 'application/json' }
      const sent = request(`${address}/work`, { method: 'POST', agent, headers })
      sent.write('{')
      await sleep(50)
      sent.end('}')
      const [reply] = await once(sent, 'response')
      reply.resume()
      await once(reply, 'end')
    }
    agent.destroy()
    await app.close()
    expect(lines().flatMap(({ msg, reqId }) => (msg === 'Deep inside.' ? [reqId] : []))).toEqual(['early', 'late'])
  })

  test('each line names host, process and pid', async () => {
    const { app, lines } = await started(false)
    await app.inject(post)
    for (const line of lines()) {
      expect(line).toMatchObject({ host: expect.any(String), process: 'server', pid: process.pid })
    }
  })
})
