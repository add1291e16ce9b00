import crypto, { randomUUID } from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { createKeyRing } from '../../platform/secrets/index.ts'
import { readInstitution } from '../../running/institution/index.ts'
import type { MailMessage } from '../../running/mail/index.ts'
import { onOneDatabase, silentLog } from '../../testing/index.ts'
import type { Accounts } from './accounts.ts'
import { createAccounts } from './index.ts'
import { type BrowserForTests, browserForTests } from './testing/index.ts'

const password = 'Correct-Horse-7-Battery'
const other = 'Another-Horse-8-Battery'

/** Timing must not reveal what no reply reveals (docs/decisions/0094): counted here, measured in the bench. */
onOneDatabase('the same work for known and unknown accounts', (on) => {
  let opened: Accounts
  /** The owner of the address, and somebody who wants to know whether it has an account. */
  let accounts: BrowserForTests
  let stranger: BrowserForTests
  let mails: MailMessage[] = []
  let username = ''
  let number = 0

  beforeAll(() => {
    opened = createAccounts({
      database: on.database,
      keyRing: createKeyRing(on.settings),
      settings: on.settings,
      institution: readInstitution(on.settings),
      mail: { enqueue: async (_, message) => void mails.push(message) },
      log: silentLog,
    })
  })
  beforeEach(() => {
    number += 1
    username = `student${number}@example.edu`
    mails = []
    accounts = browserForTests(opened)
    stranger = browserForTests(opened, '198.51.100.7')
  })
  const latest = () => mails.at(-1)
  const codeIn = (mail: MailMessage | undefined) => (mail?.kind === 'confirm_code' ? mail.values.code : 'no code')

  /** How many passwords were hashed and mails enqueued. */
  async function workOf(call: () => Promise<unknown>) {
    mails = []
    const argon2 = vi.spyOn(crypto, 'argon2')
    syncBuiltinESMExports()
    try {
      await call()
      return { hashes: argon2.mock.calls.length, mails: mails.length }
    } finally {
      argon2.mockRestore()
      syncBuiltinESMExports()
    }
  }
  const eachOf = async (call: () => Promise<unknown>) => {
    const unknown = await workOf(call)
    await accounts.signUp({ username, password })
    const code = codeIn(latest())
    const unconfirmed = await workOf(call)
    expect(await accounts.confirm({ username, code })).toEqual({ kind: 'ok' })
    return [unknown, unconfirmed, await workOf(call)]
  }
  const same = <Work>(work: Work) => [work, work, work]

  test('sign-up: one hash and one mail', async () => {
    // A first sign-up makes the address known, so each call starts from its own address.
    const unknown = await workOf(() => accounts.signUp({ username: `new.${username}`, password }))
    // Each with a password of its own, because one that comes twice is mailed once.
    const call = () => stranger.signUp({ username, password: `${other}${randomUUID()}` })
    expect([unknown, ...(await eachOf(call)).slice(1)]).toEqual(same({ hashes: 1, mails: 1 }))
  })
  test('login with a wrong password: two hashes, one for an account and one for sign-ups', async () => {
    expect(await eachOf(() => stranger.login({ username, password: other }))).toEqual(same({ hashes: 2, mails: 0 }))
  })
  test('a forgotten password: one mail', async () => {
    expect(await eachOf(() => accounts.forgotPassword({ username }))).toEqual(same({ hashes: 0, mails: 1 }))
  })
  test('a code requested again: one mail', async () => {
    expect(await eachOf(() => stranger.resendConfirm({ username }))).toEqual(same({ hashes: 0, mails: 1 }))
  })
  test('a code needed for login: one mail', async () => {
    expect(await eachOf(() => opened.mailLoginCode(username))).toEqual(same({ hashes: 0, mails: 1 }))
  })
  test('a guessed code: nothing without a password, one hash with one', async () => {
    const guess = { code: '000000' }
    expect(await eachOf(() => stranger.confirm({ ...guess, username }))).toEqual(same({ hashes: 0, mails: 0 }))
    username = `with.${username}`
    const guessed = await eachOf(() => stranger.confirm({ ...guess, username, password: other }))
    expect(guessed).toEqual(same({ hashes: 1, mails: 0 }))
  })
  test("a wrong code for one's own sign-up: one of its tries, regardless of other sign-ups of the address", async () => {
    const works = []
    for (const owner of ['nobody', 'a sign-up', 'an account']) {
      username = `owned.${username}`
      if (owner !== 'nobody') await accounts.signUp({ username, password })
      if (owner === 'an account') await accounts.confirm({ username, code: codeIn(latest()) })
      await stranger.signUp({ username, password: other })
      const work = await workOf(() => stranger.confirm({ username, code: '000000' }))
      const signUps = on.database.db.selectFrom('pending_sign_up').select('tries_left').where('email', '=', username)
      const tries = (await signUps.execute()).map(({ tries_left }) => tries_left)
      works.push({ ...work, tries: tries.filter((left) => left < 5) })
    }
    expect(works).toEqual(same({ hashes: 0, mails: 0, tries: [4] }))
  })
})
