import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { openKeyRing } from '../secrets/index.ts'
import { readSettings } from '../settings/index.ts'
import { appForTests } from '../testing/index.ts'
import { openStorage, type Storage } from './index.ts'
import { type S3ForTests, startS3StandIn } from './testing/s3-stand-in.ts'
import { startVersitygw } from './testing/start-versitygw.ts'

type Face = { readonly storage: Storage; readonly address: string; readonly close: () => Promise<void> }
const MOST = 1_048_576

/** Every face keeps the same promises; nothing here knows which one it speaks with. */
function contract(open: () => Promise<Face>): void {
  let face: Face
  let key = ''
  beforeAll(async () => {
    face = await open()
  }, 15 * 60_000)
  afterAll(() => face.close())
  afterEach(() => vi.useRealTimers())

  /** Posts an upload form as a browser does, after `alter` had its way with the fields. */
  async function post(
    size: number,
    alter: (fields: Record<string, string>) => Record<string, string> = (fields) => fields,
  ) {
    key = `uploads/${randomUUID()}/${randomUUID()}`
    const { url, fields } = await face.storage.presign(key, MOST)
    vi.useRealTimers()
    const form = new FormData()
    for (const [name, value] of Object.entries(alter(fields))) form.append(name, value)
    form.append('file', new Blob([Buffer.alloc(size, 'x')], { type: 'application/pdf' }), 'visa.pdf')
    const reply = await fetch(new URL(url, face.address), { method: 'POST', body: form })
    return { status: reply.status, fields }
  }

  test.each([
    ['one byte', 1],
    ['exactly 1 MB', MOST],
  ])('[7.storage.1] [9.file.1] %s is stored, byte for byte', async (_, size) => {
    const { status, fields } = await post(size)
    expect([status, fields.key]).toEqual([204, key])
    expect(await face.storage.sizeOf(key)).toBe(size)
    expect(Buffer.compare(Buffer.from((await face.storage.read(key)) ?? []), Buffer.alloc(size, 'x'))).toBe(0)
  })

  const refused: readonly [string, number, Parameters<typeof post>[1]?][] = [
    ['[5.files.2] [9.file.1] a byte over 1 MB', MOST + 1],
    ['far more than 1 MB', 3 * MOST],
    ['[5.files.5] an empty file', 0],
    ['another content type', 9, (fields) => ({ ...fields, 'Content-Type': 'text/html' })],
    ['no content type', 9, ({ 'Content-Type': _, ...fields }) => fields],
    ['a foreign key', 9, (fields) => ({ ...fields, key: `uploads/${randomUUID()}/${randomUUID()}` })],
    ['a key that climbs', 9, (fields) => ({ ...fields, key: '../../secret-key' })],
    ['no policy at all', 9, ({ key }) => ({ key: String(key) })],
    ['a policy that was altered', 9, altered],
    ['a signature of nothing', 9, (fields) => renamed(fields, 'signature', () => '')],
  ]
  test.each(refused)('%s is refused, and nothing is stored', async (_, size, alter) => {
    const before = await keys()
    const { status } = await post(size, alter)
    expect(status).toBeGreaterThanOrEqual(400)
    expect(await keys()).toEqual(before)
  })

  test('an expired policy is refused; a moment before, it is good', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 601_000 })
    expect((await post(9)).status).toBeGreaterThanOrEqual(400)
    expect(await face.storage.sizeOf(key)).toBeUndefined()
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 590_000 })
    expect((await post(9)).status).toBe(204)
  })

  test('what is written is read, replaced, listed by its age, and removed', async () => {
    const place = `converted/${randomUUID()}/${randomUUID()}.pdf`
    expect([await face.storage.read(place), await face.storage.sizeOf(place)]).toEqual([undefined, undefined])
    await face.storage.write(place, Buffer.from('first'))
    await face.storage.write(place, Buffer.from('second'))
    expect(Buffer.from((await face.storage.read(place)) ?? []).toString()).toBe('second')
    expect(await keys()).toContain(place)
    expect(await keys(new Date(Date.now() - 60_000))).not.toContain(place)
    await face.storage.remove(place)
    await face.storage.remove(place)
    expect(await face.storage.read(place)).toBeUndefined()
  })

  test('it says that it can be reached', async () => {
    await expect(face.storage.reach()).resolves.toBeUndefined()
  })

  async function keys(before = new Date(Date.now() + 60_000)): Promise<string[]> {
    const found: string[] = []
    for await (const each of face.storage.storedBefore(before)) found.push(each)
    return found.sort()
  }
}

/** A form that raises its own limit. */
const altered = (fields: Record<string, string>) =>
  renamed(fields, 'policy', (policy) =>
    Buffer.from(
      Buffer.from(policy, 'base64')
        .toString()
        .replace(String(MOST), String(MOST * 9)),
    ).toString('base64'),
  )

/** Changes the field whose name ends so, whatever a face calls it. */
const renamed = (fields: Record<string, string>, name: string, change: (value: string) => string) =>
  Object.fromEntries(
    Object.entries(fields).map(([each, value]) => [each, each.toLowerCase().endsWith(name) ? change(value) : value]),
  )

describe('storage in a local folder', () =>
  contract(async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'causeway-storage-'))
    const settings = readSettings({ DATA_DIR: dataDir })
    const storage = await openStorage(settings, openKeyRing(settings), () => new Date())
    const { address, close } = await appForTests(settings, storage.routes)
    return {
      storage,
      address,
      close: async () => {
        await close()
        await rm(dataDir, { recursive: true })
      },
    }
  }))

async function s3Face({ stop, endpoint, ...s3 }: S3ForTests): Promise<Face> {
  const settings = { dataDir: '/nowhere', s3: { endpoint, ...s3 } }
  const storage = await openStorage(settings, { derive: () => Buffer.alloc(32) }, () => new Date())
  return { storage, address: endpoint, close: stop }
}

describe('storage in S3, its policies verified by a stand-in', () =>
  contract(async () => s3Face(await startS3StandIn())))

const nowhere = {
  ...{ endpoint: 'http://127.0.0.1:9', bucket: 'documents', region: 'us-east-1' },
  ...{ accessKeyId: 'nobody', secretAccessKey: 'nothing' },
}
test.each([
  ['a folder that cannot be made', { dataDir: '/dev/null', s3: undefined }],
  ['a server that is away', { dataDir: '/nowhere', s3: nowhere }],
])('storage in %s says that it cannot be reached', async (_, settings) => {
  const storage = await openStorage(settings, { derive: () => Buffer.alloc(32) }, () => new Date())
  await expect(storage.reach()).rejects.toThrow()
})

const real = await startVersitygw()
if ('skipped' in real) console.log(`Storage in a real S3 server skipped: ${real.skipped}.`)
describe.skipIf('skipped' in real)('storage in a real S3 server', () =>
  contract(async () => {
    if ('skipped' in real) throw new Error(real.skipped)
    return s3Face(real)
  }),
)
