import type { LookupAddress } from 'node:dns'
import { EventEmitter } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import type { RequestOptions } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { postMessage } from './post-message.ts'

/** A name server, and the end of the connection: what a name has, and the addresses that Node was given for it. */
const network = vi.hoisted(() => ({
  found: [] as readonly LookupAddress[],
  offered: [] as string[],
  /** Node asks for all addresses, unless it was started with --no-network-family-autoselection. */
  asksForAll: true,
}))
vi.mock('node:dns', () => ({
  lookup: (_: string, __: object, done: (error: null, found: readonly LookupAddress[]) => void) =>
    done(null, network.found),
}))
// Looks the name up as Node does, and opens no socket: whatever this test finds, nothing leaves the machine.
vi.mock('node:https', () => ({
  request: ({ hostname }: URL, { lookup }: RequestOptions) => {
    const request = new EventEmitter()
    const end = () =>
      lookup?.(hostname, { all: network.asksForAll }, (error, given) => {
        if (error) return void request.emit('error', error)
        network.offered.push(...(typeof given === 'string' ? [given] : given.map(({ address }) => address)))
        request.emit('response', { statusCode: 204, destroy: () => {} })
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
})

const OUTSIDE = { address: '93.184.215.14', family: 4 }
const OUTSIDE_TOO = { address: '2606:2800:21f::1', family: 6 }
const INSIDE = { address: '10.0.0.7', family: 4 }
const INSIDE_TOO = { address: 'fd12::7', family: 6 }

/** What becomes of a message to a name that has these addresses. */
function post(found: readonly LookupAddress[], allow_addresses: readonly string[] = []) {
  network.found = found
  const webhook = { name: 'crm', url: 'https://hooks.example.edu/', secret_file, allow_addresses: [...allow_addresses] }
  const change = { seq: 1, kind: 'submitted', application_id: 'a', version: 1, at: new Date(0) } as const
  return postMessage(webhook, change, { now: new Date(0), signal: new AbortController().signal })
}
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
