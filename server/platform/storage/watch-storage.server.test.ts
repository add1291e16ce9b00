import { once } from 'node:events'
import { mkdtemp, rename, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'
import { createKeyRing } from '../secrets/index.ts'
import { createStorage, type Storage, watchStorage } from './index.ts'
import { startS3StandIn } from './testing/s3-stand-in.ts'

const keyRing = createKeyRing({ secretKeys: [{ id: 'k', bytes: Buffer.alloc(32) }], dataDir: '' })
const dataDir = await mkdtemp(join(tmpdir(), 'causeway-watch-'))
const standIn = await startS3StandIn()

/** What a server before the storage replies to upload forms; it passes nothing on, and answers all else with 200. */
let reply: { readonly status: number; readonly type: string; readonly body: string } | undefined
const before = createServer(async (request, response) => {
  request.resume()
  if (request.method !== 'POST' || reply === undefined) return void response.end()
  response.writeHead(reply.status, { 'content-type': reply.type }).end(reply.body)
}).listen(0, '127.0.0.1')
await once(before, 'listening')
afterAll(async () => {
  before.closeAllConnections()
  before.close()
  await standIn.stop()
  await rm(dataDir, { recursive: true })
})

const inBucket = (endpoint: string) => {
  const { bucket, region, accessKeyId, secretAccessKey } = standIn
  const s3 = { endpoint, bucket, region, credentials: { accessKeyId, secretAccessKey } }
  return createStorage({ dataDir, s3 }, keyRing, () => new Date(), 'id')
}
const xml = (code: string) => `<?xml version="1.0"?><Error><Code>${code}</Code><Message>No.</Message></Error>`

test.each([
  [400, 'application/xml', xml('InvalidArgument'), 'refused', 'refuses POST forms (400 InvalidArgument)'],
  [400, 'text/plain', '', 'refused', 'refuses POST forms (400)'],
  [403, 'application/xml', xml('AccessDenied'), 'refused', 'refuses POST forms (403 AccessDenied)'],
  [502, 'text/html', '<h1>Bad Gateway</h1>', 'no_answer', 'answers 502'],
  [507, 'application/xml', xml('XMinioStorageFull'), 'full', 'is full (507 XMinioStorageFull)'],
  [403, 'application/xml', xml('QuotaExceeded'), 'full', 'is full (403 QuotaExceeded)'],
  [200, 'text/html', '<h1>Welcome to our network</h1>', 'not_storage', 'a web page comes instead (200)'],
  [302, 'text/plain', '', 'not_storage', 'a web page comes instead (302)'],
])(
  'a bucket that answers %i %s to a form, and all else well, takes no files: %s',
  async (status, type, body, why, words) => {
    reply = { status, type, body }
    const storage = await inBucket(`http://127.0.0.1:${Object(before.address()).port}`)
    await expect(storage.checkAccess()).resolves.toBeUndefined()
    expect(await storage.probe()).toEqual({ why, words: expect.stringContaining(words) })
  },
)

test.each([
  ['a bucket', () => inBucket(standIn.endpoint)],
  ['a folder', () => createStorage({ dataDir, s3: undefined }, keyRing, () => new Date(), 'id')],
])('%s that takes files has no trouble, and the probe leaves none', async (_, open) => {
  const storage = await open()
  expect(await storage.probe()).toBeUndefined()
  const left: string[] = []
  for await (const key of storage.listOlderThan(new Date(Date.now() + 60_000))) left.push(key)
  expect(left).toEqual([])
})

test('a folder whose disk is not there is said so', async () => {
  const storage = await createStorage({ dataDir, s3: undefined }, keyRing, () => new Date(), 'away')
  const folder = join(dataDir, 'documents')
  await rename(folder, `${folder}-away`)
  const { storage: watched, close } = await watchStorage(storage, 'DATA_DIR', { warn: vi.fn(), info: vi.fn() })
  expect(watched.trouble()).toEqual({ why: 'no_answer', words: 'is not there (ENOENT)' })
  await close()
  await rename(`${folder}-away`, folder)
})

test('one line says that nothing is taken and one that it is again; between them no permission is given', async () => {
  const real = await createStorage({ dataDir, s3: undefined }, keyRing, () => new Date(), 'id')
  let error: unknown
  const probe: Storage['probe'] = async () => {
    if (error !== undefined) throw error
    return undefined
  }
  const log = { warn: vi.fn(), info: vi.fn() }
  const every = { usual: 10, inTrouble: 10 }
  const { storage, close } = await watchStorage({ ...real, probe }, 'The storage', log, every)
  const ask = () => storage.presign(storage.keyOf('uploads', 'a', 'b'), 100)
  await ask()
  error = Object.assign(new Error('No space.'), { code: 'ENOSPC' })
  await vi.waitUntil(() => storage.trouble() !== undefined)
  await expect(ask()).rejects.toMatchObject({ code: 'STORAGE_AWAY' })
  await new Promise((resolve) => setTimeout(resolve, 100))
  error = undefined
  await vi.waitUntil(() => storage.trouble() === undefined)
  await ask()
  await close()
  expect(log.warn.mock.calls).toEqual([['The storage is full (ENOSPC): uploads are refused until it takes files.']])
  expect(log.info.mock.calls).toEqual([['The storage takes files again.']])
})
