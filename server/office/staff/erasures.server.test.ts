import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { certificatePath } from '../../../api/index.ts'
import { readPdf } from '../../documents/application-pdf/testing/index.ts'
import { databasesForTests, duringTransaction } from '../../testing/index.ts'
import { eraseApplication } from '../erasure/index.ts'
import { MINUTE, staffForTests } from './testing/staff-for-tests.ts'

databasesForTests('erasing at the staff desk', (on) => {
  const { signedIn, make, applicant, audited, later, deps, address } = staffForTests(on)
  const reference = () => randomUUID().slice(0, 9).toUpperCase()
  const isThere = async (id: string) =>
    (await on.database.db.selectFrom('application').select('id').where('id', '=', id).execute()).length === 1
  const codeOf = async (made: ReturnType<typeof make>) => (await made).body.code ?? (await made).status

  test('one person asks and another confirms, right after a sign-in', async () => {
    const id = await applicant({ last_name: 'Erased' }, reference())
    const [june, ada] = [await signedIn('processor'), await signedIn('administrator', 'Ada Moss')]
    expect(await codeOf(make(ada, 'confirmErasure', {}, id))).toBe('no_erasure')
    expect(await codeOf(make(june, 'askErasure', { reason: ' ' }, id))).toBe('malformed')
    expect(await codeOf(make(june, 'askErasure', { reason: 'She asks for it.' }, id))).toBe(200)
    expect(await codeOf(make(june, 'askErasure', { reason: 'Again.' }, id))).toBe('erasure_asked')
    expect((await make(june, 'readApplication', undefined, id)).body.erasure).toMatchObject({
      by: 'June Hale',
      reason: 'She asks for it.',
    })
    expect(await codeOf(make(june, 'confirmErasure', {}, id))).toBe('missing_staff_right')
    later(11 * MINUTE)
    expect(await codeOf(make(ada, 'confirmErasure', {}, id))).toBe('old_sign_in')
    const fresh = await signedIn('administrator', 'Ada Moss')
    expect((await make(fresh, 'listErasures')).body.requests).toMatchObject([{ id, by: 'June Hale' }])
    const both = await Promise.all([make(fresh, 'confirmErasure', {}, id), make(fresh, 'confirmErasure', {}, id)])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 404])
    expect(await isThere(id)).toBe(false)
    expect(await codeOf(make(june, 'readApplication', undefined, id))).toBe('no_such_application')
    expect((await make(fresh, 'listErasures')).body).toMatchObject({
      requests: [],
      erased: [{ id, cause: 'staff', by: 'Ada Moss' }],
      due: [],
    })
    expect(await audited('erasure asked for')).toMatchObject([{ actor: 'staff:June Hale', subject: id }])
    expect(JSON.stringify(await audited('erasure asked for'))).not.toContain('She asks')
    expect(await audited('application erased')).toMatchObject([{ actor: 'staff:Ada Moss', subject: id }])
  })

  test('the certificate of an erasure says when, why, by whom, what was removed and who had received it, and names no applicant', async () => {
    const number = reference()
    const id = await applicant({ last_name: 'Certified' }, number)
    const { db } = on.database
    const [june, ada] = [await signedIn('processor'), await signedIn('administrator', 'Ada Moss')]
    await make(june, 'addNote', { text: 'Certified called.' }, id)
    for (const actor of ['api:sis', 'api:crm'])
      await db
        .insertInto('audit')
        .values({ actor, action: 'application exported', subject: id, detail: JSON.stringify({ version: 1 }) })
        .execute()
    await make(june, 'askErasure', { reason: 'Certified asks for it.' }, id)
    expect(await codeOf(make(ada, 'readErasure', undefined, id))).toBe('no_such_erasure')
    expect(await codeOf(make(ada, 'confirmErasure', {}, id))).toBe(200)
    await db
      .insertInto('acknowledgement')
      .values({ application_id: id, target: 'api:sis', version: 1, result: 'accepted', reason: '', made_by: 'api:sis' })
      .execute()
    expect(await codeOf(make(june, 'readErasure', undefined, id))).toBe('missing_staff_right')
    const { body } = await make(ada, 'readErasure', undefined, id)
    expect(body).toMatchObject({
      reference: number,
      cause: 'staff',
      asked: { by: 'June Hale', at: expect.any(String) },
      confirmed_by: 'Ada Moss',
      files_erased_at: null,
      removed: { signed_versions: 1, notes: 1, documents: 0 },
      received: [
        { target: 'api:crm', version: 1, answer: null },
        { target: 'api:sis', version: 1, answer: { result: 'accepted' } },
      ],
      search: null,
    })
    const file = async (cookie: string) => fetch(`${address()}${certificatePath(id)}`, { headers: { cookie } })
    expect((await file(june)).status).toBe(403)
    const pdf = new Uint8Array(await (await file(ada)).arrayBuffer())
    const { text, attached, claim } = await readPdf(pdf)
    expect(claim).toBe('1')
    for (const words of [number, 'June Hale', 'Ada Moss', 'It has not answered since the erasure'])
      expect(text.replace(/\s+/g, ' ')).toContain(words)
    expect(text).not.toContain('Certified')
    expect(JSON.parse(attached['certificate.json'] ?? '')).toEqual({ format: 'causeway-erasure-1', ...body })
  })

  test.each([
    ['openApplication', () => ({})],
    ['addNote', () => ({ text: 'A note.' })],
    ['changeHandling', (id: string) => ({ applications: [{ id, version: 0 }], state: 'in_hand' })],
    ['closeApplication', () => ({})],
    ['cancelErasure', () => ({})],
    ['revealSsn', () => ({ reason: 'She asks for it.' })],
  ] as const)('%s finds nothing of an application that is erased meanwhile', async (name, payload) => {
    const [id, june] = [await applicant({ last_name: 'Meanwhile' }, reference()), await signedIn('processor')]
    await make(june, 'askErasure', { reason: 'A test.' }, id)
    const { status, body } = await duringTransaction(
      on.database.db,
      (transaction) => eraseApplication(deps().erasures, transaction, id, { cause: 'applicant' }),
      () => make(june, name, payload(id), id),
    )
    expect([status, body.code]).toEqual([404, 'no_such_application'])
    const record = on.database.db.selectFrom('audit').select('detail').where('subject', '=', id)
    expect(JSON.stringify(await record.execute()), 'what people wrote about it').not.toContain('reason')
  })

  test('a service view is not opened for a session that ends meanwhile', async () => {
    const [id, june] = [await applicant({ last_name: 'Meanwhile' }), await signedIn('processor')]
    const { status, body } = await duringTransaction(
      on.database.db,
      (transaction) => transaction.deleteFrom('staff_session').execute(),
      () => make(june, 'openApplication', {}, id),
    )
    expect([status, body.code]).toEqual([401, 'staff_signed_out'])
  })

  test('nobody confirms what they asked for themselves', async () => {
    const id = await applicant({ last_name: 'Kept' })
    const ada = await signedIn('administrator', 'Ada Moss')
    await make(await signedIn('processor'), 'askErasure', { reason: 'A test.' }, id)
    const { id: person } = (await make(ada, 'staffSession')).body.person
    await on.database.db
      .updateTable('erasure_request' as never)
      .set({ asked_by: person } as never)
      .execute()
    expect(await codeOf(make(ada, 'confirmErasure', {}, id))).toBe('own_erasure')
    expect(await isThere(id)).toBe(true)
  })

  test('a link in the name of who asked is no second person, whoever the provider says that they are', async () => {
    const id = await applicant({ last_name: 'Kept' })
    const june = await signedIn('processor', 'June Hale')
    const { id: person } = (await make(june, 'staffSession')).body.person
    const rename = (issuer: string) =>
      on.database.db.updateTable('staff_person').set({ issuer }).where('id', '=', person).execute()
    await rename('https://login.example')
    await make(june, 'askErasure', { reason: 'A test.' }, id)
    const link = await signedIn('administrator', 'JUNE  Hale')
    expect((await make(link, 'staffSession')).body.person.id).not.toBe(person)
    expect(await codeOf(make(link, 'confirmErasure', {}, id))).toBe('own_erasure')
    expect(await isThere(id)).toBe(true)
    await on.database.db.deleteFrom('staff_session').where('person_id', '=', person).execute()
    await on.database.db.updateTable('staff_person').set({ subject: randomUUID() }).where('id', '=', person).execute()
  })

  test('who asked, or an administrator, takes it back; a viewer does not', async () => {
    const id = await applicant({ last_name: 'Kept' })
    const [june, eve] = [await signedIn('processor'), await signedIn('viewer', 'Eve Stone')]
    const ada = await signedIn('administrator', 'Ada Moss')
    for (const [cookie, code] of [
      [eve, 'not_your_erasure'],
      [june, 200],
      [ada, 200],
    ] as const) {
      await make(june, 'askErasure', { reason: 'A test.' }, id)
      expect(await codeOf(make(cookie, 'cancelErasure', {}, id))).toBe(code)
    }
    expect(await codeOf(make(june, 'cancelErasure', {}, id))).toBe('no_erasure')
  })

  test('on hold nothing is asked for or confirmed, until an administrator lifts it', async () => {
    const id = await applicant({ last_name: 'Held' })
    const [june, ada] = [await signedIn('processor'), await signedIn('administrator', 'Ada Moss')]
    await make(june, 'askErasure', { reason: 'A test.' }, id)
    expect(await codeOf(make(june, 'holdApplication', { reason: 'A dispute.' }, id))).toBe(200)
    expect(await codeOf(make(june, 'holdApplication', { reason: 'Again.' }, id))).toBe('held_application')
    expect(await codeOf(make(ada, 'confirmErasure', {}, id))).toBe('held_application')
    expect((await make(june, 'readApplication', undefined, id)).body.hold).toMatchObject({ reason: 'A dispute.' })
    expect(await codeOf(make(june, 'liftHold', {}, id))).toBe('missing_staff_right')
    expect(await codeOf(make(ada, 'liftHold', {}, id))).toBe(200)
    expect(await codeOf(make(ada, 'liftHold', {}, id))).toBe('no_hold')
    expect(await codeOf(make(ada, 'confirmErasure', {}, id))).toBe(200)
    expect(await isThere(id)).toBe(false)
    for (const call of ['askErasure', 'holdApplication'] as const)
      expect(await codeOf(make(june, call, { reason: 'Gone.' }, id))).toBe('no_such_application')
  })
})
