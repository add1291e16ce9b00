import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import {
  mayStaff,
  recordExportPath,
  type StaffCallName,
  type StaffRole,
  staffCalls,
  staffRoles,
} from '../../../api/index.ts'
import { onOneDatabase } from '../../testing/index.ts'
import { staffLinkCommand } from './index.ts'
import { MINUTE, staffForTests, start } from './testing/staff-for-tests.ts'

const roles = Object.keys(staffRoles) as StaffRole[]

onOneDatabase('the staff desk', (on) => {
  const { linkFor, post, signedIn, make, find, namesOf, audited, applicant, deps, address, call, later } =
    staffForTests(on)

  const staffProvider = {
    issuer: 'https://login.example.edu',
    clientId: 'desk',
    clientSecret: 'x',
    roleClaim: 'groups',
    secondFactor: undefined,
  }

  describe('signing in with a link', () => {
    test('works once, and within 15 minutes', async () => {
      const token = await linkFor('June Hale', 'viewer')
      later(14 * MINUTE)
      const replies = await Promise.all([1, 2].map(() => post(staffCalls.useStaffLink.path, { token })))
      expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 404])
      const late = await linkFor('June Hale', 'viewer')
      later(29 * MINUTE)
      const { status, body } = await post(staffCalls.useStaffLink.path, { token: late })
      expect({ status, code: body.code }).toEqual({ status: 404, code: 'ended_staff_link' })
    })

    test.each([
      [[], 'Usage'],
      [['June', 'Hale', '--role', 'viewer', '--by', 'x'], 'Usage'],
      [
        ['June', '--role', 'dean', '--by', 'x'],
        '--role must be one of viewer, processor, data_steward, form_editor, registrar, administrator.',
      ],
      [['June', '--role', 'constructor', '--by', 'x'], '--role must be one of'],
      [['June', '--role', 'viewer'], 'Say who does this'],
    ])('%j makes no link', async (words, sentence) => {
      await expect(staffLinkCommand(deps(), words)).rejects.toThrow(sentence)
    })

    test('beside a provider, only in an emergency, which the record says', async () => {
      const withProvider = { ...deps(), settings: { ...deps().settings, staffProvider } }
      const words = ['Ada Moss', '--role', 'viewer', '--by', 'the operator']
      await expect(staffLinkCommand(withProvider, words)).rejects.toThrow('add --emergency')
      await staffLinkCommand(withProvider, [...words, '--emergency'])
      expect((await audited('staff link made')).at(-1)).toMatchObject({
        actor: 'operator',
        subject: 'Ada Moss',
        detail: { by: 'the operator', emergency: true, role: 'viewer' },
      })
    })

    test('the session ends half an hour after its last use, after eight hours, and when its owner signs out', async () => {
      const used = await signedIn('viewer')
      const status = async (cookie: string) => (await make(cookie, 'listViews')).status
      for (let minutes = 29; minutes < 8 * 60; minutes += 29) {
        later(minutes * MINUTE)
        expect(await status(used), `${minutes} minutes`).toBe(200)
      }
      later(8 * 60 * MINUTE)
      expect(await status(used)).toBe(401)
      const idle = await signedIn('viewer')
      later(8.25 * 60 * MINUTE)
      for (const byItself of ['countWork', 'staffSession'] as const)
        expect((await make(idle, byItself)).status, `${byItself} is made by the page itself, and no use`).toBe(200)
      later(8.5 * 60 * MINUTE)
      expect(await status(idle)).toBe(401)
      const left = await signedIn('viewer')
      expect((await make(left, 'signOutStaff')).body).toEqual({ next: null })
      expect(await status(left)).toBe(401)
      expect(await status(`${left}x`)).toBe(401)
    })
  })

  describe('signing in again in one browser', () => {
    const viewOf = async (cookie: string, id: string) => {
      const { url } = (await make(cookie, 'openApplication', {}, id)).body
      return `/service/tmp-pdf?${new URLSearchParams({ service_token: new URL(url).searchParams.get('service_token') ?? '' })}`
    }
    const open = async (path: string, cookie: string) =>
      (await call(undefined, 'GET', path, undefined, { cookie })).status

    test('ends the session before, keeps what is open in it, and leaves other browsers alone', async () => {
      const id = await applicant({ last_name: 'Opened' })
      const [old, elsewhere] = [await signedIn('processor'), await signedIn('processor')]
      const view = await viewOf(old, id)
      const fresh = await signedIn('processor', 'June Hale', old)
      expect((await make(old, 'listViews')).status).toBe(401)
      expect((await make(fresh, 'listViews')).status).toBe(200)
      expect((await make(elsewhere, 'listViews')).status).toBe(200)
      expect([await open(view, old), await open(view, elsewhere), await open(view, fresh)]).toEqual([404, 404, 200])
    })

    test.each([
      ['somebody else', 'processor', 'Ada Moss'],
      ['another role', 'viewer', 'June Hale'],
    ] as const)('as %s closes what was open', async (_, role, name) => {
      const id = await applicant({ last_name: 'Closed' })
      const old = await signedIn('processor')
      const view = await viewOf(old, id)
      const fresh = await signedIn(role, name, old)
      expect((await make(old, 'listViews')).status).toBe(401)
      expect((await make(fresh, 'listViews')).status).toBe(200)
      expect([await open(view, old), await open(view, fresh)]).toEqual([404, 404])
    })

    test('with a link that is used up leaves the session as it is', async () => {
      const cookie = await signedIn('viewer')
      expect((await post(staffCalls.useStaffLink.path, { token: 'used up' }, cookie)).status).toBe(404)
      expect((await make(cookie, 'listViews')).status).toBe(200)
    })
  })

  describe('rights', () => {
    const bodies: Partial<Record<StaffCallName, unknown>> = {
      addNote: { text: 'A note.' },
      makeHeldData: { reason: 'A letter.' },
      revealSsn: { reason: 'To match a record.' },
      helpWithAccount: { what: 'end_sessions' },
      reopenApplication: { reason: 'A test.', until: '2026-12-01' },
      requestDocument: { title: 'Grades', reason: 'A test.', until: '2026-12-01' },
      takeBackRequest: { request: 1 },
      askErasure: { reason: 'A test.' },
      holdApplication: { reason: 'A test.' },
      saveView: { name: 'Mine', search: '?status=submitted' },
      makeDelivery: { target: 'nowhere' },
      tryDelivery: { target: 'nowhere' },
      sendDeliveries: { target: 'nowhere' },
      makeToken: { name: 'Wrong Name', rights: ['changes'], networks: [], purpose: '', days: 1, sandbox: true },
      confirmToken: { name: 'nowhere' },
      takeOverToken: { name: 'nowhere' },
      endToken: { name: 'nowhere' },
      recordAcknowledgement: { target: 'nowhere', reference: 'ABCD-2345', result: 'accepted' },
      recordAcknowledgements: { target: 'nowhere', file: '' },
      saveFormDraft: { revision: 0, changes: {} },
      storeFacePicture: { entry: 'logo', kind: 'svg', file: '' },
      compareForm: { from: 1, to: null },
      compareSamples: { of: 'another draft' },
      judgeFaceColor: { color: '#5e2a7e' },
      publishForm: { of: 'x', title: 'x', reason: '', takes_effect: null },
      rollBackForm: { to: 999, reason: '' },
    }
    test.each(roles)('a %s can make exactly the calls of the role', async (role) => {
      const id = await applicant({ last_name: 'Rights' }, randomUUID().slice(0, 9).toUpperCase())
      for (const [name, { access, path }] of Object.entries(staffCalls)) {
        if (access === 'public' || name === 'signOutStaff') continue
        const cookie = await signedIn(role, `A ${role}`)
        const call = name as StaffCallName
        const about = { changeHandling: { applications: [{ id, version: 0 }] }, settleLostReceipt: { id, version: 1 } }
        const body = { ...about, ...bodies }[call as keyof typeof about] ?? {}
        const { status, body: reply } = await make(
          cookie,
          call,
          body,
          /people|views|deliveries|editions/.test(path) ? 0 : id,
        )
        const may = access === 'signed_in' || mayStaff(role, access)
        expect({ name, refused: status === 403 }).toEqual({ name, refused: !may })
        expect([200, 403, 404, 409], name).toContain(status)
        if (status !== 403) continue
        // Whom it names may do it, and nobody is sent to themselves.
        const named = roles.filter((each) =>
          reply.message.split('These roles do: ')[1].includes(each.replace('_', ' ')),
        )
        expect(named, reply.message).toEqual(roles.filter((each) => access !== 'signed_in' && mayStaff(each, access)))
      }
      const packet = await call(undefined, 'GET', `/staff/files/${id}/packet`, undefined, {
        cookie: await signedIn(role),
      })
      expect(packet.status).toBe(mayStaff(role, 'sensitive') ? 409 : 403)
      // A person follows this link.
      expect(packet.headers.get('content-type')).toBe('text/html; charset=utf-8')
      expect(packet.body).toMatch(
        mayStaff(role, 'sensitive') ? /PDF is not ready yet/ : /Your role, .*, doesn’t include this/,
      )
    })

    test.each([
      ['findApplications', { search: { birth_date: '0000-02-29' } }],
      ['readRecord', { from: '0000-01-01' }],
      ['readRecord', { to: '0999-12-31' }],
      ['reopenApplication', { reason: 'A test.', until: '0000-02-29' }],
      ['requestDocument', { title: 'Grades', reason: 'A test.', until: '0000-02-29' }],
    ] as const)('%s with %o, a day that no calendar has, is refused', async (name, body) => {
      const cookie = await signedIn(name === 'readRecord' ? 'administrator' : 'processor')
      const id = await applicant({ last_name: 'Days' })
      expect((await make(cookie, name, body, id)).status).toBe(400)
    })

    test('nobody can make any call but the one that signs in', async () => {
      for (const [name, { access }] of Object.entries(staffCalls)) {
        if (access === 'public') continue
        expect((await make('', name as StaffCallName, undefined, randomUUID())).status, name).toBe(401)
      }
    })

    test('a role is what the sign-in gave, not what a cookie says', async () => {
      const cookie = await signedIn('viewer')
      const forged = `${cookie}; role=administrator`
      expect((await make(forged, 'readRecord')).status).toBe(403)
      expect((await audited('staff call refused')).at(-1)).toMatchObject({
        actor: 'staff:June Hale',
        detail: { call: 'readRecord' },
      })
    })

    test('an administrator ends the access of a person, at once and for every sign-in to come', async () => {
      const [admin, viewer] = [await signedIn('administrator', 'Ada Moss'), await signedIn('viewer', 'Leaving Soon')]
      const { people } = (await make(admin, 'listStaff')).body
      const { id } = people.find(({ name }: { name: string }) => name === 'Leaving Soon')
      expect((await make(admin, 'endStaff', {}, id)).status).toBe(200)
      expect((await make(viewer, 'staffSession')).status).toBe(401)
      const { body } = await post(staffCalls.useStaffLink.path, { token: await linkFor('Leaving Soon', 'viewer') })
      expect(body.code).toBe('staff_access_ended')
      expect((await make(admin, 'endStaff', {}, id)).body.code).toBe('no_person')
    })

    test('the last administrator cannot end their own access', async () => {
      await on.database.db.updateTable('staff_person').set({ role: 'viewer' }).execute()
      const last = await signedIn('administrator', 'Last One')
      const { id } = (await make(last, 'staffSession')).body.person
      expect((await make(last, 'endStaff', {}, id)).body.code).toBe('last_administrator')
      expect((await make(last, 'staffSession')).status).toBe(200)
      await signedIn('administrator', 'Another One')
      expect((await make(last, 'endStaff', {}, id)).status).toBe(200)
      expect((await make(last, 'staffSession')).status).toBe(401)
    })

    test('a sign-in with fewer rights ends the sessions with more in other browsers, at once', async () => {
      const steward = await signedIn('data_steward', 'Moved On')
      const viewer = await signedIn('viewer', 'Moved On')
      expect((await make(steward, 'staffSession')).status).toBe(401)
      await signedIn('data_steward', 'Moved On')
      expect((await make(viewer, 'staffSession')).status).toBe(200)
    })

    test('two names that look the same to a reader are one person, and none has signs that do not show', async () => {
      const personOf = async (name: string) => {
        const cookie = await signedIn('administrator', name)
        return (await make(cookie, 'staffSession')).body.person.id
      }
      const one = await personOf('I Proc')
      for (const name of ['I  Proc', ' i proc', 'I\u00a0Proc', '\uff29 Proc'])
        expect(await personOf(name), name).toBe(one)
      for (const name of ['\u202enaI', 'I \u200bProc', 'I\u00ad Proc', 'I\u2066 Proc'])
        await expect(linkFor(name, 'viewer'), name).rejects.toThrow(/do not show/)
    })
  })

  describe('an application', () => {
    test('is marked and assigned by one of two people, and the other is told', async () => {
      const [june, ada] = [await signedIn('processor'), await signedIn('processor', 'Ada Moss')]
      const [one, two] = [
        await applicant({ last_name: 'One' }, 'ONE-2345'),
        await applicant({ last_name: 'Two' }, 'TWO-2345'),
      ]
      const person = (await make(june, 'staffSession')).body.person.id
      const both = [one, two].map((id) => ({ id, version: 0 }))
      const change = { applications: both, state: 'in_hand', assignee: person }
      expect((await make(june, 'changeHandling', change)).body.message).toBe('2 applications changed.')
      const later = await make(ada, 'changeHandling', {
        applications: [
          { id: one, version: 1 },
          { id: two, version: 0 },
        ],
        state: 'handled',
      })
      expect(later).toMatchObject({ status: 409, body: { code: 'handled_by_other' } })
      for (const id of [one, two]) {
        expect((await make(ada, 'readApplication', undefined, id)).body.handling).toEqual({
          state: 'in_hand',
          assignee: { id: person, name: 'June Hale' },
          version: 1,
        })
      }
      expect(
        namesOf(await find(ada, { filter: { assignee: person, work: 'in_hand' }, sort: 'name', order: 'up' })),
      ).toEqual(['One', 'Two'])
      const unknown = { applications: [{ id: randomUUID(), version: 0 }], state: 'handled' }
      expect((await make(ada, 'changeHandling', unknown)).status).toBe(404)
      expect((await make(ada, 'changeHandling', { ...change, assignee: 999_999 })).body.code).toBe('no_person')
    })

    test('has notes that only grow; the record holds that they were added, not what they say', async () => {
      const cookie = await signedIn('processor')
      const id = await applicant({ last_name: 'Noted' })
      await make(cookie, 'addNote', { text: 'Called about the transcript.' }, id)
      await make(cookie, 'addNote', { text: ' It came. ' }, id)
      expect((await make(cookie, 'readApplication', undefined, id)).body.notes).toMatchObject([
        { by: 'June Hale', text: 'Called about the transcript.' },
        { by: 'June Hale', text: 'It came.' },
      ])
      for (const text of ['', '   ', 'x'.repeat(10_001)])
        expect((await make(cookie, 'addNote', { text }, id)).status).toBe(400)
      await expect(on.database.db.updateTable('application_note').set({ text: '' }).execute()).rejects.toThrow()
      expect(JSON.stringify(await audited('note added'))).not.toContain('transcript')
    })

    test('its number is revealed to who has just signed in and says why, and that is recorded first', async () => {
      const cookie = await signedIn('processor')
      const id = await applicant({ last_name: 'Numbered', ssn: '501-55-0123' }, randomUUID().slice(0, 9).toUpperCase())
      expect((await make(cookie, 'revealSsn', { reason: '  ' }, id)).status).toBe(400)
      const { body } = await make(cookie, 'revealSsn', { reason: 'To match a record in Banner.' }, id)
      expect(body).toEqual({ ssn: '501-55-0123' })
      expect((await audited('number revealed')).at(-1)).toMatchObject({
        actor: 'staff:June Hale',
        subject: id,
        detail: { reason: 'To match a record in Banner.' },
      })
      later(10 * MINUTE)
      expect((await make(cookie, 'revealSsn', { reason: 'Again.' }, id)).body.code).toBe('old_sign_in')
      later(0)
      const again = await signedIn('processor')
      for (let count = 1; count < 30; count += 1)
        expect((await make(again, 'revealSsn', { reason: 'Again.' }, id)).status).toBe(200)
      expect((await make(again, 'revealSsn', { reason: 'Too often.' }, id)).status).toBe(429)
      expect((await make(again, 'revealSsn', { reason: 'x' }, randomUUID())).status).toBe(404)
    })

    test('opens as a view in the session that asked, without what its role may not see', async () => {
      const answers = { last_name: 'Viewed', gender: 'F', crime_arson: 'true', ssn: '501-55-0145' }
      const id = await applicant(answers, randomUUID().slice(0, 9).toUpperCase())
      const open = async (cookie: string, by = cookie) => {
        const { url } = (await make(cookie, 'openApplication', {}, id)).body
        const token = new URL(url).searchParams.get('service_token') ?? ''
        return call(undefined, 'GET', `/service/tmp-pdf?${new URLSearchParams({ service_token: token })}`, undefined, {
          cookie: by,
        })
      }
      const [viewer, processor] = [await signedIn('viewer'), await signedIn('processor', 'Ada Moss')]
      const steward = await signedIn('data_steward', 'Dana Reyes')
      const seen = await open(viewer)
      expect(seen.status).toBe(200)
      expect(seen.body.answer).toMatchObject({ last_name: 'Viewed', ssn: '***-**-0145' })
      expect(JSON.stringify(seen.body)).not.toMatch(/gender|Female|Arson/i)
      const decides = (await open(processor)).body
      expect(decides.answer).toMatchObject({ crime_arson: 'true' })
      expect(JSON.stringify(decides)).not.toMatch(/gender|Female/i)
      expect((await open(steward)).body.answer).toMatchObject({ gender: 'F', crime_arson: 'true' })
      for (const other of [processor, '', 'causeway-staff=x']) expect((await open(viewer, other)).status).toBe(404)
      const { url } = (await make(viewer, 'openApplication', {}, id)).body
      await make(viewer, 'signOutStaff')
      const token = new URL(url).searchParams.get('service_token') ?? ''
      const path = `/service/tmp-pdf?${new URLSearchParams({ service_token: token })}`
      expect((await call(undefined, 'GET', path, undefined, { cookie: viewer })).status).toBe(404)
    })
  })

  test('views are saved by name, and each person has only their own', async () => {
    const [june, ada] = [await signedIn('viewer'), await signedIn('viewer', 'Ada Moss')]
    await make(june, 'saveView', { name: 'Spring', search: '?term=202710' })
    const { id } = (await make(june, 'saveView', { name: 'Spring', search: '?term=202730' })).body
    expect((await make(june, 'listViews')).body.views).toContainEqual({
      id,
      name: 'Spring',
      search: '?term=202730',
      is_shared: false,
      by: null,
    })
    expect((await make(ada, 'listViews')).body.views).not.toContainEqual(expect.objectContaining({ id }))
    expect((await make(ada, 'removeView', {}, id)).body.code).toBe('no_view')
    expect((await make(june, 'removeView', {}, id)).status).toBe(200)
  })

  test('statistics count what is there', async () => {
    const cookie = await signedIn('administrator')
    later(Date.now() - start.getTime())
    await applicant({ last_name: 'Counted', entry_term: '202770' }, randomUUID().slice(0, 9).toUpperCase())
    const { body } = await make(await signedIn('administrator'), 'readStatistics')
    const { count } = await on.database.db
      .selectFrom('submission')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    expect(body.now).toContainEqual({ what: 'Submitted', count: Number(count) })
    expect(body.submitted_by_day).toHaveLength(30)
    expect(body.submitted_by_day.at(-1).count).toBeGreaterThan(0)
    expect(cookie).not.toBe('')
  })

  test('the record is found by who, what, whom and when, and reading it is in it', async () => {
    const cookie = await signedIn('administrator', 'Ada Moss')
    const reference = randomUUID().slice(0, 9).toUpperCase()
    const id = await applicant({ last_name: 'Recorded' }, reference)
    await make(await signedIn('processor'), 'addNote', { text: 'x' }, id)
    const read = async (asked: object) => (await make(cookie, 'readRecord', asked)).body
    for (const subject of [id, reference.toLowerCase()])
      expect((await read({ subject })).rows).toMatchObject([
        {
          ...{ actor: 'staff:June Hale', action: 'note added', subject: id, reference },
          detail: { person: expect.stringMatching(/^\d+ \(June Hale: june hale at operator\)$/) },
        },
      ])
    const first = await read({ actor: 'june', limit: 1 })
    const second = await read({ actor: 'june', limit: 1, before: first.next })
    expect(second.rows[0].id).toBeLessThan(first.rows[0].id)
    expect((await read({ to: '2020-01-01' })).rows).toEqual([])
    expect((await read({ action: 'RECORD r' })).rows.length).toBeGreaterThan(2)
    expect((await make(cookie, 'readRecord', { from: 'yesterday' })).status).toBe(400)
  })

  describe('the export of the record', () => {
    const exported = (cookie: string, filter: object) =>
      fetch(`${address()}${recordExportPath}`, {
        method: 'POST',
        body: JSON.stringify(filter),
        headers: { cookie, 'content-type': 'application/json' },
      })

    test('has everything that a filter finds, each row once, with no formula in it, and is in the record', async () => {
      const cookie = await signedIn('administrator', 'Ada Moss')
      const subject = randomUUID()
      await on.database.db
        .insertInto('audit')
        .values(
          Array.from({ length: 2345 }, (_, number) => ({
            actor: '=HYPERLINK("x")',
            action: 'note added',
            subject,
            detail: JSON.stringify({ number }),
          })),
        )
        .execute()
      const reply = await exported(cookie, { subject })
      expect(reply.headers.get('content-type')).toBe('text/csv; charset=utf-8')
      expect(reply.headers.get('content-disposition')).toBe('attachment; filename="record.csv"')
      const [header, ...lines] = new TextDecoder('utf-8', { ignoreBOM: true })
        .decode(await reply.arrayBuffer())
        .trimEnd()
        .split('\r\n')
      expect(header).toBe('\uFEFFat,actor,action,subject,reference,detail')
      const numbers = lines.map((line) => Number(/""number"":(\d+)/.exec(line)?.[1]))
      expect(numbers).toEqual(Array.from({ length: 2345 }, (_, number) => 2344 - number))
      expect(lines.every((line) => line.includes(`,"'=HYPERLINK(""x"")",note added,${subject},`))).toBe(true)
      expect((await audited('record exported')).at(-1)).toMatchObject({ actor: 'staff:Ada Moss', detail: { subject } })
    })

    test('is for who has the right and has just signed in', async () => {
      for (const role of roles) {
        const cookie = await signedIn(role)
        expect({ role, status: (await exported(cookie, {})).status }).toEqual({
          role,
          status: mayStaff(role, 'export_record') ? 200 : 403,
        })
      }
      const cookie = await signedIn('administrator', 'Ada Moss')
      const before = (await audited('record exported')).length
      expect((await exported(cookie, { before: 5 })).status).toBe(400)
      expect((await exported('', {})).status).toBe(401)
      later(10 * MINUTE)
      expect(await (await exported(cookie, {})).json()).toMatchObject({ code: 'old_sign_in' })
      expect(await audited('record exported')).toHaveLength(before)
    })
  })
})
