import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { createKeyRing } from '../platform/secrets/index.ts'
import { databasesForTests } from '../testing/index.ts'
import { claimSecretKeys } from './secret-keys.ts'

const key = (id: string, byte: number) => ({ id, bytes: Buffer.alloc(32, byte) })
const [one, two, otherOne] = [key('one', 1), key('two', 2), key('one', 3)]
const ringOf = (...secretKeys: ReturnType<typeof key>[]) => createKeyRing({ secretKeys, dataDir: '/nowhere' })

databasesForTests('the keys of a database', (on) => {
  beforeEach(async () => {
    await on.database.db.deleteFrom('secret_key').execute()
  })
  const claim = (...keys: ReturnType<typeof key>[]) => claimSecretKeys(on.database, ringOf(...keys))
  const refused = (...keys: ReturnType<typeof key>[]) =>
    expect(claim(...keys)).rejects.toMatchObject({
      name: 'StartupError',
      message: expect.stringMatching(/encrypted with/),
    })

  test('the first start records its key, and without it or with another of the same id nothing starts', async () => {
    await claim(one)
    await claim(one)
    await refused(two)
    await refused(otherOne)
    await refused(two, otherOne)
  })

  test('keys can be rotated: first after the old key, then before it, while other processes have the old order', async () => {
    await claim(one)
    await claim(one, two)
    await claim(two, one)
    await claim(one, two)
    await refused(one)
    await refused(two)
  })

  test('if many start at once with different keys, only one succeeds', async () => {
    const starts = await Promise.allSettled([1, 2, 3, 4, 5].map((byte) => claim(key(`k${byte}`, byte))))
    expect(starts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  test('a database of a release that recorded no keys opens with the keys that decrypt its data', async () => {
    const { db } = on.database
    for (const sealing of [one, two]) {
      const id = randomUUID()
      const answers = { ssn: ringOf(sealing).seal('501-55-0187', `application:${id}:ssn`), city: 'Bozeman' }
      const application = { id, account_id: randomUUID(), answers: JSON.stringify(answers) }
      await db.insertInto('application').values(application).execute()
    }
    await refused(one)
    await refused(two)
    await refused(two, otherOne)
    await claim(two, one)
    const kept = await db.selectFrom('secret_key').select('id').orderBy('id').execute()
    expect(kept.map(({ id }) => id)).toEqual(['one', 'two'])
    await refused(two)
  })
})
