import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { readInstitution } from '../institution/index.ts'
import type { MailMessage } from '../mail/index.ts'
import { openKeyRing } from '../secrets/index.ts'
import { databasesForTests, silentLog } from '../testing/index.ts'
import { type Accounts, openAccounts } from './index.ts'

const password = 'Correct-Horse-7-Battery'
const other = 'Another-Horse-8-Battery'

/** A clock must not tell what no reply tells (decision 59): counted here, measured in the bench. */
databasesForTests('the same work for known and unknown accounts', (on) => {
  let accounts: Accounts
  let mails: MailMessage[] = []
  let username = ''
  let number = 0

  beforeAll(() => {
    accounts = openAccounts({
      database: on.database,
      keyRing: openKeyRing(on.settings),
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
  })
  const latest = () => mails.at(-1)
  const codeIn = (mail: MailMessage | undefined) => (mail?.kind === 'confirm_code' ? mail.values.code : 'no code')

  /** How often a password was hashed and a mail enqueued. */
  async function workOf(call: () => Promise<unknown>) {
    mails = []
    const scrypt = vi.spyOn(crypto, 'scrypt')
    syncBuiltinESMExports()
    try {
      await call()
      return { hashes: scrypt.mock.calls.length, mails: mails.length }
    } finally {
      scrypt.mockRestore()
      syncBuiltinESMExports()
    }
  }
  const eachOf = async (call: () => Promise<unknown>) => {
    const unknown = await workOf(call)
    await accounts.signUp({ username, password })
    const unconfirmed = await workOf(call)
    await accounts.signUp({ username, password })
    await accounts.confirm({ username, code: codeIn(latest()) })
    return [unknown, unconfirmed, await workOf(call)]
  }
  const same = <Work>(work: Work) => [work, work, work]

  test('sign-up: one hash and one mail', async () => {
    // A first sign-up makes the account known, so each starts from an address of its own.
    const unknown = await workOf(() => accounts.signUp({ username: `new.${username}`, password }))
    expect([unknown, ...(await eachOf(() => accounts.signUp({ username, password }))).slice(1)]).toEqual(
      same({ hashes: 1, mails: 1 }),
    )
  })
  test('log-in with a wrong password: one hash', async () => {
    expect(await eachOf(() => accounts.login({ username, password: other }))).toEqual(same({ hashes: 1, mails: 0 }))
  })
  test('a forgotten password: one mail', async () => {
    expect(await eachOf(() => accounts.forgotPassword({ username }))).toEqual(same({ hashes: 0, mails: 1 }))
  })
  test('a code asked for again: one mail', async () => {
    expect(await eachOf(() => accounts.resendConfirm({ username }))).toEqual(same({ hashes: 0, mails: 1 }))
  })
  test('a wrong code: neither', async () => {
    expect(await eachOf(() => accounts.confirm({ username, code: '000000' }))).toEqual(same({ hashes: 0, mails: 0 }))
  })
})
