import { beforeEach, expect, test } from 'vitest'
import { databasesForTests, duringTransaction } from '../../testing/index.ts'
import { callsForTests, cookieHeader, PASSWORD } from './testing/calls-for-tests.ts'

const NEW_PASSWORD = 'Larch-and-snow 2027'
const NEWEST_PASSWORD = 'Juniper-and-rain 2028'

// The embedded database has one connection, so there no call waits for a row.
databasesForTests(
  'while a password is being changed',
  (on) => {
    const { call, confirmed } = callsForTests(on)
    let username = ''
    let number = 0
    beforeEach(async () => {
      number += 1
      username = `kim${number}@mail.example`
      await on.database.db.deleteFrom('rate_limit').execute()
      await confirmed(username)
    })

    const logIn = (password: string) => call('POST', '/public/login', { username, password })
    const isSignedIn = async (cookies: readonly string[]) =>
      (await call('GET', '/api/devices', undefined, cookieHeader(cookies))).status === 200
    const changed = (from: string, to: string, cookies: readonly string[]) =>
      call(
        'POST',
        '/api/change-password',
        { current_password: from, password: to, confirm_password: to },
        cookieHeader(cookies),
      )
    test('nobody stays signed in who entered the earlier one at that moment', async () => {
      const { cookies } = await logIn(PASSWORD)
      const login = await duringTransaction(
        on.database.db,
        (transaction) =>
          transaction.selectFrom('user').select('id').where('email', '=', username).forUpdate().execute(),
        () => logIn(PASSWORD),
        async () => {
          expect((await changed(PASSWORD, NEW_PASSWORD, cookies)).status).toBe(200)
        },
      )
      expect([login.status, login.body.code]).toEqual([400, 'wrong_credentials'])
      expect(await on.database.db.selectFrom('session').select('id').execute()).toHaveLength(1)
      expect(await isSignedIn(cookies)).toBe(true)
    })

    test('nobody stays signed in who entered the earlier address at that moment', async () => {
      const login = await duringTransaction(
        on.database.db,
        (transaction) =>
          transaction.selectFrom('user').select('id').where('email', '=', username).forUpdate().execute(),
        () => logIn(PASSWORD),
        (transaction) =>
          transaction
            .updateTable('user')
            .set({ email: `new-${username}` })
            .where('email', '=', username)
            .execute(),
      )
      expect([login.status, login.body.code]).toEqual([400, 'wrong_credentials'])
      const sessions = on.database.db.selectFrom('session').innerJoin('user', 'user.id', 'userId').select('session.id')
      expect(await sessions.where('email', '=', `new-${username}`).execute()).toEqual([])
    })

    test('it is not replaced by somebody who has entered the earlier one', async () => {
      const { cookies } = await logIn(PASSWORD)
      const { id } = await on.database.db
        .selectFrom('account')
        .innerJoin('user', 'user.id', 'userId')
        .select('account.id')
        .where('email', '=', username)
        .executeTakeFirstOrThrow()
      const reply = await duringTransaction(
        on.database.db,
        (transaction) => transaction.selectFrom('account').select('id').where('id', '=', id).forUpdate().execute(),
        () => changed(PASSWORD, NEWEST_PASSWORD, cookies),
        // As a link for a new password does.
        (transaction) => transaction.updateTable('account').set({ password: 'newer' }).where('id', '=', id).execute(),
      )
      expect([reply.status, reply.body.code]).toEqual([400, 'wrong_password'])
      const { password } = await on.database.db
        .selectFrom('account')
        .select('password')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      expect(password).toBe('newer')
    })
  },
  'postgres',
)
