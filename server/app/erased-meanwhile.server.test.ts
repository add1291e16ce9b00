import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { type CallName, paths } from '../../api/index.ts'
import { createLog } from '../platform/http/index.ts'
import { applicantAt, completeAnswers, databasesForTests, duringTransaction } from '../testing/index.ts'
import { startServer } from './start-server.ts'

/** What calls need to come as far as the application. */
const payloads: Partial<Record<CallName, object>> = {
  saveAnswers: { first_name: 'Zephyrine' },
  saveWebStatus: { web_status: 'validating' },
  saveAddAnother: { button_id: 'colleges', num_components: 2 },
  presignUpload: { answer_key: 'college_transcript' },
  makePhoneLink: { answer_key: 'college_transcript' },
}
/** These are about the account, or end the session that the others need. */
const others: readonly CallName[] = ['logout', 'endDevice', 'endOtherDevices', 'changePassword', 'deleteAccount']

// The embedded database has one connection, so there no call sees an account that is being erased.
databasesForTests(
  'while an account is erased',
  (on) => {
    test('no call that waits for it fails, says that it has saved, or leaves anything behind', async () => {
      const { settings, database } = on
      const server = await startServer({ ...settings, port: 0 }, createLog({ logLevel: 'silent' }))
      const maya = await applicantAt(server.app.listeningOrigin, settings.dataDir)
      await maya.call('PUT', '/api/answer', completeAnswers)
      const { id } = await database.db.selectFrom('application').select('id').executeTakeFirstOrThrow()

      const names = (Object.keys(paths) as CallName[]).filter(
        (name) => paths[name].path.startsWith('/api/') && !others.includes(name),
      )
      const replyTo = async (name: CallName) => {
        const { method, path } = paths[name]
        const payload = method === 'GET' ? undefined : (payloads[name] ?? {})
        const { status } = await maya.call(method, path.replace(':answer_key', 'college_transcript'), payload)
        return [name, status] as const
      }
      const replies = await duringTransaction(
        database.db,
        (transaction) => sql`select erase_application(${id}::uuid, 'applicant', null, null)`.execute(transaction),
        () => Promise.all(names.map(replyTo)),
      )

      const statuses = new Map(replies)
      expect([...statuses].filter(([, status]) => status >= 500)).toEqual([])
      for (const name of Object.keys(payloads) as CallName[]) expect(statuses.get(name), name).toBe(401)
      expect(await database.db.selectFrom('application').select('id').execute()).toEqual([])
      await server.close()
    })

    test.each(['/api/applications', '/api/held-data'])('%s, read half by then, does not fail', async (path) => {
      const { settings, database } = on
      const server = await startServer({ ...settings, port: 0 }, createLog({ logLevel: 'silent' }))
      const ann = await applicantAt(server.app.listeningOrigin, settings.dataDir, `ann${path.length}@mail.example`)
      await ann.call('PUT', '/api/answer', { first_name: 'Ann' })
      const { id } = await database.db.selectFrom('application').select('id').executeTakeFirstOrThrow()
      const { status } = await duringTransaction(
        database.db,
        async (transaction) => {
          await sql`select erase_application(${id}::uuid, 'applicant', null, null)`.execute(transaction)
          // It reads the application before, and waits for what was asked for.
          await sql`lock table document_request in access exclusive mode`.execute(transaction)
        },
        () => ann.call('GET', path),
      )
      expect([200, 401]).toContain(status)
      await server.close()
    })

    test('an application that is begun then is not saved, and nobody logs in', async () => {
      const { settings, database } = on
      const server = await startServer({ ...settings, port: 0 }, createLog({ logLevel: 'silent' }))
      const joe = await applicantAt(server.app.listeningOrigin, settings.dataDir, 'joe@mail.example')

      const replies = await duringTransaction(
        database.db,
        (transaction) => transaction.deleteFrom('user').where('email', '=', 'joe@mail.example').execute(),
        () =>
          Promise.all([
            joe.call('GET', '/api/profile'),
            joe.call('PUT', '/api/answer', { first_name: 'Joe' }),
            joe.call('POST', '/api/submit'),
            joe.logIn(),
          ]),
      )
      expect(replies.map(({ status }) => status)).toEqual([401, 401, 401, 400])
      expect(await database.db.selectFrom('application').select('id').execute()).toEqual([])
      await server.close()
    })
  },
  'postgres',
)
