import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { workListNames, workLists } from '../../../api/index.ts'
import { databasesForTests } from '../../testing/index.ts'
import { closeReopening, reopenApplication, requestDocument, takeBackRequest } from '../after-submission/index.ts'
import { staffForTests } from './testing/staff-for-tests.ts'

const steps = [
  'new',
  'in_hand',
  'handled',
  'ask',
  'bring',
  'take back',
  'miss',
  'open',
  'sign',
  'close',
  'expire',
] as const
type Step = (typeof steps)[number] | 'withdraw'

/** What staff are told, as they would keep it by hand: each event in its order, and what it means then. */
class Kept {
  mark: 'new' | 'in_hand' | 'handled' = 'new'
  came: ('document' | 'correction')[] = []
  asked: { isLate: boolean }[] = []
  open: 'no' | 'yes' | 'expired' = 'no'
  isWithdrawn = false

  take(step: Step): void {
    if (this.isWithdrawn) return
    const first = this.asked.find(({ isLate }) => !isLate)
    switch (step) {
      case 'new':
      case 'in_hand':
      case 'handled':
        this.mark = step
        this.came = []
        this.asked = this.asked.filter(({ isLate }) => !isLate)
        if (this.open === 'expired') this.open = 'no'
        return
      case 'ask':
        this.asked.push({ isLate: false })
        return
      case 'bring':
      case 'take back':
        if (first === undefined) return
        this.asked.splice(this.asked.indexOf(first), 1)
        if (step === 'bring') this.came.push('document')
        return
      case 'miss':
        if (first) first.isLate = true
        return
      case 'open':
        if (this.open !== 'yes') this.open = 'yes'
        return
      case 'sign':
        if (this.open === 'yes') this.came.push('correction')
        if (this.open === 'yes') this.open = 'no'
        return
      case 'close':
        if (this.open === 'yes') this.open = 'no'
        return
      case 'expire':
        if (this.open === 'yes') this.open = 'expired'
        return
      case 'withdraw':
        this.isWithdrawn = true
    }
  }

  says() {
    if (this.isWithdrawn) return { state: 'withdrawn', came: null, isLate: false }
    const came = this.came.at(-1) ?? null
    if (came) return { state: 'came', came, isLate: false }
    const isLate = this.asked.some((each) => each.isLate) || this.open === 'expired'
    if (this.asked.length > 0 || this.open !== 'no') return { state: 'waiting', came: null, isLate }
    return { state: this.mark, came: null, isLate: false }
  }
}

databasesForTests('how applications stand with the office', (on) => {
  const { signedIn, make, find, applicant, withdraw, deps } = staffForTests(on)
  const reference = () => randomUUID().slice(0, 9).toUpperCase()
  const rowOf = async (cookie: string, term: string, filter: object = {}) =>
    (await find(cookie, { filter: { term, ...filter } })).applications[0]

  /** Makes a submitted application, and does what people do with it. */
  async function begun(cookie: string) {
    const term = `term ${randomUUID()}`
    const id = await applicant({ last_name: 'Stands', entry_term: term }, reference())
    const { db } = on.database
    const { database, keyRing } = deps()
    const person = await db.selectFrom('staff_person').select('id').orderBy('id').executeTakeFirstOrThrow()
    const asked = { id, reason: 'A test.', until: new Date(Date.now() + 86_400_000), by: person.id }
    const past = sql<Date>`clock_timestamp() - interval '1 microsecond'`
    const soonest = () =>
      db
        .selectFrom('document_request')
        .select('id')
        .where('application_id', '=', id)
        .where('ended_at', 'is', null)
        .where('until', '>', sql<Date>`clock_timestamp()`)
        .orderBy('id')
        .executeTakeFirst()
    const act = {
      mark: async (state: string) => {
        const { handling } = await rowOf(cookie, term)
        const { status } = await make(cookie, 'changeHandling', {
          applications: [{ id, version: handling.version }],
          state,
        })
        expect(status).toBe(200)
      },
      ask: () => requestDocument(deps().afterSubmission, { ...asked, title: 'Grades' }),
      bring: async () => {
        const request = await soonest()
        if (!request) return
        const row = {
          application_id: id,
          answer_key: `request_${request.id}`,
          file_key: randomUUID(),
          result_key: randomUUID(),
        }
        const document = await db
          .insertInto('document')
          .values({ ...row, status: 'COMPLETED' })
          .returning('id')
          .executeTakeFirstOrThrow()
        await db
          .updateTable('document_request')
          .set({ document_id: document.id, ended_at: sql`clock_timestamp()` })
          .where('id', '=', request.id)
          .execute()
      },
      'take back': async () => {
        const request = await soonest()
        if (request) await takeBackRequest({ ...deps().afterSubmission, database }, { id, request: request.id })
      },
      miss: async () => {
        const request = await soonest()
        if (request)
          await db.updateTable('document_request').set({ until: past }).where('id', '=', request.id).execute()
      },
      open: () => reopenApplication(deps().afterSubmission, asked),
      sign: async () => {
        const before = await db
          .selectFrom('submission')
          .selectAll()
          .where('application_id', '=', id)
          .executeTakeFirstOrThrow()
        await db.transaction().execute(async (transaction) => {
          const { rows } = await sql<{ done: boolean }>`select replace_submission(${id}) as done`.execute(transaction)
          if (rows[0]?.done !== true) return
          const { snapshot, version, edition: _, ...rest } = before
          await transaction
            .insertInto('submission')
            .values({ ...rest, version: version + 1, snapshot: JSON.stringify(snapshot) })
            .execute()
        })
      },
      close: () => closeReopening(deps().afterSubmission, id, 'closed'),
      expire: async () => {
        await db
          .updateTable('reopening')
          .set({ until: past })
          .where('application_id', '=', id)
          .where('ended_at', 'is', null)
          .execute()
        await closeReopening(deps().afterSubmission, id, 'expired')
      },
      withdraw: () => withdraw(id),
    }
    const take = async (step: Step) => {
      if (step === 'new' || step === 'in_hand' || step === 'handled') await act.mark(step)
      else await act[step]()
    }
    return { id, term, take, keyRing }
  }

  test('is what somebody who kept a list of every event would say, whatever happens in which order', async () => {
    const cookie = await signedIn('processor')
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom(...steps, 'withdraw' as const), { minLength: 1, maxLength: 12 }),
        async (events) => {
          const { term, take } = await begun(cookie)
          const kept = new Kept()
          for (const event of events) {
            if (kept.isWithdrawn) break
            await take(event)
            kept.take(event)
            const { work } = await rowOf(cookie, term)
            const { state, came, isLate } = kept.says()
            expect({ state: work.state, came: work.came }, events.join(', ')).toEqual({ state, came })
            const found = await Promise.all(
              [state, 'open', 'overdue'].map(async (name) => (await rowOf(cookie, term, { work: name })) !== undefined),
            )
            expect(found, events.join(', ')).toEqual([true, !['handled', 'withdrawn'].includes(state), isLate])
          }
        },
      ),
      { numRuns: 25 },
    )
  })

  test('nobody marks what came after they looked', async () => {
    const cookie = await signedIn('processor')
    for (const event of ['bring', 'sign', 'withdraw'] as const) {
      const { id, term, take } = await begun(cookie)
      await take(event === 'sign' ? 'open' : 'ask')
      const seen = await rowOf(cookie, term)
      await take(event)
      const mark = (version: number) =>
        make(cookie, 'changeHandling', { applications: [{ id, version }], state: 'handled' })
      expect((await mark(seen.handling.version)).status, event).toBe(409)
      const { work, handling } = await rowOf(cookie, term)
      expect(work.state, event).toBe(event === 'withdraw' ? 'withdrawn' : 'came')
      expect((await mark(handling.version)).status, event).toBe(200)
    }
  })

  test('what a server of an earlier release marks counts from then on, and who has it changes nothing', async () => {
    const cookie = await signedIn('processor')
    const { id, term, take } = await begun(cookie)
    await take('ask')
    await take('bring')
    const { handling } = await rowOf(cookie, term)
    const person = (await make(cookie, 'listStaff')).body.people[0].id
    await make(cookie, 'changeHandling', { applications: [{ id, version: handling.version }], assignee: person })
    expect((await rowOf(cookie, term)).work).toMatchObject({ state: 'came', came: 'document' })
    await sql`update handling set state = 'handled', version = version + 1 where application_id = ${id}`.execute(
      on.database.db,
    )
    expect((await rowOf(cookie, term)).work).toMatchObject({ state: 'handled', came: null })
  })

  test('each list of work counts what its filter finds', async () => {
    const cookie = await signedIn('processor', 'Lin Counts')
    const { id: mine, term, take } = await begun(cookie)
    await take('ask')
    const { body: session } = await make(cookie, 'staffSession')
    const { handling } = await rowOf(cookie, term)
    const applications = [{ id: mine, version: handling.version }]
    await make(cookie, 'changeHandling', { applications, assignee: session.person.id })
    const twin = { last_name: 'Twin', first_name: randomUUID().replaceAll(/\d|-/g, 'x'), birth_date: '2001-01-01' }
    await applicant(twin)
    const stopped = await applicant(twin)
    const { db } = on.database
    await db
      .updateTable('application')
      .set({ updated_at: new Date('2026-01-01') })
      .where('id', '=', stopped)
      .execute()
    const { body: work } = await make(cookie, 'countWork')
    const counts = Object.fromEntries(
      work.lists.map(({ name, count }: { name: string; count: number }) => [name, count]),
    )
    expect(counts).toMatchObject({ mine: 1 })
    for (const name of workListNames)
      expect((await find(cookie, { filter: workLists[name] })).matching, name).toBe(counts[name])
    const namesIn = async (name: (typeof workListNames)[number]) =>
      (await find(cookie, { filter: workLists[name], sort: 'name', limit: 100 })).applications.map(
        ({ id }: { id: string }) => id,
      )
    expect(await namesIn('mine')).toEqual([mine])
    expect(await namesIn('stopped')).toContain(stopped)
    expect((await namesIn('duplicates')).filter((id: string) => id === stopped)).toEqual([stopped])
    expect(await namesIn('not_handed_over')).toContain(mine)
  })

  test('a shared view is seen by everybody, and changed and removed by nobody else', async () => {
    const june = await signedIn('processor', 'June Shares')
    const rob = await signedIn('viewer', 'Rob Sees')
    const { body: kept } = await make(june, 'saveView', { name: 'Mine', search: '?work=came' })
    const { body: shared } = await make(june, 'saveView', { name: 'Ours', search: '?work=open', is_shared: true })
    expect((await make(rob, 'listViews')).body.views).toEqual([
      { id: shared.id, name: 'Ours', search: '?work=open', is_shared: true, by: 'June Shares' },
    ])
    await make(rob, 'saveView', { name: 'Ours', search: '?work=handled' })
    expect((await make(rob, 'removeView', undefined, shared.id)).status).toBe(404)
    expect((await make(june, 'listViews')).body.views).toMatchObject([
      { id: kept.id, is_shared: false, by: null },
      { id: shared.id, search: '?work=open', is_shared: true, by: null },
    ])
  })
})
