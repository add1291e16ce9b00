import { setTimeout as sleep } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { ACCOUNT } from '../../api/index.ts'
import { makeCurrent, makeFormer } from '../applying/applications/index.ts'
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
          await makeCurrent(transaction, account, first)
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

    test('an answer that arrives slowly while the account begins its second application is not saved there', async () => {
      const { db } = on.database
      const noor = await applicantAt(server.app.listeningOrigin, on.settings.dataDir, 'noor@mail.example')
      const cookies = (await noor.logIn()).cookies.map((each) => each.split(';')[0])
      await noor.call('PUT', '/api/answer', { city: 'Bozeman' })
      const users = db.selectFrom('user').select('id').where('email', '=', 'noor@mail.example')
      const { id: owner } = await users.executeTakeFirstOrThrow()
      const current = () => db.selectFrom('application').select('id').where('account_id', '=', owner)
      const [only, wait] = [await current().executeTakeFirstOrThrow(), Promise.withResolvers<void>()]
      const body = new ReadableStream({
        async start(stream) {
          stream.enqueue('{"city"')
          await wait.promise
          stream.enqueue(':"Butte"}')
          stream.close()
        },
      }).pipeThrough(new TextEncoderStream())
      // Whose the call is, is found out before its body is read.
      const headers = { 'content-type': 'application/json', cookie: cookies.join('; '), [ACCOUNT]: owner }
      const call = { method: 'PUT', headers, body, duplex: 'half' } as const
      const reply = fetch(`${server.app.listeningOrigin}/api/answer`, call)
      await sleep(300)
      await db.transaction().execute((transaction) => makeFormer(transaction, owner, only.id))
      await db.insertInto('application').values({ account_id: owner }).execute()
      wait.resolve()
      expect([(await reply).status, await reply.then((each) => each.json())]).toMatchObject([
        409,
        { code: 'other_account' },
      ])
      const { id: second } = await current().executeTakeFirstOrThrow()
      expect((await stored(db, second)).answers).toEqual({})
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
