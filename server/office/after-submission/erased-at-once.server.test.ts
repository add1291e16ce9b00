import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { databasesForTests, duringTransaction } from '../../testing/index.ts'
import { type ErasureDeps, eraseApplication } from '../erasure/index.ts'
import { erasuresForTests } from '../erasure/testing/index.ts'
import { requestDocument } from './index.ts'
import { afterSubmissionForTests, DAY, PDF } from './testing/index.ts'

// The embedded database has one connection, so there nobody waits for a row.
databasesForTests(
  'an erasure and an applicant never wait for each other:',
  (on) => {
    let setup: Awaited<ReturnType<typeof afterSubmissionForTests>>
    let hers: Awaited<ReturnType<typeof setup.submitted>>
    let erasures: ErasureDeps
    beforeAll(async () => {
      setup = await afterSubmissionForTests(on)
      const { documents } = setup.started
      erasures = erasuresForTests({ ...documents, jobs: { ...documents.jobs, enqueue: async () => true } })
    })
    afterAll(() => setup.started.close())
    beforeEach(async () => {
      hers = await setup.submitted()
    })

    const isThere = async (id: string) =>
      (await on.database.db.selectFrom('application').select('id').where('id', '=', id).execute()).length === 1
    const erase = (id: string) =>
      on.database.db.transaction().execute((other) => eraseApplication(erasures, other, id, { cause: 'retention' }))

    test('a document comes that was asked for', async () => {
      const { id, maya } = hers
      const asked = { id, title: 'Grades', reason: 'Missing.', until: new Date(Date.now() + DAY), by: setup.person }
      await requestDocument(setup.deps, asked)
      const request = await on.database.db
        .selectFrom('document_request')
        .select('id')
        .where('application_id', '=', id)
        .executeTakeFirstOrThrow()
      const [come, go] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
      vi.spyOn(setup.started.documents, 'onAnswered').mockImplementationOnce(async () => {
        come.resolve()
        await go.promise
      })
      await maya.attach(`request_${request.id}`, 'grades.pdf', PDF)
      await come.promise
      const erasing = erase(id)
      await wait(300) // by then it waits for the document
      go.resolve()
      expect(await erasing).toBe(true)
      expect(await isThere(id)).toBe(false)
    })

    test('the account turns to another application', async () => {
      const { db } = on.database
      const { account } = hers.maya
      // Whoever locks them in the order of their ids locks the current one last.
      const current = randomUUID().replace(/^./, 'f')
      const former = randomUUID().replace(/^./, '0')
      await db.insertInto('application').values({ id: former, former_account_id: account }).execute()
      await db
        .updateTable('application')
        .set({ account_id: null, former_account_id: account })
        .where('account_id', '=', account)
        .execute()
      await db.insertInto('application').values({ id: current, account_id: account }).execute()
      const opened = await duringTransaction(
        db,
        (transaction) =>
          transaction.selectFrom('application').select('id').where('id', '=', current).forUpdate().execute(),
        () => hers.maya.call('POST', '/api/open-application', { id: former }),
        (transaction) => eraseApplication(erasures, transaction, current, { cause: 'retention' }),
      )
      expect([opened.status, opened.body.code]).toEqual([409, 'other_account'])
      expect(await isThere(current)).toBe(false)
    })

    test('an earlier application is withdrawn while the current one is erased', async () => {
      const { db } = on.database
      const { account } = hers.maya
      await hers.maya.call('POST', '/api/apply-again')
      const { id: current } = await db
        .selectFrom('application')
        .select('id')
        .where('account_id', '=', account)
        .executeTakeFirstOrThrow()
      const signed = { application_id: current, reference: randomUUID().slice(0, 9), form_version: '1', snapshot: '{}' }
      await db
        .insertInto('submission')
        .values({ ...signed, submitted_at: new Date() })
        .execute()
      const withdrawal = { application_id: hers.id, reason: '' }
      const erased = await duringTransaction(
        db,
        async (transaction) => {
          await transaction.selectFrom('application').select('id').where('id', '=', hers.id).forUpdate().execute()
          await transaction.insertInto('withdrawal').values(withdrawal).execute()
        },
        () => erase(current),
      )
      expect(erased).toBe(true)
      expect([await isThere(current), await isThere(hers.id)]).toEqual([false, true])
    })
  },
  'postgres',
)
