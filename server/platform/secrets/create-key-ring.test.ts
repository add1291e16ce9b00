import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createKeyRing, readSignedPath, sealedSchema, signedPath } from './index.ts'

const key = (id: string, byte: number) => ({ id, bytes: Buffer.alloc(32, byte) })
const ringOf = (...secretKeys: ReturnType<typeof key>[]) => createKeyRing({ secretKeys, dataDir: '/nowhere' })
const ring = ringOf(key('a', 1))
const place = 'application:1:ssn'

test.each(['', '123-45-6789', 'Ærøskøbing 漢字 😀', 'x'.repeat(10_000)])(
  'an encrypted text can be decrypted (%#)',
  (plain) => {
    const stored = sealedSchema.parse(JSON.parse(JSON.stringify(ring.seal(plain, place))))
    expect(stored.kid).toBe('a')
    expect(ring.open(stored, place)).toBe(plain)
  },
)

test('the same text is encrypted differently each time, and is not visible in the stored value', () => {
  const [one, two] = [ring.seal('123-45-6789', place), ring.seal('123-45-6789', place)]
  expect(one.nonce).not.toBe(two.nonce)
  expect(one.data).not.toBe(two.data)
  expect(Buffer.from(one.data, 'base64').toString('latin1')).not.toContain('6789')
})

describe('refuses to decrypt', () => {
  const sealed = ring.seal('123-45-6789', place)
  const flipped = (text: string, at: number) => {
    const bytes = Buffer.from(text, 'base64')
    bytes[at] = (bytes[at] ?? 0) ^ 1
    return bytes.toString('base64')
  }
  test.each([
    ['changed text', { ...sealed, data: flipped(sealed.data, 0) }],
    ['changed tag', { ...sealed, data: flipped(sealed.data, Buffer.from(sealed.data, 'base64').length - 1) }],
    ['shortened tag', { ...sealed, data: Buffer.from(sealed.data, 'base64').subarray(0, -4).toString('base64') }],
    ['nothing at all', { ...sealed, data: '' }],
    ['changed nonce', { ...sealed, nonce: flipped(sealed.nonce, 3) }],
  ])('%s', (_, changed) => {
    expect(() => ring.open(changed, place)).toThrow('An encrypted value cannot be decrypted')
  })
  test('a shortened tag of an empty text', () => {
    const empty = ring.seal('', place)
    const cut = Buffer.from(empty.data, 'base64').subarray(0, 12).toString('base64')
    expect(() => ring.open({ ...empty, data: cut }, place)).toThrow('An encrypted value cannot be decrypted')
  })
  test('another context', () => {
    expect(() => ring.open(sealed, 'application:2:ssn')).toThrow('belongs to another context')
  })
  test('another key under the same id', () => {
    expect(() => ringOf(key('a', 2)).open(sealed, place)).toThrow('An encrypted value cannot be decrypted')
  })
})

test('a new first key encrypts, the old one still decrypts, and a removed key is named', () => {
  const old = ring.seal('kept', place)
  const rotated = ringOf(key('b', 2), key('a', 1))
  expect(rotated.open(old, place)).toBe('kept')
  expect(rotated.seal('new', place).kid).toBe('b')
  expect(() => ringOf(key('b', 2)).open(old, place)).toThrow(
    'No key with the id a is known: add it to SECRET_KEY again.',
  )
})

test('a derived secret depends only on its purpose and the first key', () => {
  const derived = (of: typeof ring, purpose: string) => of.derive(purpose).export().toString('hex')
  const links = derived(ring, 'links')
  expect(links).toHaveLength(64)
  expect(derived(ringOf(key('a', 1), key('b', 2)), 'links')).toEqual(links)
  expect(derived(ring, 'sessions')).not.toEqual(links)
  expect(derived(ringOf(key('b', 2)), 'links')).not.toEqual(links)
})

test('what an earlier first key signed counts as long as that key is known', () => {
  const id = '7b0d1c3a-2f44-4a5e-9c55-3d0b6a1f7e21'
  const now = new Date('2026-11-28T10:00:00Z')
  const [, expires, signed] = signedPath(ringOf(key('a', 1)), 'links', id, now).split('/')
  const read = (...keys: readonly ReturnType<typeof key>[]) =>
    readSignedPath(ringOf(...keys), 'links', { id, expires, signed }, now)
  expect(read(key('b', 2), key('a', 1))).toBe(id)
  expect(read(key('b', 2))).toBeUndefined()
})

describe('without SECRET_KEY', () => {
  let parent = ''
  beforeEach(() => {
    parent = mkdtempSync(join(tmpdir(), 'causeway-secrets-'))
  })
  afterEach(() => rmSync(parent, { recursive: true }))

  test('one key is created in the data folder, for its owner only, and always used', () => {
    const settings = { secretKeys: [], dataDir: join(parent, 'data') }
    const sealed = createKeyRing(settings).seal('kept', place)
    expect(createKeyRing(settings).open(sealed, place)).toBe('kept')
    expect(statSync(join(settings.dataDir, 'secret-key')).mode & 0o777).toBe(0o600)
    expect(readdirSync(settings.dataDir)).toEqual(['secret-key'])
  })

  test('a damaged key file stops the start and is not overwritten', () => {
    writeFileSync(join(parent, 'secret-key'), 'scrambled')
    expect(() => createKeyRing({ secretKeys: [], dataDir: parent })).toThrow(
      /^The file .*secret-key must contain pairs/,
    )
  })
})
