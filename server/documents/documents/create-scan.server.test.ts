import { once } from 'node:events'
import { createServer } from 'node:net'
import { afterAll, describe, expect, test } from 'vitest'
import { createScan } from './create-scan.ts'
import { harmlessVirus, startClamd } from './testing/start-clamd.ts'

test('without a scanner nothing is scanned, and an unavailable scanner or an unexpected reply is an error', async () => {
  expect(createScan(undefined)).toBeUndefined()
  await expect(createScan('/nowhere/clamd.sock')?.(Buffer.from('x'))).rejects.toThrow('ENOENT')
  const odd = createServer((socket) => socket.end('stream: INSTREAM size limit exceeded. ERROR\0'))
  await once(odd.listen(0, '127.0.0.1'), 'listening')
  const address = odd.address()
  const scan = createScan(`127.0.0.1:${typeof address === 'object' ? address?.port : ''}`)
  await expect(scan?.(Buffer.from('x'))).rejects.toThrow('size limit exceeded')
  odd.close()
})

test.each([
  ['ClamAV 1.4.3/27795/Sun Nov 22 09:12:00 2026\0', 'ClamAV 1.4.3/27795/Sun Nov 22 09:12:00 2026'],
  ['COMMAND UNAVAILABLE\0', 'clamd'],
  ['', 'clamd'],
])('a scanner that answers "%s" to the question for its version is recorded as %s', async (version, by) => {
  const server = createServer({ allowHalfOpen: true }, async (socket) => {
    const asked = Buffer.concat(await socket.toArray()).toString('latin1')
    socket.end(asked === 'zVERSION\0' ? version : asked.includes('EVIL') ? 'stream: Bad FOUND\0' : 'stream: OK\0')
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const address = server.address()
  const scan = createScan(`127.0.0.1:${typeof address === 'object' ? address?.port : ''}`)
  expect(await scan?.(Buffer.from('fine'))).toEqual({ signature: undefined, by })
  expect(await scan?.(Buffer.from('EVIL'))).toEqual({ signature: 'Bad', by })
  server.close()
})

const clamd = await startClamd()
if ('skipped' in clamd) console.log(`Scans by a real clamd skipped: ${clamd.skipped}.`)
describe.skipIf('skipped' in clamd)('a real clamd', () => {
  const { socket, stop } = 'skipped' in clamd ? { socket: '', stop: async () => {} } : clamd
  afterAll(stop)
  test.each([
    ['a clean file', Buffer.alloc(1_048_576, 'x'), undefined],
    ['an empty one', Buffer.alloc(0), undefined],
    ['an infected one', Buffer.from(harmlessVirus), 'Written-By-Hand.UNOFFICIAL'],
  ])('%s', async (_, bytes, signature) => {
    expect(await createScan(socket)?.(bytes)).toEqual({ signature, by: expect.stringMatching(/^ClamAV \d/) })
  })
})
