import { type Kysely, sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { readSubmission } from '../../applying/submissions/index.ts'
import { inTransaction, type Tables } from '../../platform/database/index.ts'
import { completeAnswers, databasesForTests } from '../../testing/index.ts'
import { closeReopening, requestDocument } from './index.ts'
import { closeExpired } from './reopening.ts'
import { afterSubmissionForTests, DAY } from './testing/index.ts'

databasesForTests('after a submission, two things at once', (on) => {
  type Setup = Awaited<ReturnType<typeof afterSubmissionForTests>>
  let setup: Setup
  let hers: Awaited<ReturnType<Setup['submitted']>>

  beforeAll(async () => {
    setup = await afterSubmissionForTests(on)
  })
  afterAll(() => setup.started.close())
  beforeEach(async () => {
    hers = await setup.submitted()
  })

  const submit = () => hers.maya.call('POST', '/api/submit')
  const outcomes = async () =>
    (
      await on.database.db.selectFrom('reopening').select('outcome').where('application_id', '=', hers.id).execute()
    ).map(({ outcome }) => outcome)
  const versions = async () => {
    const [first, second] = [1, 2].map((version) =>
      readSubmission(on.database.db, setup.deps.keyRing, hers.id, { version }),
    )
    return [await first, await second].map((each) => each?.snapshot.application.answer.city)
  }

  test('a version that is signed twice at once is signed once', async () => {
    await hers.reopen()
    await hers.save({ city: 'Helena' })
    const replies = await Promise.all([submit(), submit()])
    expect(replies.map(({ body }) => body)).toMatchObject([{ version: 2 }, { version: 2 }])
    expect(await versions()).toEqual([completeAnswers.city, 'Helena'])
    expect(await outcomes()).toEqual(['signed'])
  })

  test.each([0, 5, 15, 30, 60, 120])(
    'a version that is signed while the time ends, %i ms later, counts wholly or not at all',
    async (wait) => {
      await hers.reopen()
      await hers.save({ city: 'Helena' })
      await sql`update reopening set until = clock_timestamp() + make_interval(secs => ${wait / 1000}::float8)
        where application_id = ${hers.id}`.execute(on.database.db)
      const [{ status, body }] = await Promise.all([submit(), closeExpired(setup.deps)])
      await new Promise((resolve) => setTimeout(resolve, wait))
      await closeExpired(setup.deps)
      expect(status).toBe(200)
      const isSigned = body.version === 2
      expect(await outcomes()).toEqual([isSigned ? 'signed' : 'expired'])
      expect(await versions()).toEqual([completeAnswers.city, isSigned ? 'Helena' : undefined])
      expect(await hers.maya.profile()).toMatchObject({
        submission: { version: isSigned ? 2 : 1 },
        reopening: null,
        answer: { city: isSigned ? 'Helena' : completeAnswers.city },
      })
    },
  )

  test('nothing is replaced once the time is over, whoever asks for it', async () => {
    await hers.reopen()
    await sql`update reopening set until = clock_timestamp() - interval '1 ms' where application_id = ${hers.id}`.execute(
      on.database.db,
    )
    const { rows } = await sql<{ done: boolean }>`select replace_submission(${hers.id}::uuid) as done`.execute(
      on.database.db,
    )
    expect(rows).toEqual([{ done: false }])
    expect(await versions()).toEqual([completeAnswers.city, undefined])
  })

  /** Makes a call after `work` and before its transaction ends, and returns the reply. */
  const duringWork = async (
    work: (transaction: Kysely<Tables>) => Promise<unknown>,
    call: () => ReturnType<typeof submit>,
  ) => {
    const reply = await inTransaction(on.database.db, async (transaction) => {
      await work(transaction)
      const waiting = call()
      await new Promise((resolve) => setTimeout(resolve, 100))
      return { waiting }
    })
    return reply.waiting
  }

  test('an answer that is saved while staff close the application is not taken', async () => {
    await hers.reopen()
    const reply = await duringWork(
      (transaction) => closeReopening(setup.deps, hers.id, 'closed', transaction),
      () => hers.save({ city: 'Helena' }),
    )
    expect(reply.body.code).toBe('already_submitted')
    expect((await hers.maya.profile()).answer).toMatchObject({ city: completeAnswers.city })
  })

  test('what staff close and open anew, after a job has found its time over, stays open', async () => {
    await hers.reopen()
    await sql`update reopening set until = clock_timestamp() - interval '1 ms' where application_id = ${hers.id}`.execute(
      on.database.db,
    )
    // The job closes one after the other, and this one after a thousand others.
    expect(await closeReopening(setup.deps, hers.id, 'closed')).toBe(true)
    await hers.reopen()
    await hers.save({ city: 'Helena' })
    expect(await closeReopening(setup.deps, hers.id, 'expired')).toBe(false)
    expect((await outcomes()).toSorted()).toEqual(['closed', null])
    expect((await hers.maya.profile()).answer).toMatchObject({ city: 'Helena' })
  })

  test('withdrawn while staff open it, it is withdrawn and not open', async () => {
    const [reply, opened] = await Promise.all([
      hers.maya.call('POST', '/api/withdraw', { id: hers.id }),
      hers.reopen(),
      hers.save({ city: 'Helena' }),
    ])
    expect(reply.status).toBe(200)
    const isRefused = 'refused' in opened
    expect(opened).toMatchObject(isRefused ? { refused: 'withdrawn' } : { until: expect.any(Date) })
    expect(await outcomes()).toEqual(isRefused ? [] : ['withdrawn'])
    expect(setup.mail.mock.calls.map(([, { kind }]) => kind)).toEqual(
      isRefused ? ['withdrawn'] : ['reopened', 'withdrawn'],
    )
    expect(await hers.maya.profile()).toMatchObject({ reopening: null, answer: { city: completeAnswers.city } })
    expect((await hers.save({ city: 'Helena' })).body.code).toBe('already_submitted')
  })

  test('erased while it is open, nothing of it stays, and what its applicant then does writes nothing', async () => {
    await hers.reopen()
    await hers.save({ city: 'Helena' })
    await submit()
    await hers.reopen()
    await hers.attach('college_transcript', 'two.pdf')
    const { deps, person } = setup
    await requestDocument(deps, {
      id: hers.id,
      title: 'Grades',
      reason: 'x',
      until: new Date(Date.now() + DAY),
      by: person,
    })
    const reply = await duringWork(
      (transaction) => sql`select erase_application(${hers.id}::uuid, 'list', null, null)`.execute(transaction),
      submit,
    )
    expect(reply.body.code).toBe('unauthorized') // her account went with it
    await closeExpired(deps)
    for (const table of [
      ...(['submission', 'earlier_submission', 'signed_document', 'reopening', 'document_request'] as const),
      ...(['withdrawal', 'document', 'application_pdf', 'answer_history', 'application_index'] as const),
    ]) {
      const rows = await on.database.db.selectFrom(table).selectAll().where('application_id', '=', hers.id).execute()
      expect([table, rows]).toEqual([table, []])
    }
    await expect(closeReopening(deps, hers.id, 'closed')).rejects.toThrow('is missing')
    expect(await hers.reopen()).toMatchObject({ refused: 'no_such_application' })
  })

  describe('while a mail cannot be enqueued, nothing is done:', () => {
    test.each([
      ['opening it', () => hers.reopen()],
      [
        'asking for a document',
        () =>
          requestDocument(setup.deps, {
            id: hers.id,
            title: 'Grades',
            reason: 'x',
            until: new Date(Date.now() + DAY),
            by: setup.person,
          }),
      ],
      ['withdrawing it', () => hers.maya.call('POST', '/api/withdraw', { id: hers.id })],
    ])('%s', async (_, act) => {
      setup.mail.mockRejectedValueOnce(new Error('The queue is away.'))
      await Promise.allSettled([act()])
      expect(setup.mail).toHaveBeenCalledOnce()
      for (const table of ['reopening', 'document_request', 'withdrawal'] as const)
        expect(
          await on.database.db.selectFrom(table).selectAll().where('application_id', '=', hers.id).execute(),
        ).toEqual([])
      await act()
      expect(setup.mail).toHaveBeenCalledTimes(2)
    })
  })
})
