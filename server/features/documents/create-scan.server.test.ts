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
    expect(await createScan(socket)?.(bytes)).toBe(signature)
  })
})
