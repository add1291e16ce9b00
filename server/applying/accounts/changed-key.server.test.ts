import { expect, test } from 'vitest'
import { createKeyRing } from '../../platform/secrets/index.ts'
import { readInstitution } from '../../running/institution/index.ts'
import type { MailMessage } from '../../running/mail/index.ts'
import { databasesForTests, silentLog } from '../../testing/index.ts'
import { createAccounts } from './index.ts'
import { browserForTests, codeIn } from './testing/index.ts'

const key = (id: string, byte: number) => ({ id, bytes: Buffer.alloc(32, byte) })
const password = 'Correct-Horse-7-Battery'

databasesForTests('a sign-up that waits while the secret key is changed', (on) => {
  const mails: MailMessage[] = []
  const accountsWith = (...secretKeys: ReturnType<typeof key>[]) =>
    createAccounts({
      database: on.database,
      keyRing: createKeyRing({ ...on.settings, secretKeys }),
      settings: on.settings,
      institution: readInstitution(on.settings),
      mail: { enqueue: async (_, message) => void mails.push(message) },
      log: silentLog,
      now: () => new Date(),
    })

  test.each(['argon2id', 'scrypt'] as const)('is mailed no code that confirms nothing (%s)', async (method) => {
    await on.database.db.updateTable('installation').set({ hashes_passwords_with: method }).execute()
    const username = `${method}@example.edu`
    const before = browserForTests(accountsWith(key('old', 1), key('fresh', 2)))
    await before.signUp({ username, password })
    const after = accountsWith(key('fresh', 2), key('old', 1))
    const [same, phone] = [browserForTests(after), browserForTests(after)]
    await same.resendConfirm({ username })
    expect(mails.at(-1)).toEqual({ kind: 'no_account', to: username, values: {} })
    await same.signUp({ username, password })
    const code = codeIn(mails.at(-1))
    await phone.resendConfirm({ username })
    expect(mails.at(-1)).toMatchObject({ kind: 'confirm_code', values: { code } })
    expect(await phone.confirm({ username, code, password })).toEqual({ kind: 'ok' })
  })

  test('a session goes on with a new key in front, and ends when its own key is taken out', async () => {
    const username = 'stays@example.edu'
    const before = browserForTests(accountsWith(key('old', 1), key('fresh', 2)))
    await before.signUp({ username, password })
    await before.confirm({ username, code: codeIn(mails.at(-1)), password })
    const entered = await before.login({ username, password })
    const token = 'session' in entered ? entered.session.token : ''
    const known = async (...keys: ReturnType<typeof key>[]) =>
      (await accountsWith(...keys).sessionOf(token, { touch: false }))?.username
    expect(await known(key('fresh', 2), key('old', 1))).toBe(username)
    expect(await known(key('fresh', 2))).toBeUndefined()
  })
})
