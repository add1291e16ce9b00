import { sql } from 'kysely'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { createKeyRing } from '../../platform/secrets/index.ts'
import { databasesForTests, duringTransaction } from '../../testing/index.ts'
import { readInstitution } from '../institution/index.ts'
import type { MailMessage } from '../mail/index.ts'
import { createAccounts } from './index.ts'
import { browserForTests, codeIn } from './testing/index.ts'

const password = 'Correct-Horse-7-Battery'
const [before, after] = ['before@mail.example', 'after@mail.example']

// The embedded database has one connection, so there nothing waits for a lock.
databasesForTests(
  'a link for a new password',
  (on) => {
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
      const { id } = await db.selectFrom('user').select('id').executeTakeFirstOrThrow()
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
      expect(await db.selectFrom('verification').select('id').execute()).toEqual([])
    })
  },
  'postgres',
)
