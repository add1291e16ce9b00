import { createSecretKey, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ListObjectVersionsCommand, S3Client } from '@aws-sdk/client-s3'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { proves } from '../../../testing/proves.ts'
import { appForTests, PATIENCE, type S3ForTests, startVersitygw } from '../../testing/index.ts'
import { createKeyRing } from '../secrets/index.ts'
import { readSettings } from '../settings/index.ts'
import { createStorage, type Storage } from './index.ts'
import { startS3StandIn } from './testing/s3-stand-in.ts'

type Face = {
  readonly storage: Storage
  /** The storage of another installation in the same place. */
  readonly other: Storage
  readonly address: string
  /** Every version of every file that the place keeps, by key. */
  readonly versions: () => Promise<readonly string[]>
  readonly close: () => Promise<void>
}
const MOST = 1_048_576

/** Tests that hold for every kind of storage, without knowing which one is under test. */
function contract(open: () => Promise<Face>): void {
  let face: Face
  let key = ''
  beforeAll(async () => {
    face = await open()
  }, 15 * 60_000)
  afterAll(() => face.close())
  afterEach(() => vi.useRealTimers())

  /** Posts an upload form as a browser does, after `alter` has changed the fields. */
  async function post(
    size: number,
    alter: (fields: Record<string, string>) => Record<string, string> = (fields) => fields,
  ) {
    key = face.storage.keyOf('uploads', randomUUID(), randomUUID())
    const { url, fields } = await face.storage.presign(key, MOST)
    vi.useRealTimers()
    const form = new FormData()
    for (const [name, value] of Object.entries(alter(fields))) form.append(name, value)
    form.append('file', new Blob([Buffer.alloc(size, 'x')], { type: 'application/pdf' }), 'visa.pdf')
    const reply = await fetch(new URL(url, face.address), { method: 'POST', body: form })
    return { status: reply.status, fields, text: await reply.text() }
  }

  test.each([
    ['one byte', 1],
    ['exactly 1 MB', MOST],
  ])('%s is stored, byte for byte', async (_, size) => {
    const { status, fields } = await post(size)
    expect([status, fields.key]).toEqual([204, key])
    expect(await face.storage.sizeOf(key)).toBe(size)
    const read = Buffer.from((await face.storage.read(key)) ?? [])
    expect(Buffer.compare(read, Buffer.alloc(size, 'x')), proves('7.storage.1')).toBe(0)
  })

  const tooLarge = ['5.files.2', '9.file.1'] as const
  const refused: readonly [string, number, Parameters<typeof post>[1]?, proven?: readonly string[]][] = [
    ['a byte over 1 MB', MOST + 1, undefined, tooLarge],
    ['far more than 1 MB', 3 * MOST, undefined, tooLarge],
    ['an empty file', 0, undefined, ['5.files.5']],
    ['another content type', 9, (fields) => ({ ...fields, 'Content-Type': 'text/html' })],
    ['no content type', 9, ({ 'Content-Type': _, ...fields }) => fields],
    ['a foreign key', 9, (fields) => ({ ...fields, key: `uploads/${randomUUID()}/${randomUUID()}` })],
    ['a key that climbs', 9, (fields) => ({ ...fields, key: '../../secret-key' })],
    ['no policy at all', 9, ({ key }) => ({ key: String(key) })],
    ['a policy that was altered', 9, altered],
    ['a signature of nothing', 9, (fields) => renamed(fields, 'signature', () => '')],
  ]
  test.each(refused)('%s is refused, and nothing is stored', async (_, size, alter, proven = []) => {
    const before = await keys()
    const { status, text } = await post(size, alter)
    expect(status, proves(...proven)).toBeGreaterThanOrEqual(400)
    if (size === 0 && status === 400)
      expect(JSON.parse(text).message).toBe('Your file is empty. Please upload a non-empty file.')
    expect(await keys()).toEqual(before)
  })

  test('an expired policy is refused, and accepted a moment before', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 601_000 })
    expect((await post(9)).status).toBeGreaterThanOrEqual(400)
    expect(await face.storage.sizeOf(key)).toBeUndefined()
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 590_000 })
    expect((await post(9)).status).toBe(204)
  })

  test('files are written, read, replaced, listed by age, and removed', async () => {
    const place = face.storage.keyOf('converted', randomUUID(), `${randomUUID()}.pdf`)
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

  test('another installation neither lists nor removes it, and files of older releases are read and removed, but not listed', async () => {
    const place = face.storage.keyOf('converted', randomUUID(), `${randomUUID()}.pdf`)
    const older = `converted/${randomUUID()}/${randomUUID()}.pdf`
    for (const each of [place, older]) await face.storage.write(each, Buffer.from('kept'))
    expect(await keys(undefined, face.other)).toEqual([])
    await expect(face.other.remove(place)).rejects.toThrow('another installation')
    expect(await face.storage.sizeOf(place)).toBe(4)

    expect(Buffer.from((await face.storage.read(older)) ?? []).toString()).toBe('kept')
    expect(await keys()).not.toContain(older)
    await face.storage.remove(older)
    expect(await face.storage.read(older)).toBeUndefined()
    for (const each of ['backups/nightly.dump', `backups/${randomUUID()}/${randomUUID()}`, 'converted/index.html'])
      await expect(face.storage.remove(each)).rejects.toThrow('another installation')
  })

  test('all files of one id are erased, of every release, and no others', async () => {
    const [id, other] = [randomUUID(), randomUUID()]
    const own = [1, 2].map((number) => face.storage.keyOf('converted', id, `${number}.pdf`))
    const older = `converted/${id}/${randomUUID()}.pdf`
    const kept = [face.storage.keyOf('converted', other, '1.pdf'), face.storage.keyOf('originals', id, 'kept')]
    for (const each of [...own, older, ...kept]) await face.storage.write(each, Buffer.from('x'))
    await face.storage.write(own[0] ?? '', Buffer.from('replaced'))
    await face.storage.remove(own[1] ?? '')
    await face.storage.erase('converted', id)
    await face.storage.erase('converted', id)
    expect(await Promise.all([...own, older, ...kept].map(face.storage.sizeOf))).toEqual([
      undefined,
      undefined,
      undefined,
      1,
      1,
    ])
    expect((await face.versions()).filter((each) => each.includes(`converted/${id}`))).toEqual([])
    for (const wrong of ['', '.', '..', `${id}/..`])
      await expect(face.storage.erase('converted', wrong)).rejects.toThrow('one id')
  })

  test('reports that it can be reached', async () => {
    await expect(face.storage.checkAccess()).resolves.toBeUndefined()
  })

  async function keys(before = new Date(Date.now() + 60_000), storage = face.storage): Promise<string[]> {
    const found: string[] = []
    for await (const each of storage.listOlderThan(before)) found.push(each)
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

/** Changes the field whose name ends this way, whatever the storage calls it. */
const renamed = (fields: Record<string, string>, name: string, change: (value: string) => string) =>
  Object.fromEntries(
    Object.entries(fields).map(([each, value]) => [each, each.toLowerCase().endsWith(name) ? change(value) : value]),
  )

const noKeys = { derive: () => createSecretKey(Buffer.alloc(32)) }
const open = (...[settings, keyRing]: OpenGiven) => createStorage(settings, keyRing, () => new Date(), randomUUID())
type OpenGiven = readonly [Parameters<typeof createStorage>[0], Parameters<typeof createStorage>[1]]
const both = async (...given: OpenGiven) => [await open(...given), await open(...given)] as const

describe('storage in a local folder', () =>
  contract(async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'causeway-storage-'))
    const settings = readSettings({ DATA_DIR: dataDir })
    const [storage, other] = await both(settings, createKeyRing(settings))
    const { address, close } = await appForTests(settings, (app) => storage.routes(app, async () => true))
    return {
      storage,
      other,
      address,
      versions: async () => [],
      close: async () => {
        await close()
        await rm(dataDir, { recursive: true })
      },
    }
  }))

async function s3Face({ stop, endpoint, bucket, region, ...credentials }: S3ForTests): Promise<Face> {
  const settings = { dataDir: '/nowhere', s3: { endpoint, bucket, region, credentials } }
  const [storage, other] = await both(settings, noKeys)
  const client = new S3Client({ endpoint, region, credentials, forcePathStyle: true })
  const versions = async () => {
    const listed = await client.send(new ListObjectVersionsCommand({ Bucket: bucket }))
    return [...(listed.Versions ?? []), ...(listed.DeleteMarkers ?? [])].flatMap(({ Key }) => Key ?? [])
  }
  return { storage, other, address: endpoint, versions, close: stop }
}

describe('storage in S3, its policies verified by a stand-in', () =>
  contract(async () => s3Face(await startS3StandIn())))

const unreachable = {
  endpoint: 'http://127.0.0.1:9',
  bucket: 'documents',
  region: 'us-east-1',
  credentials: { accessKeyId: 'nobody', secretAccessKey: 'nothing' },
}
const callsOf = (storage: Storage, key = storage.keyOf('uploads', randomUUID(), randomUUID())) => [
  () => storage.read(key),
  () => storage.sizeOf(key),
  () => storage.write(key, Buffer.from('x')),
]
test('storage in an unavailable server throws an outage', async () => {
  const storage = await open({ dataDir: '/nowhere', s3: unreachable }, noKeys)
  await expect(storage.checkAccess()).rejects.toThrow()
  for (const call of callsOf(storage)) await expect(call()).rejects.toMatchObject({ code: 'STORAGE_AWAY' })
})

test('without a key of its own, a process uses the short-lived ones of its role, for uploads too', async () => {
  const { stop, endpoint, bucket, region, ...account } = await startS3StandIn()
  let given = 0
  const role = createServer((_, reply) => {
    given += 1
    const [AccessKeyId, SecretAccessKey] = [account.accessKeyId, account.secretAccessKey]
    // So near their end that they are asked for anew.
    const Expiration = new Date(Date.now() + 60_000)
    reply.end(JSON.stringify({ AccessKeyId, SecretAccessKey, Token: `token ${given}`, Expiration }))
  }).listen(0, '127.0.0.1')
  await once(role, 'listening')
  const address = role.address()
  vi.stubEnv('AWS_CONTAINER_CREDENTIALS_FULL_URI', `http://127.0.0.1:${Object(address).port}/role`)
  try {
    const storage = await open(
      { dataDir: '/nowhere', s3: { endpoint, bucket, region, credentials: undefined } },
      noKeys,
    )
    const key = storage.keyOf('uploads', randomUUID(), randomUUID())
    const upload = async () => {
      const { url, fields } = await storage.presign(key, MOST)
      const form = new FormData()
      for (const [name, value] of Object.entries(fields)) form.append(name, value)
      form.append('file', new Blob(['x'], { type: 'application/pdf' }), 'visa.pdf')
      expect((await fetch(new URL(url, endpoint), { method: 'POST', body: form })).status).toBe(204)
      return fields['X-Amz-Security-Token']
    }
    expect(await upload()).toBe('token 1')
    expect(Buffer.from((await storage.read(key)) ?? []).toString()).toBe('x')
    await vi.waitUntil(async () => (await upload()) !== 'token 1', PATIENCE)
  } finally {
    vi.unstubAllEnvs()
    role.close()
    role.closeAllConnections()
    await stop()
  }
})

test('storage in a folder that cannot be created stops the start', async () => {
  await expect(open({ dataDir: '/dev/null', s3: undefined }, noKeys)).rejects.toThrow(
    'Documents cannot be stored in /dev/null/documents (ENOTDIR).',
  )
})

test('on an unmounted disk no file counts as missing, and nothing is written', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'causeway-storage-'))
  const storage = await open({ dataDir, s3: undefined }, noKeys)
  const key = storage.keyOf('uploads', randomUUID(), randomUUID())
  await storage.write(key, Buffer.from('x'))
  const [disk, away] = [join(dataDir, 'documents'), join(dataDir, 'unmounted')]
  await rename(disk, away)
  await mkdir(disk)
  await expect(storage.checkAccess()).rejects.toThrow()
  for (const call of [...callsOf(storage, key), () => storage.remove(key)])
    await expect(call()).rejects.toMatchObject({ code: 'STORAGE_AWAY' })
  expect(await readdir(disk)).toEqual([])
  await rm(disk, { recursive: true })
  await rename(away, disk)
  expect(await storage.sizeOf(key)).toBe(1)
  await rm(dataDir, { recursive: true })
})

test('files of other programs in the folder are not listed', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'causeway-storage-'))
  const storage = await open({ dataDir, s3: undefined }, noKeys)
  const key = storage.keyOf('uploads', randomUUID(), randomUUID())
  await storage.write(key, Buffer.from('x'))
  const folder = join(dataDir, 'documents', storage.keyOf())
  for (const foreign of ['.DS_Store', 'notes from the help desk.txt', 'uploads/.DS_Store', 'incoming/.DS_Store'])
    await writeFile(join(folder, foreign), 'x')
  await writeFile(join(folder, 'incoming', randomUUID()), 'half an upload of a server that was killed')
  const later = new Date(Date.now() + 60_000)
  await storage.removeDrafts(later)
  const found: string[] = []
  for await (const each of storage.listOlderThan(later)) found.push(each)
  expect(found).toEqual([key])
  expect(await readdir(join(folder, 'incoming'))).toEqual(['.DS_Store'])
  await rm(dataDir, { recursive: true })
})

const real = await startVersitygw()
if ('skipped' in real) console.log(`Storage in a real S3 server skipped: ${real.skipped}.`)
describe.skipIf('skipped' in real)('storage in a real S3 server', () =>
  contract(async () => {
    if ('skipped' in real) throw new Error(real.skipped)
    return s3Face(real)
  }),
)
