import { beforeEach, expect, test } from 'vitest'
import { createLimits } from '../../platform/limits/index.ts'
import { onOneDatabase } from '../../testing/index.ts'
import { callsForTests, codeInText, cookieHeader, PASSWORD as password } from './testing/index.ts'

onOneDatabase('logging in before the sign-up is confirmed', (on) => {
  const { call, open, mailTo } = callsForTests(on)
  const HERE = '203.0.113.7'
  const QUARTER_HOUR = 15 * 60 // s
  beforeEach(async () => {
    await on.database.db.deleteFrom('rate_limit').execute()
  })
  const logInTo =
    (server: typeof call) =>
    (body: object, from = HERE) =>
      server('POST', '/public/login', { password, ...body }, '', from)
  /** Signs up in another browser, as who reads the mail on a phone; returns how to confirm. */
  async function signedUp(username: string) {
    const { cookies } = await call('POST', '/public/signup', { username, password }, '', HERE)
    const code = codeInText(await mailTo(username, 1))
    return () => call('POST', '/public/confirm', { username, code }, cookieHeader(cookies), HERE)
  }

  test('with the right password is no failed try, however often, so it locks neither the network nor the account', async () => {
    const username = 'eager@example.edu'
    const confirm = await signedUp(username)
    const eleven = { most: 11, seconds: QUARTER_HOUR }
    const logIn = logInTo(
      await open(createLimits(on.database, { sign_in_by_network: eleven, sign_in_everywhere: eleven })),
    )
    for (let tries = 1; tries <= 12; tries += 1) {
      const { body } = await logIn({ username })
      expect(body.code, `log-in ${tries}`).toBe('not_confirmed')
    }
    expect((await logIn({ username: 'neighbor@example.edu' })).body.code, 'the network').toBe('wrong_credentials')
    expect((await confirm()).status).toBe(200)
    expect((await logIn({ username })).status, 'the account, here').toBe(200)
    expect((await logIn({ username }, '192.0.2.44')).status, 'the account, elsewhere').toBe(200)
  })

  test('with a wrong password is a failed try, after ten of which the right one is refused too', async () => {
    const username = 'guessed@example.edu'
    await signedUp(username)
    const logIn = logInTo(call)
    for (let tries = 1; tries <= 10; tries += 1) {
      expect((await logIn({ username, password: 'Wrong-Horse-9-Battery' })).body.code).toBe('wrong_credentials')
    }
    expect((await logIn({ username })).status).toBe(429)
  })
})
