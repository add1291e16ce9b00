import { type Kysely, sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { makeFormer, turnTo } from '../features/applications/index.ts'
import type { Tables } from '../platform/database/index.ts'
import { createLog } from '../platform/http/index.ts'
import { applicantAt, completeAnswers, databasesForTests, duringTransaction } from '../testing/index.ts'
import { type Server, startServer } from './start-server.ts'

// The embedded database has one connection, so there no call waits for a row.
databasesForTests(
  'while an account turns from one of its applications to another',
  (on) => {
    let server: Server
    let maya: Awaited<ReturnType<typeof applicantAt>>
    let [account, first, second] = ['', '', '']

    beforeAll(async () => {
      server = await startServer({ ...on.settings, port: 0 }, createLog({ logLevel: 'silent' }))
      maya = await applicantAt(server.app.listeningOrigin, on.settings.dataDir)
      account = (await on.database.db.selectFrom('user').select('id').executeTakeFirstOrThrow()).id
    })
    afterAll(() => server.close())
    /** Two drafts that could be submitted; the second is the current one, and the server remembers it. */
    beforeEach(async () => {
      first = await draft({ ...completeAnswers, city: 'Bozeman' })
      second = await draft({ ...completeAnswers, city: 'Helena' })
      await maya.call('PUT', '/api/answer', { first_name: 'Maya' })
    })

    /** Begins another application of the account and returns its id. */
    async function draft(answers: Record<string, string>) {
      const { db } = on.database
      const current = db.selectFrom('application').select('id').where('account_id', '=', account)
      const before = await current.executeTakeFirst()
      if (before) await db.transaction().execute((transaction) => makeFormer(transaction, account, before.id))
      await db.insertInto('application').values({ account_id: account }).execute()
      await maya.call('PUT', '/api/answer', answers)
      return (await current.executeTakeFirstOrThrow()).id
    }

    test.each([
      ['PUT', '/api/answer', { city: 'Butte' }],
      ['PUT', '/api/add-another', { button_id: 'colleges', num_components: 2 }],
      ['PUT', '/api/tabs', { tab_id: 'proof-of-residency', chosen_tab: 'state-id' }],
      ['POST', '/api/web-status', { web_status: 'validating' }],
      ['DELETE', '/api/document-answer/college_transcript', undefined],
      ['POST', '/api/submit', undefined],
      ['POST', '/api/delete-account', { current_password: 'Larch-and-snow 2027' }],
    ])('%s %s changes nothing in the other one', async (method, path, body) => {
      const { db } = on.database
      const before = await stored(db, first)
      const reply = await duringTransaction(
        on.database.db,
        async (transaction) => {
          await makeFormer(transaction, account, second)
          await turnTo(transaction, account, first)
        },
        () => maya.call(method, path, body),
      )
      expect([reply.status, reply.body.code]).toEqual([409, 'other_account'])
      expect(await stored(db, first)).toEqual(before)
    })

    test('an answer that waits while its application is erased is not saved in the other one', async () => {
      const reply = await duringTransaction(
        on.database.db,
        (transaction) => sql`select erase_application(${second}::uuid, 'staff', null, null)`.execute(transaction),
        () => maya.call('PUT', '/api/answer', { city: 'Butte' }),
      )
      expect([reply.status, reply.body.code]).toEqual([409, 'other_account'])
      expect((await stored(on.database.db, first)).answers).toMatchObject({ city: 'Bozeman' })
    })
  },
  'postgres',
)

/** What an application holds, and whether it is signed. */
const stored = (db: Kysely<Tables>, id: string) =>
  db
    .selectFrom('application')
    .leftJoin('submission', 'submission.application_id', 'id')
    .leftJoin('web_status', 'web_status.application_id', 'id')
    .select(['answers', 'add_another', 'tabs', 'reference', 'status'])
    .where('id', '=', id)
    .executeTakeFirst()
    .then((row) => ({ ...row }))
