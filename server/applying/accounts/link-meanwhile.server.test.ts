import { sql } from 'kysely'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { createKeyRing } from '../../platform/secrets/index.ts'
import { readInstitution } from '../../running/institution/index.ts'
import type { MailMessage } from '../../running/mail/index.ts'
import { databasesForTests, duringTransaction } from '../../testing/index.ts'
import { createAccounts } from './index.ts'
import { browserForTests, codeIn, idIn } from './testing/index.ts'

const password = 'Correct-Horse-7-Battery'
const newer = 'Larch-and-snow 2027'
const [before, after] = ['before@mail.example', 'after@mail.example']

// The embedded database has one connection, so there nothing waits for a lock.
databasesForTests(
  'a link for a new password',
  (on) => {
    let number = 0
    /** Somebody who has an account, with the mails of all. */
    async function signedUp() {
      number += 1
      const { database, settings } = on
      const mails: MailMessage[] = []
      const accounts = createAccounts({
        ...{ database, settings, keyRing: createKeyRing(settings), institution: readInstitution(settings) },
        ...{ mail: { enqueue: async (_, message) => void mails.push(message) }, log: pino({ level: 'silent' }) },
      })
      const browser = browserForTests(accounts)
      const username = `kim${number}@mail.example`
      await browser.signUp({ username, password })
      await browser.confirm({ username, code: codeIn(mails.at(-1)) })
      const { id: accountId } = await database.db
        .selectFrom('user')
        .select('id')
        .where('email', '=', username)
        .executeTakeFirstOrThrow()
      await accounts.forgotPassword({ username })
      const given = { username, password: newer, confirm_password: newer, id: idIn(mails.at(-1)) }
      return { accounts, browser, accountId, username, mails, reset: () => accounts.resetPassword(given, undefined) }
    }

    test('leaves nobody signed in who enters the earlier password at the same moment', async () => {
      const kim = await signedUp()
      for (let round = 0; round < 10; round += 1) {
        await kim.accounts.forgotPassword({ username: kim.username })
        const [from, to] = round % 2 === 0 ? [password, newer] : [newer, password]
        const given = { username: kim.username, password: to, confirm_password: to, id: idIn(kim.mails.at(-1)) }
        const [login, reset] = await Promise.all([
          kim.browser.login({ username: kim.username, password: from }),
          kim.accounts.resetPassword(given, undefined),
        ])
        expect(reset).toEqual({ kind: 'ok' })
        const token = login.kind === 'ok' ? login.session.token : ''
        expect(await kim.accounts.sessionOf(token, { touch: false }), `round ${round}`).toBeUndefined()
      }
    })

    test('and a change of the address at the same moment: one of them counts, and neither waits in a circle', async () => {
      const counted = new Set<string>()
      for (let round = 0; round < 10; round += 1) {
        const kim = await signedUp()
        await kim.accounts.askEmailChange(kim.accountId, { username: `new-${kim.username}` })
        const code = codeIn(kim.mails.findLast(({ kind }) => kind === 'email_code'))
        const [reset, change] = await Promise.all([
          kim.reset(),
          kim.accounts.confirmEmailChange(kim.accountId, { code }, undefined),
        ])
        counted.add(`${reset.kind} ${change.kind}`)
      }
      for (const both of counted) expect(['ok wrong_code', 'used_link ok']).toContain(both)
    })

    test('opens nothing with what the table holds of it, nor for another address', async () => {
      const [kim, lee] = [await signedUp(), await signedUp()]
      const links = await on.database.db
        .selectFrom('verification')
        .selectAll()
        .where('value', '=', kim.accountId)
        .execute()
      const use = (username: string, id: string) =>
        kim.accounts.resetPassword({ username, password: newer, confirm_password: newer, id }, undefined)
      const own = idIn(kim.mails.at(-1))
      for (const { id, identifier, value } of links)
        for (const stored of [id, identifier, value, `reset-password:${own}`])
          expect(await use(kim.username, stored)).toEqual({ kind: 'used_link' })
      expect(await use(lee.username, own)).toEqual({ kind: 'used_link' })
      expect(JSON.stringify(links)).not.toContain(own)
      expect(await use(kim.username, own)).toEqual({ kind: 'ok' })
    })

    test('is not mailed to the earlier address, asked for while the address is changed', async () => {
      const { database, settings } = on
      const { db } = database
      const mails: MailMessage[] = []
      const accounts = createAccounts({
        ...{ database, settings, keyRing: createKeyRing(settings), institution: readInstitution(settings) },
        ...{ mail: { enqueue: async (_, message) => void mails.push(message) }, log: pino({ level: 'silent' }) },
      })
      const browser = browserForTests(accounts)
      await browser.signUp({ username: before, password })
      await browser.confirm({ username: before, code: codeIn(mails.at(-1)) })
      const { id } = await db.selectFrom('user').select('id').where('email', '=', before).executeTakeFirstOrThrow()
      await accounts.askEmailChange(id, { username: after })
      const code = codeIn(mails.findLast(({ kind }) => kind === 'email_code'))

      // Links are stored only once nobody holds this lock.
      await sql`create function wait_for_test() returns trigger language plpgsql as $$
        begin perform pg_advisory_xact_lock(424242); return new; end $$`.execute(db)
      await sql`create trigger waits before insert on verification
        for each row execute function wait_for_test()`.execute(db)
      const asked = await duringTransaction(
        db,
        (transaction) => sql`select pg_advisory_xact_lock(424242)`.execute(transaction),
        () => accounts.forgotPassword({ username: before }),
        async () => {
          expect(await accounts.confirmEmailChange(id, { code }, undefined)).toMatchObject({ kind: 'ok' })
        },
      )
      expect(asked).toEqual({ kind: 'ok' })
      expect(mails.at(-1)).toEqual({ kind: 'no_account', to: before, values: {} })
      expect(await db.selectFrom('verification').select('id').where('value', '=', id).execute()).toEqual([])
    })
  },
  'postgres',
)
