import { beforeEach, expect, test } from 'vitest'
import { databasesForTests } from '../../testing/index.ts'
import { type Client, createLimits } from './index.ts'

databasesForTests('the limits', (on) => {
  beforeEach(async () => {
    await on.database.db.deleteFrom('rate_limit').execute()
  })
  const twice = { sign_in: { most: 2, seconds: 240 } }
  const signIn = (limits: ReturnType<typeof createLimits>, username: string) =>
    limits.takeForAccount('sign_in', username, { address: '192.0.2.1' })
  const outcomes = async (limits: ReturnType<typeof createLimits>, subject: string, times: number) => {
    const taken = []
    for (let time = 0; time < times; time += 1) taken.push(await signIn(limits, subject))
    return taken.map(({ allowed }) => allowed)
  }
  const passTime = () =>
    on.database.db
      .updateTable('rate_limit')
      .set({ window_ends: new Date(Date.now() - 1) })
      .execute()

  test('allows as many as the limit, and then says how long to wait', async () => {
    const limits = createLimits(on.database, twice)
    expect(await outcomes(limits, 'ann@example.edu', 3)).toEqual([true, true, false])
    const refused = await signIn(limits, 'ann@example.edu')
    expect(refused).toEqual({ allowed: false, retryAfterSeconds: expect.any(Number) })
    if (refused.allowed) throw new Error('It was allowed.')
    expect(refused.retryAfterSeconds).toBeGreaterThan(200)
    expect(refused.retryAfterSeconds).toBeLessThanOrEqual(240)
  })

  test('each subject and each kind has its own count', async () => {
    const limits = createLimits(on.database, { ...twice, code: { most: 1, seconds: 240 } })
    expect(await outcomes(limits, 'ann@example.edu', 3)).toEqual([true, true, false])
    expect(await outcomes(limits, 'bob@example.edu', 1)).toEqual([true])
    expect(await limits.takeForAccount('code', 'ann@example.edu', { address: '192.0.2.1' })).toMatchObject({
      allowed: true,
    })
  })

  test('counting restarts when the time is over, and refusals do not prolong it', async () => {
    const limits = createLimits(on.database, twice)
    const windowEnds = () => on.database.db.selectFrom('rate_limit').select('window_ends').orderBy('key').execute()
    expect(await outcomes(limits, 'ann@example.edu', 1)).toEqual([true])
    const ends = await windowEnds()
    expect(await outcomes(limits, 'ann@example.edu', 4)).toEqual([true, false, false, false])
    expect(await windowEnds()).toEqual(ends)
    await passTime()
    expect(await outcomes(limits, 'ann@example.edu', 3)).toEqual([true, true, false])
  })

  test('two processes share the counters, also when they count at the same moment', async () => {
    const [one, other] = [createLimits(on.database, twice), createLimits(on.database, twice)]
    const taken = await Promise.all(
      Array.from({ length: 10 }, (_, index) => signIn(index % 2 ? one : other, 'ann@example.edu')),
    )
    expect(taken.filter(({ allowed }) => allowed)).toHaveLength(2)
  })

  test('a class behind one address can sign up, enter wrong codes and log in within a quarter of an hour', async () => {
    const limits = createLimits(on.database)
    for (let student = 0; student < 60; student += 1) {
      for (const kind of ['sign_up', 'code', 'sign_in', 'sign_in', 'mail'] as const) {
        const taken = await limits.takeForAccount(kind, `student${student}@example.edu`, { address: '192.0.2.7' })
        expect({ kind, student, allowed: taken.allowed }).toEqual({ kind, student, allowed: true })
      }
    }
  })

  test('a network has its own limit, and refusals for one account do not count toward it', async () => {
    const limits = createLimits(on.database, { ...twice, sign_in_by_network: { most: 4, seconds: 240 } })
    const from = (address: string) => async (username: string) =>
      (await limits.takeForAccount('sign_in', username, { address })).allowed
    const here = from('192.0.2.7')
    const taken = []
    for (const username of ['ann', 'ann', 'ann', 'ann', 'ann', 'bob', 'cem', 'dot']) taken.push(await here(username))
    expect(taken).toEqual([true, true, false, false, false, true, true, false])
    expect(await from('192.0.2.8')('dot')).toBe(true)
  })

  test('in an exempt network only the limits of accounts count', async () => {
    const one = { most: 1, seconds: 240 }
    const isExempt = (address: string) => address.startsWith('192.0.2.')
    const limitTable = { ...twice, sign_in_by_network: one, client_error: one }
    const limits = createLimits(on.database, limitTable, { isExempt })
    const signInFrom = async (address: string, username: string) =>
      (await limits.takeForAccount('sign_in', username, { address })).allowed
    for (const username of ['ann', 'bob', 'cem']) expect(await signInFrom('192.0.2.7', username)).toBe(true)
    expect([await signInFrom('192.0.2.7', 'ann'), await signInFrom('192.0.2.7', 'ann')]).toEqual([true, false])
    for (let times = 0; times < 3; times += 1)
      expect((await limits.takeForAddress('client_error', '192.0.2.7')).allowed).toBe(true)
    expect([await signInFrom('198.51.100.7', 'ann'), await signInFrom('198.51.100.7', 'bob')]).toEqual([true, false])
    await limits.takeForAddress('client_error', '198.51.100.7')
    expect((await limits.takeForAddress('client_error', '198.51.100.7')).allowed).toBe(false)
  })

  test('tries of one network or browser do not count for others', async () => {
    const limits = createLimits(on.database, { ...twice, sign_in_by_network: { most: 2, seconds: 240 } })
    const taken = async (asker: Client) => (await limits.takeForAccount('sign_in', 'ann', asker)).allowed
    const stranger = { address: '192.0.2.7' }
    expect([await taken(stranger), await taken(stranger), await taken(stranger)]).toEqual([true, true, false])
    expect(await taken({ address: '192.0.2.8' })).toBe(true)
    const known = { browser: 'name' }
    expect([await taken(known), await taken(known), await taken(known)]).toEqual([true, true, false])
    expect(await taken({ browser: 'another' })).toBe(true)
  })

  test('a success is not counted', async () => {
    const limits = createLimits(on.database, twice)
    for (let times = 0; times < 5; times += 1) {
      const taken = await signIn(limits, 'ann@example.edu')
      if (!taken.allowed) throw new Error('It was refused.')
      await taken.refund()
    }
    expect(await outcomes(limits, 'ann@example.edu', 3)).toEqual([true, true, false])
  })

  test('all addresses of one IPv6 network count as one', async () => {
    const limits = createLimits(on.database, { client_error: { most: 2, seconds: 240 } })
    const taken = []
    for (const host of [':1', ':2', 'ffff:1:2:3', ':4']) {
      taken.push((await limits.takeForAddress('client_error', `2001:db8:1:2:${host}`)).allowed)
    }
    expect(taken).toEqual([true, true, false, false])
    expect((await limits.takeForAddress('client_error', '2001:db8:1:3::1')).allowed).toBe(true)
    const few = createLimits(on.database, twice)
    const accounts = []
    for (const host of [1, 2, 3]) {
      const asker = { address: `2001:db8:1:4::${host}` }
      accounts.push((await few.takeForAccount('sign_in', 'ann@example.edu', asker)).allowed)
    }
    expect(accounts).toEqual([true, true, false])
  })

  test('neither usernames nor addresses are in the table, and expired rows are removed', async () => {
    await createLimits(on.database).takeForAccount('sign_in', 'ann@example.edu', { address: '192.0.2.7' })
    const rows = await on.database.db.selectFrom('rate_limit').selectAll().execute()
    expect(rows).toHaveLength(2)
    expect(JSON.stringify(rows)).not.toMatch(/ann|example|192\.0/)
    await passTime()
    await createLimits(on.database).takeForAddress('client_error', '192.0.2.8')
    expect(await on.database.db.selectFrom('rate_limit').select('key').execute()).toHaveLength(1)
  })
})
