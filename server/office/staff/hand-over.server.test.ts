import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { domestic, veteran } from '../../../form/testing/index.ts'
import { ageCopies } from '../../handing-over/deliveries/testing/index.ts'
import { attachedTo, submitted, withDocuments } from '../../handing-over/exports/testing/index.ts'
import { onOneDatabase } from '../../testing/index.ts'
import { pdfOf } from '../../testing/sample-files/index.ts'
import { MINUTE, staffForTests } from './testing/staff-for-tests.ts'

onOneDatabase('handing over at the staff desk', (on) => {
  const { signedIn, make, audited, deps, call, address, later } = staffForTests(on)
  let target = ''
  let steward = ''
  const inBox = () => join(on.settings.dataDir, `in-box-${target}`)

  beforeEach(async () => {
    target = `target-${randomUUID().slice(0, 8)}`
    steward = await signedIn('data_steward', 'Dana Reyes')
  })

  /** What DELIVERIES_FILE says of the target of this test. */
  function wants(options: object, map?: string) {
    const folder = on.settings.dataDir
    if (map !== undefined) writeFileSync(join(folder, 'map.csv'), `list,ours,theirs\n${map}`)
    const wanted = { profile: 'plain', ...options, ...(map === undefined ? {} : { codes: 'map.csv' }) }
    writeFileSync(join(folder, 'deliveries.json'), JSON.stringify({ [target]: wanted }))
  }
  const deliver = (more: object = {}) => make(steward, 'makeDelivery', { target, ...more })
  const listed = async () => (await make(steward, 'listDeliveries', { target })).body.deliveries
  const attempts = async () => (await make(steward, 'listTargets')).body.attempts

  describe('a delivery', () => {
    test('is made, sent, listed and recorded by the name of who made it', async () => {
      mkdirSync(inBox())
      wants({ to: { folder: inBox() }, include: ['demographics'] })
      await deliver()
      const { id } = await submitted(deps(), domestic)
      const { body } = await deliver()
      expect(body).toMatchObject({
        done: true,
        message: expect.stringMatching(/^Delivery \d+: 1 application delivered, 0 held back\. It was sent\.$/),
      })
      const [newest, first] = await listed()
      expect(newest).toMatchObject({ target, by: 'Dana Reyes', state: 'sent', delivered: 1, held_back: 0 })
      expect(readdirSync(inBox())).toHaveLength(2)
      expect(newest.changes.after).toBe(first.changes.through)
      const read = (await make(steward, 'readDelivery', undefined, newest.id)).body
      expect(read.files.map(({ name }: { name: string }) => name)).toContain('applications.csv')
      expect(read).toMatchObject({ file_count: read.files.length, held_back_applications: [], empty_columns: [] })
      const made = (await audited('delivery made')).at(-1)
      expect(made).toMatchObject({ actor: 'staff:Dana Reyes', subject: target, detail: { by: 'Dana Reyes' } })
      expect(Object(made?.detail).person).toBeGreaterThan(0)
      expect((await audited('delivery sent')).at(-1)).toMatchObject({ actor: 'staff:Dana Reyes', subject: target })
      expect((await audited('delivery read')).at(-1)).toMatchObject({ actor: 'staff:Dana Reyes', subject: target })
      const { targets, problem } = (await make(steward, 'listTargets')).body
      expect({ targets, problem }).toEqual({
        targets: [{ name: target, profile: 'plain', include: ['demographics'], to: inBox() }],
        problem: null,
      })
      expect(id).not.toBe('')
    })

    test('names what is held back with its reasons, which a dry run tells before', async () => {
      wants({})
      await deliver()
      const { id, reference } = await submitted(deps(), domestic)
      wants({}, 'majors,,0\n')
      expect((await make(steward, 'tryDelivery', { target })).body).toEqual({
        done: true,
        message: 'It would be 0 applications delivered, 1 held back. Nothing was handed over.',
      })
      expect(await listed()).toHaveLength(1)
      const [tried] = await attempts()
      expect(tried).toMatchObject({ target, by: 'Dana Reyes', failed: null })
      expect(tried.tried.reasons).toEqual({ 'no code for majors: GEOL': 1 })
      expect(tried.tried.values_without_code).toContain('majors: MATH')
      await deliver()
      const [{ id: number, state, held_back }] = await listed()
      expect({ state, held_back }).toEqual({ state: 'kept', held_back: 1 })
      expect((await make(steward, 'readDelivery', undefined, number)).body.held_back_applications).toEqual([
        { application_id: id, reference, name: '', reasons: ['no code for majors: GEOL'] },
      ])
    })

    test('that two people ask for at once is made once, and the other is told by whom', async () => {
      wants({})
      await deliver()
      wants({ include: ['documents'] })
      const { id } = await submitted(deps(), attachedTo(veteran, ['college_transcript']))
      await withDocuments(on.database.db, deps().storage, id, { college_transcript: await pdfOf('Transcript') })
      const reading = Promise.withResolvers<void>()
      const read = vi.spyOn(deps().storage, 'sizeOf').mockImplementationOnce(async () => {
        await reading.promise
        return 1
      })
      const first = deliver()
      await vi.waitFor(() => expect(read).toHaveBeenCalled(), { timeout: 10_000 })
      const other = await signedIn('data_steward', 'Sam Ortiz')
      const { status, body } = await make(other, 'makeDelivery', { target })
      expect({ status, code: body.code }).toEqual({ status: 409, code: 'declined' })
      expect(body.message).toMatch(/has been under way since .*, by Dana Reyes\. Wait/)
      expect(await listed()).toMatchObject([{ state: 'under_way', by: 'Dana Reyes' }, { state: 'kept' }])
      reading.resolve()
      expect((await first).status).toBe(200)
      expect(await listed()).toMatchObject([{ delivered: 1 }, { state: 'kept' }])
    })

    test('that cannot be sent says why, and is sent once it can', async () => {
      wants({ to: { folder: inBox() } })
      const { status, body } = await deliver()
      expect({ status, message: body.message }).toEqual({
        status: 409,
        message: expect.stringMatching(/^Delivery \d+ is made but could not be sent to .*no such folder/),
      })
      expect(await listed()).toMatchObject([{ state: 'not_sent', sent_at: null }])
      expect(await attempts()).toMatchObject([{ by: 'Dana Reyes', failed: body.message, tried: null }])
      mkdirSync(inBox())
      expect((await make(steward, 'sendDeliveries', { target })).body.message).toMatch(/^Sent: target-.*-\d{6}\.$/)
      expect(await listed()).toMatchObject([{ state: 'sent' }])
      expect((await make(steward, 'sendDeliveries', { target })).body.message).toBe('Everything is sent already.')
    })

    test('that a fault stops leaves nothing, and is told without what only the log may say', async () => {
      wants({})
      await deliver()
      await submitted(deps(), domestic)
      // The folder in which copies are kept is a file, as a disk that cannot be written.
      const kept = join(on.settings.dataDir, 'deliveries')
      renameSync(kept, `${kept}-away`)
      writeFileSync(kept, '')
      const { status, body } = await deliver()
      expect({ status, code: body.code }).toEqual({ status: 503, code: 'failed_delivery' })
      expect(JSON.stringify(body)).not.toMatch(/ENOTDIR|EEXIST|deliveries\//)
      expect(JSON.stringify(await attempts())).not.toMatch(/ENOTDIR|EEXIST/)
      rmSync(kept)
      renameSync(`${kept}-away`, kept)
      expect((await deliver()).body.message).toMatch(/1 application delivered/)
    })

    test('needs a sign-in of the last minutes, as do sending and making it again; a dry run does not', async () => {
      wants({})
      later(10 * MINUTE)
      for (const [name, body, id] of [
        ['makeDelivery', { target }, ''],
        ['sendDeliveries', { target }, ''],
        ['makeDeliveryAgain', {}, 1],
      ] as const)
        expect((await make(steward, name, body, id)).body.code, name).toBe('old_sign_in')
      expect(await listed()).toEqual([])
      expect((await make(steward, 'tryDelivery', { target })).status).toBe(200)
    })

    test('of another process is under way until it has not been heard of for two minutes', async () => {
      wants({})
      const row = { target, made_by: 'Sam', after_seq: 0, through_seq: 0, configuration: '{}' }
      const { db } = on.database
      await db.insertInto('delivery').values(row).execute()
      expect(await listed()).toMatchObject([{ state: 'under_way', by: 'Sam', delivered: 0 }])
      const old = sql<Date>`clock_timestamp() - interval '3 minutes'`
      await db.updateTable('delivery').set({ touched_at: old }).where('made_by', '=', 'Sam').execute()
      expect(await listed()).toMatchObject([{ state: 'cut_off' }])
    })

    test('is made again once its copy has expired', async () => {
      wants({ keep_days: 1 })
      await deliver()
      const [{ id }] = await listed()
      const { message } = (await make(steward, 'makeDeliveryAgain', {}, id)).body
      expect(message).toContain('is still kept on the server: ') // and not where
      ageCopies(on, 2)
      later(Date.now() - later(0).getTime()) // by the clock of the database: while one is in doubt, no copy goes
      steward = await signedIn('data_steward', 'Dana Reyes')
      expect((await make(steward, 'makeDeliveryAgain', {}, id)).body.message).toBe(
        `Delivery ${id} was made again. Its copy is on the server.`,
      )
      expect((await audited('delivery made again')).at(-1)).toMatchObject({
        actor: 'staff:Dana Reyes',
        subject: target,
      })
      later(0)
    })

    test.each([
      ['makeDelivery', { target: 'no-such' }, 409, /There is no target no-such\. Targets: target-/],
      ['tryDelivery', { target: 'no-such' }, 409, /There is no target/],
      ['sendDeliveries', { target: 'no-such' }, 409, /There is no target/],
      ['makeDelivery', { target: "'; drop table delivery --" }, 409, /There is no target/],
      ['makeDelivery', { target: '__proto__' }, 409, /There is no target/],
      ['makeDelivery', { target: '' }, 400, /./],
      ['makeDelivery', { target: 'a', after: -1 }, 400, /./],
      ['listDeliveries', { before: 1e30 }, 400, /./],
      ['listDeliveries', { target: ['a'] }, 400, /./],
    ] as const)('%s refuses %j', async (name, body, status, sentence) => {
      wants({})
      const reply = await make(steward, name, body)
      expect(reply.status).toBe(status)
      expect(reply.body.message).toMatch(sentence)
    })

    test.each([0, -1, 'x', '1e400', '99999999999999999999', "1' or 1=1"])('number %s is none', async (id) => {
      for (const name of ['readDelivery', 'makeDeliveryAgain'] as const)
        expect([400, 404, 409]).toContain((await make(steward, name, {}, encodeURIComponent(id))).status)
    })
  })

  describe('a code map', () => {
    test('is shown with what it covers and what has no code', async () => {
      wants({ built_in_codes: ['usps'] }, 'degrees,AA,1\ndegrees,BA,2\n')
      const { maps } = (await make(steward, 'listCodeMaps')).body
      expect(maps).toMatchObject([{ target, file: 'map.csv', built_in_codes: ['usps'], problem: null }])
      const lists = new Map(maps[0].lists.map((each: { list: string }) => [each.list, each]))
      expect([...lists.keys()].toSorted()).toEqual(['degrees', 'states'])
      expect(Object(lists.get('degrees')).missing.length).toBe(Object(lists.get('degrees')).values - 2)
      expect(maps[0].unmapped).toContain('majors')
    })

    test('knows the values that the institution took out of its own lists', async () => {
      const majors = [['HERB', 'Herbology']]
      await sql`insert into edition (number, form_version, content, hash, report, title, source, takes_effect_at)
        values (9001, '2026.9', ${JSON.stringify({ majors })}::jsonb, 'x', '[]', 'x', 'desk', clock_timestamp())`.execute(
        on.database.db,
      )
      wants({}, 'majors,GEOL,1\nmajors,BIOO,2\n')
      const { maps } = (await make(steward, 'listCodeMaps')).body
      expect(maps[0].lists).toMatchObject([{ list: 'majors', missing_retired: ['HERB'], never_offered: ['BIOO'] }])
    })

    test.each([
      [{}, 'degrees,XX,1\n', /^Line 2 of the code map gives a code for XX, which is not a value of degrees\.$/],
      [{ codes: 'nowhere.csv' }, undefined, /^The code map .*nowhere\.csv cannot be read/],
      [{ profile: 'banner' }, undefined, /^The profile banner needs codes for /],
    ])('that cannot be used says why: %j %j', async (options, map, sentence) => {
      wants(options, map)
      const { maps } = (await make(steward, 'listCodeMaps')).body
      expect(maps).toMatchObject([{ lists: [], problem: expect.stringMatching(sentence) }])
      expect((await deliver()).body).toMatchObject({ code: 'declined', message: maps[0].problem })
    })

    test('of a broken DELIVERIES_FILE is none, and every page says what is wrong', async () => {
      writeFileSync(join(on.settings.dataDir, 'deliveries.json'), '{')
      const problem = expect.stringMatching(/^DELIVERIES_FILE .* is not JSON\.$/)
      expect((await make(steward, 'listCodeMaps')).body).toEqual({ maps: [], problem })
      expect((await make(steward, 'listTargets')).body).toEqual({ targets: [], problem, attempts: [] })
      expect((await deliver()).body).toMatchObject({ code: 'declined', message: problem })
      expect((await make(steward, 'listDeliveries')).status).toBe(200)
    })
  })

  describe('a token', () => {
    const wanted = () => ({ name: target, rights: ['changes'], networks: [], purpose: '', days: 30, sandbox: true })
    const rowOf = async (name: string) =>
      (await make(steward, 'listTokens')).body.tokens.find((each: { name: string }) => each.name === name)

    test('is shown once, works, and is ended, all by the name of who did it', async () => {
      const { body } = await make(steward, 'makeToken', { ...wanted(), networks: ['192.0.2.0/24'] })
      expect(body.token).toMatch(/^cwy_sandbox_/)
      const row = await rowOf(target)
      expect(row).toMatchObject({ by: 'Dana Reyes', state: 'valid', rights: ['changes'], is_sandbox: true })
      expect(row).toMatchObject({ networks: ['192.0.2.0/24'], last_used_at: null, until: body.expires_at })
      const record = JSON.stringify([row, await audited('export token made')])
      expect(record).not.toContain(body.token.slice(-20))
      expect((await audited('export token made')).at(-1)).toMatchObject({
        actor: 'staff:Dana Reyes',
        detail: { by: 'Dana Reyes', name: target },
      })
      expect((await make(steward, 'makeToken', wanted())).body.message).toMatch(/^There is a token .* already/)
      expect((await make(steward, 'endToken', { name: target })).body).toEqual({ message: `${target} has ended.` })
      expect(await rowOf(target)).toMatchObject({ state: 'ended' })
      expect((await audited('export token ended')).at(-1)).toMatchObject({ actor: 'staff:Dana Reyes' })
      expect((await make(steward, 'endToken', { name: target })).body.message).toBe(`There is no token ${target}.`)
    })

    test('is made right after a sign-in only, and ended at any time', async () => {
      await make(steward, 'makeToken', wanted())
      later(10 * MINUTE)
      expect((await make(steward, 'makeToken', { ...wanted(), name: 'late' })).body.code).toBe('old_sign_in')
      expect(await rowOf('late')).toBe(undefined)
      expect((await make(steward, 'endToken', { name: target })).status).toBe(200)
    })

    test.each([
      [{ name: 'A b' }, 409],
      [{ name: '' }, 409],
      [{ rights: [] }, 400],
      [{ rights: ['changes', 'everything'] }, 400],
      [{ networks: ['0.0.0.0/0'] }, 409],
      [{ networks: ['everywhere'] }, 409],
      [{ days: 0 }, 400],
      [{ days: 366 }, 400],
      [{ days: 1.5 }, 400],
      [{ sandbox: 'yes' }, 400],
      [{ secret: 'mine' }, 400],
    ])('is not made with %j', async (wrong, status) => {
      const reply = await make(steward, 'makeToken', { ...wanted(), ...wrong })
      expect(reply.status).toBe(status)
      expect(reply.body.message).not.toBe('')
      expect(await rowOf(target)).toBe(undefined)
    })
  })

  describe('an acknowledgement', () => {
    const acknowledged = async () => (await make(steward, 'listAcknowledgements')).body
    const ofTarget = <Row extends { target: string }>(rows: readonly Row[]) =>
      rows.filter((row) => row.target === target)

    /** An application that the target has had for this long. */
    async function given(hours: number) {
      wants({})
      await deliver()
      const { id, reference } = await submitted(deps(), domestic)
      await deliver()
      const [{ id: number }] = await listed()
      await on.database.db
        .updateTable('delivery')
        .set({ started_at: new Date(Date.now() - hours * 3_600_000) })
        .where('id', '=', number)
        .execute()
      return { id, reference }
    }

    test('is recorded for a reference number, and what was not accepted is listed with its reason', async () => {
      const { id, reference } = await given(1)
      const answer = { target, reference: ` ${reference.toLowerCase()} `, result: 'rejected', reason: 'no such term' }
      const { body } = await make(steward, 'recordAcknowledgement', answer)
      expect(body).toEqual({ message: '1 recorded, 0 known already.' })
      expect(ofTarget((await acknowledged()).refused)).toMatchObject([
        { application_id: id, reference, version: 1, result: 'rejected', reason: 'no such term', by: 'Dana Reyes' },
      ])
      expect((await audited('acknowledgements recorded')).at(-1)).toMatchObject({
        actor: 'staff:Dana Reyes',
        subject: target,
        detail: { recorded: 1 },
      })
      expect((await make(steward, 'readApplication', undefined, id)).body.handed_over).toBe('rejected')
      await make(steward, 'recordAcknowledgement', { ...answer, result: 'accepted' })
      expect(ofTarget((await acknowledged()).refused)).toEqual([])
    })

    test('comes from a file, all rows or none', async () => {
      const { id } = await given(1)
      const file = (...rows: readonly string[]) => ['application_id,version,result,reason', ...rows].join('\n')
      const give = async (text: string) => (await make(steward, 'recordAcknowledgements', { target, file: text })).body
      const unknown = randomUUID()
      expect((await give(file(`${id},1,accepted,`, `${unknown},1,accepted,`))).message).toBe(
        `Row 2: version 1 of application ${unknown} was never handed over to ${target}.`,
      )
      expect((await give(file(`${id},1,perhaps,`))).message).toMatch(/^Row 1: result must be accepted/)
      expect((await give('PK\u0003\u0004')).message).toMatch(/^The first row must name the columns/)
      expect((await acknowledged()).targets).toContain(target)
      expect(await give(`\uFEFF${file(`${id},1,suspended,"no, wait"`)}`)).toEqual({
        message: '1 recorded, 0 known already.',
      })
      expect(await give(file(`${id},1,suspended,"no, wait"`))).toEqual({ message: '0 recorded, 1 known already.' })
      expect(ofTarget((await acknowledged()).refused)).toMatchObject([{ result: 'suspended', reason: 'no, wait' }])
    })

    test('in a file of 5,000 rows is taken, and one of any size never breaks the server', async () => {
      const { id } = await given(1)
      const rows = (count: number) =>
        `application_id,version,result,reason\n${`${id},1,accepted,${'x'.repeat(200)}\n`.repeat(count)}`
      expect((await make(steward, 'recordAcknowledgements', { target, file: rows(5000) })).body).toEqual({
        message: '1 recorded, 4999 known already.',
      })
      expect((await make(steward, 'recordAcknowledgements', { target, file: rows(5001) })).body.message).toBe(
        'The file has more than 5000 rows: split it.',
      )
      const huge = await make(steward, 'recordAcknowledgements', { target, file: 'x'.repeat(9_000_000) })
      expect(huge.status).toBe(413)
    })

    test('that is missing after 48 hours is named, with the application', async () => {
      const { reference } = await given(49)
      const { waiting, waiting_count: before } = await acknowledged()
      expect(ofTarget(waiting)).toEqual([]) // it has never acknowledged anything
      const other = await given(1)
      await make(steward, 'recordAcknowledgement', { target, reference: other.reference, result: 'accepted' })
      const after = await acknowledged()
      expect(ofTarget(after.waiting)).toMatchObject([{ reference, version: 1 }])
      expect(after.waiting_count).toBe(before + 1)
    })

    test.each([
      [{ reference: 'WXYZ-9999' }, 404],
      [{ target: 'nobody' }, 404],
      [{ result: 'lost' }, 400],
      [{ reason: 'x'.repeat(1001) }, 400],
      [{ their_id: 'x'.repeat(201) }, 400],
      [{ reason: 'a\0b' }, 400],
      [{ reference: "' or ''='" }, 404],
    ])('with %j is refused', async (wrong, status) => {
      const { reference } = await given(1)
      const reply = await make(steward, 'recordAcknowledgement', { target, reference, result: 'accepted', ...wrong })
      expect(reply.status).toBe(status)
      expect(reply.body.message).not.toBe('')
    })
  })

  test('nothing of it is in an address, and no other method is served', async () => {
    for (const path of ['/staff/api/deliveries?target=a', '/staff/api/deliveries/try'])
      expect([400, 404]).toContain((await call(undefined, 'GET', path, undefined, { cookie: steward })).status)
    expect(address()).toContain('127.0.0.1')
    expect(existsSync(inBox())).toBe(false)
  })
})
