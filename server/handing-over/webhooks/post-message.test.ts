import type { LookupAddress } from 'node:dns'
import { EventEmitter } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import type { RequestOptions } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { postMessage } from './post-message.ts'

/** A name server, and the end of the connection: what a name has, and the addresses that Node was given for it. */
const network = vi.hoisted(() => ({
  found: [] as readonly LookupAddress[],
  offered: [] as string[],
  /** Node asks for all addresses, unless it was started with --no-network-family-autoselection. */
  asksForAll: true,
  /** What was sent, and what becomes of it: an answer, an error, or an end without either. */
  sent: undefined as { readonly url: URL; readonly options: RequestOptions; readonly body: string } | undefined,
  becomes: 204 as number | undefined | Error,
  /** How many answers were cut off, so that nothing more of them is read. */
  ended: 0,
}))
vi.mock('node:dns', () => ({
  // One address, unless all are asked for.
  lookup: (_: string, { all }: { readonly all?: boolean }, done: (error: null, found: unknown) => void) =>
    done(null, all ? network.found : network.found[0]?.address),
}))
// Looks the name up as Node does, and opens no socket: whatever this test finds, nothing leaves the machine.
vi.mock('node:https', () => ({
  request: (url: URL, options: RequestOptions) => {
    const request = new EventEmitter()
    const end = (body: string) =>
      options.lookup?.(url.hostname, { all: network.asksForAll }, (error, given) => {
        // As Node does it: after this call, so that nobody can catch it.
        if (error) return void setImmediate(() => request.emit('error', error))
        network.offered.push(...(typeof given === 'string' ? [given] : given.map(({ address }) => address)))
        network.sent = { url, options, body }
        const { becomes } = network
        if (becomes instanceof Error) setImmediate(() => request.emit('error', becomes))
        else if (becomes === undefined) request.emit('close')
        else request.emit('response', { statusCode: becomes, destroy: () => network.ended++ })
      })
    return Object.assign(request, { end })
  },
}))

const folder = mkdtempSync(join(tmpdir(), 'webhook-'))
const secret_file = join(folder, 'secret')
beforeAll(() => writeFileSync(secret_file, `whsec_${Buffer.alloc(32, 5).toString('base64')}\n`))
afterAll(() => rmSync(folder, { recursive: true }))
beforeEach(() => {
  network.offered = []
  network.asksForAll = true
  network.sent = undefined
  network.becomes = 204
})

const OUTSIDE = { address: '93.184.215.14', family: 4 }
const OUTSIDE_TOO = { address: '2606:2800:21f::1', family: 6 }
const INSIDE = { address: '10.0.0.7', family: 4 }
const INSIDE_TOO = { address: 'fd12::7', family: 6 }

/** What becomes of a message to a name that has these addresses. */
function post(found: readonly LookupAddress[], allow_addresses: readonly string[] = [], more: object = {}) {
  network.found = found
  const url = 'https://hooks.example.edu/'
  const webhook = { name: 'crm', url, secret_file, allow_addresses: [...allow_addresses], form: false, ...more }
  const change = { seq: 7, kind: 'submitted', application_id: 'a', version: 2, at: new Date(5_000) } as const
  return postMessage(webhook, change, { now: NOW, signal: stop.signal })
}
const NOW = new Date('2026-11-28T12:00:00.900Z')
const stop = new AbortController()
const refused = (address: string) => ({
  outcome: 'failed',
  reason: `the address ${address} is not public and not allowed`,
})

test.each([
  ['a private one last', [OUTSIDE, INSIDE], INSIDE],
  ['a private one first', [INSIDE, OUTSIDE], INSIDE],
  ['a private one in the middle', [OUTSIDE, INSIDE, OUTSIDE_TOO], INSIDE],
  ['a private one of the other family', [OUTSIDE, INSIDE_TOO], INSIDE_TOO],
])('a name with public addresses and %s is refused', async (_, found, wrong) => {
  for (const all of [true, false]) {
    network.asksForAll = all
    expect(await post(found), `asking for all: ${all}`).toEqual(refused(wrong.address))
    expect(network.offered, 'addresses to connect to').toEqual([])
  }
})

test('an allowed address does not excuse another of the same name', async () => {
  expect(await post([INSIDE, INSIDE_TOO], ['10.0.0.0/24'])).toEqual(refused(INSIDE_TOO.address))
  expect(network.offered, 'addresses to connect to').toEqual([])
})

test.each([
  [true, [OUTSIDE.address, OUTSIDE_TOO.address, INSIDE.address]],
  [false, [OUTSIDE.address]],
])(
  'a name whose addresses are all public or allowed may be connected to (asking for all: %s)',
  async (all, offered) => {
    network.asksForAll = all
    const { outcome } = await post([OUTSIDE, OUTSIDE_TOO, INSIDE], ['10.0.0.0/24'])
    expect(outcome).toBe('sent')
    expect(network.offered, 'addresses to connect to').toEqual(offered)
  },
)

test('a message names the change by ids alone, and is signed so that others can verify it', async () => {
  const ca_file = join(folder, 'ca.pem')
  writeFileSync(ca_file, 'an authority')
  vi.useFakeTimers({ now: NOW, toFake: ['Date'] })
  try {
    expect(await post([OUTSIDE], [], { ca_file })).toEqual({ outcome: 'sent', reason: 'answered 204' })
    const { url, options, body } = network.sent ?? { url: undefined, options: {}, body: '' }
    expect(url?.href).toBe('https://hooks.example.edu/')
    expect(JSON.parse(body)).toEqual({
      type: 'application.submitted',
      timestamp: '1970-01-01T00:00:05.000Z',
      data: { sequence: 7, application_id: 'a', version: 2 },
    })
    expect(options).toMatchObject({ method: 'POST', agent: false, ca: Buffer.from('an authority') })
    expect(options.headers).toEqual({
      'content-type': 'application/json',
      'content-length': body.length,
      'user-agent': 'Causeway',
      'webhook-id': 'msg_a_7',
      'webhook-timestamp': String(Date.parse('2026-11-28T12:00:00Z') / 1000),
      'webhook-signature': expect.stringMatching(/^v1,/),
    })
    const secret = readFileSync(secret_file, 'utf8').trim()
    expect(new Webhook(secret).verify(body, Object(options.headers))).toEqual(JSON.parse(body))
  } finally {
    vi.useRealTimers()
  }
})

test('two secrets give two signatures, and no authority of its own leaves those of the machine', async () => {
  const two = join(folder, 'two')
  const secrets = [5, 6].map((byte) => `whsec_${Buffer.alloc(32, byte).toString('base64')}`)
  writeFileSync(two, secrets.join('\n'))
  await post([OUTSIDE], [], { secret_file: two })
  expect(String(Object(network.sent?.options.headers)['webhook-signature']).split(' ')).toHaveLength(2)
  expect(network.sent?.options).not.toHaveProperty('ca')
})

test.each([
  [199, 'failed'],
  [200, 'sent'],
  [299, 'sent'],
  [300, 'failed'],
  [410, 'gone'],
  [500, 'failed'],
])('an answer of %i means %s', async (status, outcome) => {
  network.becomes = status
  network.ended = 0
  expect(await post([OUTSIDE])).toEqual({ outcome, reason: `answered ${status}` })
  expect(network.ended).toBe(1)
})

const named = (name: string) => Object.assign(new Error('of 10.0.0.7'), { name })
const refusedConnection = Object.assign(new Error('of 10.0.0.7'), { code: 'ECONNREFUSED' })
test.each([
  ['no answer in time', named('TimeoutError'), 'gave no answer in 10 seconds'],
  ['the end of the process', named('AbortError'), 'gave no answer in 10 seconds'],
  ['no connection', refusedConnection, 'could not be reached (ECONNREFUSED)'],
  ['another protocol', undefined, 'closed the connection without an answer'],
])('%s is told without what the receiver wrote', async (_, becomes, reason) => {
  network.becomes = becomes
  expect(await post([OUTSIDE])).toEqual({ outcome: 'failed', reason })
})

test('a name without an address, and an address that is given and private, are refused', async () => {
  expect(await post([])).toEqual(refused('hooks.example.edu'))
  expect(await post([OUTSIDE], [], { url: 'https://10.0.0.7/' })).toEqual(refused('10.0.0.7'))
  expect(await post([OUTSIDE], [], { url: 'https://[fd12::7]/' })).toEqual(refused('fd12::7'))
  expect(network.sent).toBeUndefined()
  expect((await post([OUTSIDE], [], { url: `https://${OUTSIDE.address}/` })).outcome).toBe('sent')
})

test('a message is given up with the process', async () => {
  await post([OUTSIDE])
  const { signal } = network.sent?.options ?? {}
  expect(signal?.aborted).toBe(false)
  stop.abort()
  expect(signal?.aborted).toBe(true)
})
