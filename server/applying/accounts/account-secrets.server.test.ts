import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { onOneDatabase } from '../../testing/index.ts'
import { createPasswordHashes } from './account-secrets.ts'

const password = 'Correct-Horse-7-Battery é'

onOneDatabase('hashes of passwords', (on) => {
  const hashesWith = async (method: 'argon2id' | 'scrypt') => {
    await on.database.db.updateTable('installation').set({ hashes_passwords_with: method }).execute()
    return createPasswordHashes(on.database)
  }

  test('a new installation stores Argon2id with what it cost, anew for each password', async () => {
    const { hash, verify } = createPasswordHashes(on.database)
    const stored = await hash(password)
    expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/)
    expect(await hash(password)).not.toBe(stored)
    expect(await verify({ hash: stored, password })).toBe(true)
    expect(await verify({ hash: stored, password: `${password} ` })).toBe(false)
    expect(await verify({ hash: stored, password: password.normalize('NFD') })).toBe(true)
  })

  // Both were made by another program (argon2-cffi 25.1).
  test.each([
    '$argon2id$v=19$m=19456,t=2,p=1$fy3Xc0spQ0t5s7eSEePiKA$8o8Sg16yRQA3nxdHHyP1B6EP/6upkUMEXH4g+cMq2Dk',
    '$argon2id$v=19$m=8192,t=3,p=2$3Fs1p4P5I1E8KcHzTkjlgQ$tCAQxCBzMFbALXWk4Hz4Dq5hJ2rL26aIWsjHQQUNrBI',
  ])('%s is compared at its own cost', async (hash) => {
    const { verify } = createPasswordHashes(on.database)
    expect(await verify({ hash, password })).toBe(true)
    expect(await verify({ hash, password: 'Correct-Horse-7-Battery e' })).toBe(false)
  })

  // Both were made by the library that the first releases hashed with (better-auth 1.7).
  test.each([
    [
      password,
      '345a66f57e7f04ee01cb68157d8be5a9:aadb5c6872def93d2f4292672659ec26848e5baaea88f2be6873e3f3f808d94885a778c64236215c8c50bcc3b61d3f45ced0df7943001918b9d6729d6cc1ee13',
    ],
    [
      'Naïve ﬁ Ångström-7!',
      'd568cc26d4b7dea5d84a8c42b4328436:fd7634fc9335cee1760ffe7dcea488f4b20bf3f54d0c78bc63c58e05a6c98ca3ea227fe4fd5215216d83da7509d198db5c262cfe571a22d86c2ca45920110690',
    ],
  ])(
    'the hash of "%s" by an earlier release goes on opening its account, and is made again the same',
    async (of, stored) => {
      const { hash, verify } = await hashesWith('scrypt')
      expect(await verify({ hash: stored, password: of })).toBe(true)
      expect(await verify({ hash: stored, password: of.normalize('NFD') })).toBe(true)
      expect(await verify({ hash: stored, password: `${of}.` })).toBe(false)
      expect(await hash(of, Buffer.from(stored.slice(0, 32), 'hex'))).toBe(stored)
    },
  )

  test.each(['', ':', 'plain', 'ab:cd', `${'0'.repeat(32)}:`, '$argon2id$', '$argon2i$v=19$m=8,t=1,p=1$AAAA$AAAA'])(
    '"%s" is no hash, and no password opens it',
    async (hash) => {
      const { verify } = createPasswordHashes(on.database)
      for (const given of [hash, '', password]) expect(await verify({ hash, password: given })).toBe(false)
    },
  )

  test('an installation of an earlier release goes on storing what that release can check', async () => {
    const argon2id = await (await hashesWith('argon2id')).hash(password)
    const { hash, verify } = await hashesWith('scrypt')
    const stored = await hash(password)
    expect(stored).toMatch(/^[\da-f]{32}:[\da-f]{128}$/)
    expect(await verify({ hash: stored, password })).toBe(true)
    expect(await verify({ hash: stored, password: 'another' })).toBe(false)
    expect(await verify({ hash: argon2id, password })).toBe(true)
  })

  test('one salt gives one hash, and another salt another', async () => {
    for (const method of ['argon2id', 'scrypt'] as const) {
      const { hash } = await hashesWith(method)
      const [one, same, other] = [
        await hash(password, salt(1)),
        await hash(password, salt(1)),
        await hash(password, salt(2)),
      ]
      expect(same).toBe(one)
      expect(other).not.toBe(one)
    }
  })

  test('the database takes no other method', async () => {
    await expect(sql`update installation set hashes_passwords_with = 'md5'`.execute(on.database.db)).rejects.toThrow(
      /check constraint/,
    )
  })
})

const salt = (byte: number) => Buffer.alloc(16, byte)
