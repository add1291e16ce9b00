import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import { afterEach, expect, test } from 'vitest'
import { askPhoton } from './addresses.ts'

let close = async () => {}
afterEach(() => close())

/** A server that responds as Photon does, or as it should not. */
async function photon(answer: RequestListener): Promise<string> {
  const server = createServer(answer).listen(0, '127.0.0.1')
  await once(server, 'listening')
  close = async () => {
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  }
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The stub has no port.')
  return `http://127.0.0.1:${address.port}`
}
const feature = (properties: object) => ({
  type: 'Feature',
  geometry: { type: 'Point', coordinates: [-111, 45] },
  properties,
})
const main = {
  housenumber: '123',
  street: 'Main Street',
  city: 'Bozeman',
  state: 'Montana',
  postcode: '59715',
  countrycode: 'US',
}
const saying =
  (...features: readonly unknown[]): RequestListener =>
  (_, reply) =>
    void reply.end(JSON.stringify({ type: 'FeatureCollection', features }))
const found = { address_line_1: '123 Main Street', city: 'Bozeman', state: 'Montana', zip: '59715', country: 'USA' }

test('sends the documented query and reads the addresses', async () => {
  const asked: string[] = []
  const server = await photon((request, reply) => {
    asked.push(request.url ?? '')
    saying(feature(main))(request, reply)
  })
  expect(await askPhoton(server, '123 Main & 4th, Boz', 5)).toEqual([found])
  expect(asked).toEqual(['/api?q=123+Main+%26+4th%2C+Boz&limit=5&lang=en&countrycode=US'])
})

test.each<[what: string, properties: object, expected: readonly unknown[]]>([
  [
    'a building with a name',
    { ...main, housenumber: undefined, street: undefined, name: 'Hamilton Hall' },
    [{ ...found, address_line_1: 'Hamilton Hall' }],
  ],
  ['no ZIP code', { ...main, postcode: undefined }, [{ ...found, zip: '' }]],
  ['a number where a text belongs', { ...main, postcode: 59715 }, [{ ...found, zip: '' }]],
  ['no city', { ...main, city: undefined }, []],
  ['another country', { ...main, countrycode: 'GB' }, []],
  ['an unknown state', { ...main, state: 'Bavaria' }, []],
  ['a very long text', { ...main, city: 'x'.repeat(100_000) }, []],
])('%s', async (_, properties, expected) => {
  expect(await askPhoton(await photon(saying(feature(properties))), 'x', 5)).toEqual(expected)
})

test('returns at most the requested number', async () => {
  expect(await askPhoton(await photon(saying(...Array(20).fill(feature(main)))), 'x', 5)).toHaveLength(5)
})

test.each<[what: string, answer: RequestListener]>([
  ['an error', (_, reply) => void reply.writeHead(500).end('{}')],
  ['no JSON', (_, reply) => void reply.end('<html>')],
  ['another shape', (_, reply) => void reply.end('{"features":"none"}')],
  ['null', (_, reply) => void reply.end('null')],
  ['a redirect', (_, reply) => void reply.writeHead(302, { location: 'http://127.0.0.1:1/' }).end()],
  ['a broken line', (_, reply) => void reply.destroy()],
  ['silence', () => {}],
  ['half an answer', (_, reply) => void reply.write('{"features":')],
])('%s gives no result', async (_, answer) => {
  const start = performance.now()
  expect(await askPhoton(await photon(answer), 'x', 5, 200)).toBeUndefined()
  expect(performance.now() - start).toBeLessThan(2_000)
})

test('an unreachable server gives no result', async () => {
  expect(await askPhoton('http://127.0.0.1:1', 'x', 5)).toBeUndefined()
})
