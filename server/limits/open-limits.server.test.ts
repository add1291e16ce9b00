import { beforeEach, expect, test } from 'vitest'
import { databasesForTests } from '../testing/index.ts'
import { openLimits } from './index.ts'

databasesForTests('the limits', (on) => {
  beforeEach(async () => {
    await on.database.db.deleteFrom('rate_limit').execute()
  })
  const twice = { sign_in: { most: 2, seconds: 240 } }
  const signIn = (limits: ReturnType<typeof openLimits>, username: string) =>
    limits.takeForAccount('sign_in', username, '192.0.2.1')
  const outcomes = async (limits: ReturnType<typeof openLimits>, subject: string, times: number) => {
    const taken = []
    for (let time = 0; time < times; time += 1) taken.push(await signIn(limits, subject))
    return taken.map(({ allowed }) => allowed)
  }
  const passTime = () =>
    on.database.db
      .updateTable('rate_limit')
      .set({ window_ends: new Date(Date.now() - 1) })
      .execute()

  test('what is allowed is allowed, and one more names how long to wait', async () => {
    const limits = openLimits(on.database, twice)
    expect(await outcomes(limits, 'ann@example.edu', 3)).toEqual([true, true, false])
    const refused = await signIn(limits, 'ann@example.edu')
    expect(refused).toEqual({ allowed: false, retryAfterSeconds: expect.any(Number) })
    if (refused.allowed) throw new Error('It was allowed.')
    expect(refused.retryAfterSeconds).toBeGreaterThan(200)
    expect(refused.retryAfterSeconds).toBeLessThanOrEqual(240)
  })

  test('each subject and each kind has its own count', async () => {
    const limits = openLimits(on.database, { ...twice, code: { most: 1, seconds: 240 } })
    expect(await outcomes(limits, 'ann@example.edu', 3)).toEqual([true, true, false])
    expect(await outcomes(limits, 'bob@example.edu', 1)).toEqual([true])
    expect(await limits.takeForAccount('code', 'ann@example.edu', '192.0.2.1')).toEqual({ allowed: true })
  })

  test('it starts anew when the time is over, and being refused does not prolong it', async () => {
    const limits = openLimits(on.database, twice)
    const windowEnds = () => on.database.db.selectFrom('rate_limit').select('window_ends').orderBy('key').execute()
    expect(await outcomes(limits, 'ann@example.edu', 1)).toEqual([true])
    const ends = await windowEnds()
    expect(await outcomes(limits, 'ann@example.edu', 4)).toEqual([true, false, false, false])
    expect(await windowEnds()).toEqual(ends)
    await passTime()
    expect(await outcomes(limits, 'ann@example.edu', 3)).toEqual([true, true, false])
  })

  test('two processes share the counters, also when they count at the same moment', async () => {
    const [one, other] = [openLimits(on.database, twice), openLimits(on.database, twice)]
    const taken = await Promise.all(
      Array.from({ length: 10 }, (_, index) => signIn(index % 2 ? one : other, 'ann@example.edu')),
    )
    expect(taken.filter(({ allowed }) => allowed)).toHaveLength(2)
  })

  test('an address may do ten times as much as an account', async () => {
    const limits = openLimits(on.database)
    const taken = []
    for (let account = 0; account < 51; account += 1) {
      taken.push((await limits.takeForAccount('sign_up', `student${account}@example.edu`, '192.0.2.7')).allowed)
    }
    expect(taken.indexOf(false)).toBe(50)
    expect(await limits.takeForAccount('sign_up', 'student51@example.edu', '192.0.2.8')).toEqual({ allowed: true })
  })

  test('all addresses of one IPv6 network count as one', async () => {
    const limits = openLimits(on.database, { client_error: { most: 2, seconds: 240 } })
    const taken = []
    for (const host of [':1', ':2', 'ffff:1:2:3', ':4']) {
      taken.push((await limits.takeForAddress('client_error', `2001:db8:1:2:${host}`)).allowed)
    }
    expect(taken).toEqual([true, true, false, false])
    expect(await limits.takeForAddress('client_error', '2001:db8:1:3::1')).toEqual({ allowed: true })
    const accounts = []
    for (let number = 1; number <= 51; number += 1) {
      const address = `2001:db8:1:4::${number}`
      accounts.push((await limits.takeForAccount('sign_up', `student${number}@example.edu`, address)).allowed)
    }
    expect(accounts.indexOf(false)).toBe(50)
  })

  test('neither a username nor an address stands in the table, and what is over is removed', async () => {
    await openLimits(on.database).takeForAccount('sign_in', 'ann@example.edu', '192.0.2.7')
    const rows = await on.database.db.selectFrom('rate_limit').selectAll().execute()
    expect(rows).toHaveLength(2)
    expect(JSON.stringify(rows)).not.toMatch(/ann|example|192\.0/)
    await passTime()
    await openLimits(on.database).takeForAddress('client_error', '192.0.2.8')
    expect(await on.database.db.selectFrom('rate_limit').select('key').execute()).toHaveLength(1)
  })
})
