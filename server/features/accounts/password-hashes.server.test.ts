import { verifyPassword } from 'better-auth/crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { databasesForTests } from '../../testing/index.ts'
import { createPasswordHashes } from './password-hashes.ts'

const password = 'Correct-Horse-7-Battery é'

databasesForTests('hashes of passwords', (on) => {
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

  test('an installation of an earlier release goes on storing what that release can check', async () => {
    const argon2id = await (await hashesWith('argon2id')).hash(password)
    const { hash, verify } = await hashesWith('scrypt')
    const stored = await hash(password)
    expect(await verifyPassword({ hash: stored, password })).toBe(true)
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
