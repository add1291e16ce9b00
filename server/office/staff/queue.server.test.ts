import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { editApplication, indexApplications } from '../../applying/applications/index.ts'
import { signedAnswers } from '../../applying/submissions/index.ts'
import { isRefusal } from '../../platform/http/index.ts'
import { formOf } from '../../running/institution/index.ts'
import { databasesForTests } from '../../testing/index.ts'
import { applyAgain, listApplications } from '../after-submission/testing/index.ts'
import { MINUTE, staffForTests } from './testing/staff-for-tests.ts'

databasesForTests('the queue of the staff desk', (on) => {
  const { signedIn, make, find, namesOf, audited, accountOf, applicant, withdraw, deps, later } = staffForTests(on)
  /** The ids of every page of a list, in its order. */
  async function allPages(cookie: string, asked: object): Promise<readonly string[]> {
    const read: string[] = []
    for (let after: string | null | undefined; after !== null; ) {
      const page = await find(cookie, { ...asked, ...(after && { after }) })
      read.push(...page.applications.map(({ id }: { id: string }) => id))
      after = page.next
    }
    return read
  }

  describe('the queue', () => {
    test('finds a name by the beginnings of its words, in any order and spelling', async () => {
      const cookie = await signedIn('viewer')
      await applicant({ first_name: 'Zoë Ngọc', last_name: 'Núñez-O’Brien', prev_name: 'Solberg' })
      for (const name of ['nunez', 'NÚÑ zo', 'obrien ngoc', 'zoe', 'solb', "nunez-o'brien, zoe"]) {
        expect(namesOf(await find(cookie, { search: { name }, sort: 'name' })), name).toEqual([
          'Núñez-O’Brien, Zoë Ngọc',
        ])
      }
      for (const name of ['unez', 'zoe smith', 'nunezo'])
        expect(namesOf(await find(cookie, { search: { name }, sort: 'name' })), name).toEqual([])
    })

    test('finds by e-mail address, phone, birth date, reference and the end of the number', async () => {
      const cookie = await signedIn('processor')
      const email = `${randomUUID()}@mail.example`
      const answers = { first_name: 'Iris', last_name: 'Findable', ssn: '501-55-0187', birth_date: '2001-02-03' }
      await applicant({ ...answers, email_address: email, phone_mobile: '(406) 555-7777' }, 'FIND-ME22')
      for (const search of [
        { email: ` ${email.toUpperCase()}` },
        { phone: '+1 406 555 7777' },
        { reference: 'find-me22 ' },
        { name: 'findable', ssn_end: '0187' },
        { birth_date: '2001-02-03', ssn_end: '0187' },
      ]) {
        expect(namesOf(await find(cookie, { search, sort: 'started' })), JSON.stringify(search)).toEqual([
          'Findable, Iris',
        ])
      }
      expect(namesOf(await find(cookie, { search: { name: 'findable', ssn_end: '0188' }, sort: 'name' }))).toEqual([])
      const { body } = await make(cookie, 'findApplications', { search: { ssn_end: '0187' } })
      expect(body).toMatchObject({ code: 'unusable_search', message: expect.stringContaining('only together with') })
      const recorded = JSON.stringify(await audited('applications searched')).replaceAll(
        /[\da-f]{8}-[\da-f-]{27}/g,
        'id',
      )
      expect(recorded).not.toMatch(/0187|Findable|2001/i)
    })

    test.each([
      ...["'; drop table audit; --", "o'", '& | ! ( ) : *', '\\', '%', '_', '.*', '$1', '<b>', "a'b:*&c"].map(
        (name) => ({
          search: { name },
        }),
      ),
      { search: { name: '---' } },
      { search: { email: "'" } },
      { search: { phone: '(((((((' } },
      { search: { birth_date: '2001-13-99' } },
      { search: { ssn_end: '12' } },
      { search: { nonsense: '1' } },
      { sort: 'password' },
      { limit: 0 },
      { limit: 1e9 },
      { after: 'x' },
      { after: btoa('["name","a"]') },
      { after: btoa('["submitted","yesterday","x"]') },
      ...[
        '2024-02-30',
        '1',
        '99999',
        '0000-01-01',
        '+275760-09-13',
        '2024-02-30 00:00:00+00',
        '2024-02-01 00:00:00+99',
      ].map((time) => ({
        after: btoa(
          JSON.stringify(['submitted', time, '2024-02-01 00:00:00+00', '00000000-0000-4000-8000-000000000000']),
        ),
      })),
      { sort: 'name', after: btoa('["name","a\\u0000","2004-02-29","00000000-0000-4000-8000-000000000000"]') },
      { filter: { assignee: -1 } },
      { filter: { status: 'gone' } },
      { search: { name: 'x\u0000' } },
      { search: { name: 'x'.repeat(10_000) } },
      [],
      'x',
      null,
    ])('nonsense %# is answered or refused with a sentence', async (asked) => {
      const { status, body } = await make(await signedIn('viewer'), 'findApplications', asked)
      expect([200, 400]).toContain(status)
      if (status === 400) expect(body.message).toMatch(/^[A-Z].*[.!]$/)
    })

    test('is read page by page in every order, each application once, while others arrive', async () => {
      const cookie = await signedIn('viewer')
      const term = `term ${randomUUID()}`
      const made = []
      for (let count = 0; count < 7; count += 1) {
        later(Math.floor(count / 2) * MINUTE) // two at the same time
        const answers = { first_name: `N${count % 3}`, last_name: 'Paged', entry_term: term }
        made.push(await applicant(answers, randomUUID().slice(0, 9).toUpperCase()))
      }
      for (const sort of ['submitted', 'started', 'name'] as const) {
        for (const order of ['up', 'down'] as const) {
          const read = await allPages(cookie, { filter: { term }, sort, order, limit: 2 })
          expect(read.toSorted(), `${sort} ${order}`).toEqual(made.toSorted())
          if (sort === 'submitted' && order === 'down') expect(read[0]).toBe(made[6])
        }
      }
    })

    test('no order leaves a row out: what was never submitted comes last, page by page', async () => {
      const cookie = await signedIn('processor')
      const term = `term ${randomUUID()}`
      const made: string[] = []
      for (const reference of ['', 'A', '', 'B', '', '']) {
        later(made.length * MINUTE)
        const answers = { last_name: 'Ordered', entry_term: term }
        made.push(await applicant(answers, reference ? `${reference}-${randomUUID().slice(0, 7)}` : undefined))
      }
      const [draft1 = '', signed1 = '', draft2 = '', signed2 = '', draft3 = '', draft4 = ''] = made
      const drafts = [draft1, draft2, draft3, draft4]
      const orders = {
        down: [signed2, signed1, ...drafts.toReversed()],
        up: [signed1, signed2, ...drafts],
      }
      for (const [order, expected] of Object.entries(orders)) {
        for (const limit of [1, 2, 3, 100])
          expect(await allPages(cookie, { filter: { term }, order, limit }), `${order} by ${limit}`).toEqual(expected)
        const only = await allPages(cookie, { filter: { term, status: 'started' }, order, limit: 3 })
        expect(only, `started ${order}`).toEqual(expected.filter((id) => drafts.includes(id)))
      }
      for (const sort of ['submitted', 'started', 'name'])
        expect((await find(cookie, { filter: { term }, sort })).matching, sort).toBe(made.length)
    })

    test('says that an application was withdrawn, and finds it by that alone', async () => {
      const cookie = await signedIn('processor')
      const term = `term ${randomUUID()}`
      const submitted = () => applicant({ last_name: 'Back', entry_term: term }, randomUUID().slice(0, 9).toUpperCase())
      const [stays, gone] = [await submitted(), await submitted()]
      await withdraw(gone)
      const found = async (status?: string) =>
        (await find(cookie, { filter: { term, ...(status && { status }) } })).applications
          .map((each: { id: string; status: string }) => `${each.id} ${each.status}`)
          .toSorted()
      expect(await found()).toEqual([`${stays} submitted`, `${gone} withdrawn`].toSorted())
      expect(await found('submitted')).toEqual([`${stays} submitted`])
      expect(await found('withdrawn')).toEqual([`${gone} withdrawn`])
      const { body } = await make(cookie, 'readApplication', undefined, gone)
      expect(body).toMatchObject({ status: 'withdrawn', submitted_at: expect.any(String), major: '', kind: '' })
      const statistics = (await make(cookie, 'readStatistics')).body
      const count = (rows: readonly { label: string; count: number }[]) =>
        rows.find(({ label }) => label === term)?.count
      expect(count(statistics.submitted_by_term)).toBe(1)
      expect(count(statistics.withdrawn_by_term)).toBe(1)
      const { count: all } = await on.database.db
        .selectFrom('withdrawal')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow()
      expect(statistics.now).toContainEqual({ what: 'Withdrawn', count: Number(all) })
    })

    test('is filtered by how far each is handled and by whom, also by nobody', async () => {
      const cookie = await signedIn('processor')
      const assignee = (await make(cookie, 'staffSession')).body.person.id
      const term = `term ${randomUUID()}`
      const made = (last_name: string) =>
        applicant({ last_name, entry_term: term }, randomUUID().slice(0, 9).toUpperCase())
      await made('Untouched')
      const handle = async (id: string, change: object) =>
        make(cookie, 'changeHandling', { applications: [{ id, version: 0 }], ...change })
      await handle(await made('Marked'), { state: 'in_hand' })
      await handle(await made('Assigned'), { assignee })
      await handle(await made('Both'), { state: 'in_hand', assignee })
      const found = async (filter: object) =>
        namesOf(await find(cookie, { filter: { term, ...filter }, sort: 'name' })).toSorted()
      expect(await found({ work: 'new' })).toEqual(['Assigned', 'Untouched'])
      expect(await found({ work: 'in_hand' })).toEqual(['Both', 'Marked'])
      expect(await found({ assignee: 0 })).toEqual(['Marked', 'Untouched'])
      expect(await found({ assignee })).toEqual(['Assigned', 'Both'])
      expect(await found({ work: 'new', assignee: 0 })).toEqual(['Untouched'])
    })

    test('is changed by nobody who names a version that no application can have', async () => {
      const cookie = await signedIn('processor')
      const id = await applicant({})
      const handle = (version: number) =>
        make(cookie, 'changeHandling', { applications: [{ id, version }], state: 'in_hand' })
      expect((await handle(0)).status).toBe(200)
      for (const [version, status] of [
        [-1, 409],
        [2_147_483_647, 409],
        [2_147_483_648, 400],
        [Number.MAX_SAFE_INTEGER, 400],
        [1.5, 400],
      ] as const)
        expect((await handle(version)).status, String(version)).toBe(status)
    })

    test('shows who may be the same person', async () => {
      const cookie = await signedIn('processor')
      const someone = { first_name: 'Twin', last_name: 'Alike', birth_date: '2003-03-03' }
      const one = await applicant({ ...someone, ssn: '501-55-0199' })
      await applicant({ ...someone, first_name: 'TWIN' })
      await applicant({ first_name: 'Other', last_name: 'Spelled', ssn: '501550199' })
      await applicant({ ...someone, birth_date: '2003-03-04' })
      const { applications } = await find(cookie, { search: { name: 'alike', birth_date: '2003-03-03' }, sort: 'name' })
      expect(applications.find(({ id }: { id: string }) => id === one).duplicates).toBe(2)
      const { body } = await make(cookie, 'readApplication', undefined, one)
      expect(body.duplicates_of.map(({ name }: { name: string }) => name).toSorted()).toEqual([
        'Alike, TWIN',
        'Spelled, Other',
      ])
    })

    test('what is taken out of a list keeps its name and its filter', async () => {
      const cookie = await signedIn('processor')
      const { form, institution } = deps()
      const made = (last_name: string, entry_term: string, reference?: string) =>
        applicant({ last_name, entry_term, degree_nondegree: 'DS', applied_major: 'GEOL' }, reference)
      const draft = await made('Draft', '202730')
      const signed = await made('Signed', '202730', randomUUID().slice(0, 9).toUpperCase())
      await made('Odd', '999999')
      const lacks = <Row extends readonly [string, string]>(list: readonly Row[], gone: string) =>
        list.filter(([value]) => value !== gone)
      const later = {
        ...institution,
        entry_terms: lacks(institution.entry_terms, '202730'),
        majors: lacks(institution.majors, 'GEOL'),
        lists: { degree_nondegree: { retired: { ND: 'Courses only' } } },
      }
      const listed = async (filter: object) =>
        (await find(cookie, { filter, sort: 'name', order: 'up' })).applications.map(
          ({ name, term, major }: Record<string, string>) => `${name}: ${term}, ${major}`,
        )
      try {
        Object.assign(deps(), { institution: later, form: formOf(later) })
        await editApplication(deps(), await accountOf(draft), async (each) => void each.write({ last_name: 'Later' }))
        const session = (await make(cookie, 'staffSession')).body
        expect(session.terms).toContainEqual(['202730', 'Spring 2027'])
        expect(session.terms).not.toContainEqual(['999999', expect.anything()])
        expect(session.majors).toContainEqual(['GEOL', 'Geology'])
        expect(session.kinds).toContainEqual(['ND', 'No degree'])
        const expected = ['Later', 'Signed'].map((name) => `${name}: Spring 2027, Geology`)
        expect(await listed({ term: '202730', major: 'GEOL' })).toEqual(expected)
        expect(await listed({ term: '999999' })).toEqual(['Odd: 999999, Geology'])
        expect((await make(cookie, 'readApplication', undefined, signed)).body.term).toBe('Spring 2027')
        const { submitted_by_term } = (await make(cookie, 'readStatistics')).body
        expect(submitted_by_term).toContainEqual({ label: 'Spring 2027', count: 1 })
        const hers = { ...deps().afterSubmission, form: formOf(later) }
        expect((await listApplications(hers, await accountOf(draft))).applications[0]?.term).toBe('Spring 2027')
        // An index that is written anew has it from what was signed.
        await on.database.db
          .updateTable('application_index')
          .set({ term_label: '', major_label: '', indexed_at: null })
          .where('application_id', '=', signed)
          .execute()
        await indexApplications(deps(), { only: 'missing', signedAnswers })
        expect(await listed({ term: '202730', major: 'GEOL' })).toEqual(expected)
      } finally {
        Object.assign(deps(), { institution, form })
      }
    })

    test('an account’s other application is no possible duplicate', async () => {
      const cookie = await signedIn('processor')
      const someone = { first_name: 'Again', last_name: 'Alike', birth_date: '2003-05-05', ssn: '501-55-0166' }
      const first = await applicant(someone, randomUUID().slice(0, 9).toUpperCase())
      const account = await accountOf(first)
      const again = await applyAgain(deps().afterSubmission, account)
      if (isRefusal(again)) throw new Error(again.message)
      await editApplication(deps(), `${account}.${again.id}`, async (application) => void application.write(someone))
      const { applications } = await find(cookie, { search: { name: 'alike again' }, sort: 'name' })
      expect(applications.map(({ duplicates }: { duplicates: number }) => duplicates)).toEqual([0, 0])
      const read = async () => (await make(cookie, 'readApplication', undefined, first)).body
      expect(await read()).toMatchObject({ duplicates: 0, duplicates_of: [], others: [expect.anything()] })
      const stranger = await applicant(someone)
      expect((await read()).duplicates_of.map(({ id }: { id: string }) => id)).toEqual([stranger])
    })

    test('follows a change of name and a submission in the same moment', async () => {
      const cookie = await signedIn('processor')
      const account = randomUUID()
      const write = (answers: Record<string, string>) =>
        editApplication(deps(), account, async (application) => void application.write(answers))
      await write({ first_name: 'Before', last_name: 'Changing', ssn: '501-55-0111' })
      await write({ last_name: 'Changed', ssn: '' })
      expect(namesOf(await find(cookie, { search: { name: 'changing' }, sort: 'name' }))).toEqual([])
      const { applications } = await find(cookie, { search: { name: 'changed before' }, sort: 'name' })
      expect(applications).toMatchObject([{ name: 'Changed, Before', status: 'started', submitted_at: null }])
      const row = await on.database.db
        .selectFrom('application_index')
        .select(['ssn_hash', 'ssn_end_hash'])
        .where('application_id', '=', applications[0].id)
        .executeTakeFirst()
      expect(row).toEqual({ ssn_hash: null, ssn_end_hash: null })
    })

    test('an answer of any length is saved, and indexed as far as it fits', async () => {
      const long = {
        first_name: 'é'.repeat(10_000),
        last_name: `${'Long '.repeat(2000)}`,
        phone_home: '1'.repeat(9000),
      }
      await expect(
        applicant({ ...long, birth_date: '9'.repeat(9000), entry_term: '🙂'.repeat(5000) }),
      ).resolves.toBeTruthy()
    })
  })
})
