import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Decrypter, generateIdentity, identityToRecipient } from 'age-encryption'
import { sql } from 'kysely'
import { beforeEach, expect, test, vi } from 'vitest'
import { registerOf, withStructure } from '../../../engine/index.ts'
import { domestic, veteran } from '../../../form/testing/index.ts'
import { onOneDatabase, silentLog } from '../../testing/index.ts'
import { pdfOf } from '../../testing/sample-files/index.ts'
import { attachedTo, withDocuments } from '../exports/testing/index.ts'
import { sendWaiting } from './hand-over.ts'
import { deliverCommand, sendAgain, startTending } from './index.ts'
import { deliveryReadings, deliveryWarnings } from './list-deliveries.ts'
import type { DeliveriesDeps } from './targets.ts'
import { deliveriesForTests, filesIn, sha256, table, tableOf } from './testing/index.ts'

onOneDatabase('a delivery', (on) => {
  const at = deliveriesForTests(on)
  const { wants, deliver, skipEarlier, submit, kept, age, later } = at
  let deps: DeliveriesDeps
  let folder = ''
  let target = ''
  beforeEach(() => {
    ;({ deliveries: deps, folder, target } = at)
  })

  test('holds a row for each application, entry and score, and a manifest of what is in it', async () => {
    await wants({ include: ['demographics'] })
    await skipEarlier()
    const one = await submit(domestic)
    const other = await submit(veteran)
    const made = await deliver()
    expect(made).toMatchObject({ delivered: 2, held_back: 0 })

    const rows = table(made.folder, 'applications.csv')
    expect(rows.map(({ application_id, reference, version }) => [application_id, reference, version])).toEqual([
      [one.id, one.reference, '1'],
      [other.id, other.reference, '1'],
    ])
    expect(rows[1]).toMatchObject({ last_name: veteran.answer.last_name, entry_term: veteran.answer.entry_term })
    expect(Object.keys(rows[0] ?? {})).not.toContain('ssn')
    expect(Object.keys(rows[0] ?? {})).not.toContain('gender')
    expect(table(made.folder, 'colleges.csv').map(({ application_id, entry }) => [application_id, entry])).toEqual([
      [one.id, '1'],
      ...Array.from({ length: 8 }, (_, index) => [other.id, String(index + 1)]),
    ])
    expect(table(made.folder, 'demographics.csv').map(({ gender }) => gender)).toEqual([
      domestic.answer.gender ?? '',
      veteran.answer.gender ?? '',
    ])
    expect(table(made.folder, 'changes.csv').map(({ kind }) => kind)).toEqual(['submitted', 'submitted'])
    const manifest = JSON.parse(readFileSync(join(made.folder, 'manifest.json'), 'utf8'))
    expect(manifest).toMatchObject({ delivery: made.delivery, target, form_version: deps.form.version })
    expect(manifest.files.map(({ name }: { name: string }) => name)).toEqual(
      filesIn(made.folder).filter((name) => name !== 'manifest.json'),
    )
    for (const { name, bytes, sha256: digest } of manifest.files) {
      const stored = readFileSync(join(made.folder, name))
      expect([stored.length, sha256(stored)]).toEqual([bytes, digest])
    }
    expect(statSync(join(made.folder, 'applications.csv')).mode & 0o777).toBe(0o600)
    expect(readFileSync(join(made.folder, 'applications.csv'), 'utf8')).toMatch(/^application_id,.*\r\n/)
    expect(await deliver()).toMatchObject({ delivered: 0, held_back: 0 })
  })

  test('encrypts Social Security numbers for their recipient, in a file of their own', async () => {
    const identity = await generateIdentity()
    await wants({ include: ['ssn'], recipient: await identityToRecipient(identity) })
    await skipEarlier()
    const { id, reference } = await submit({ ...domestic, answer: { ...domestic.answer, ssn: '501-55-0187' } })
    const made = await deliver()
    for (const name of filesIn(made.folder)) {
      expect(readFileSync(join(made.folder, name)).includes('501-55-0187'), name).toBe(false)
    }
    const decrypter = new Decrypter()
    decrypter.addIdentity(identity)
    const text = await decrypter.decrypt(readFileSync(join(made.folder, 'ssn.csv.age')), 'text')
    expect(tableOf(text)).toEqual([{ application_id: id, reference, version: '1', ssn: '501-55-0187' }])
  })

  test('holds an application back while a value has no code, and hands it over once the map has one', async () => {
    await wants({}, '')
    await skipEarlier()
    const { id } = await submit(domestic)
    await wants({}, 'degrees,AA,1\nmajors,,0\nterms,,0\n')
    const first = await deliver()
    expect(first).toMatchObject({ delivered: 0, held_back: 1 })
    expect(table(first.folder, 'applications.csv')).toEqual([])
    const reasons = table(first.folder, 'held-back.csv')
    expect(reasons).toContainEqual({ application_id: id, version: '1', reason: 'no code for majors: GEOL' })
    expect(await deliver()).toMatchObject({ delivered: 0, held_back: 1 })

    await wants({}, 'majors,GEOL,0042\n')
    const later = await deliver()
    expect(later).toMatchObject({ delivered: 1, held_back: 0 })
    expect(table(later.folder, 'applications.csv')).toMatchObject([{ application_id: id, applied_major: '0042' }])
    expect(await deliver()).toMatchObject({ delivered: 0, held_back: 0 })
  })

  test('comes again when the target puts an application off', async () => {
    await wants({})
    await skipEarlier()
    const { id } = await submit(domestic)
    await deliver()
    const answer = { target, application_id: id, version: 1, made_by: 'June Hale' }
    await on.database.db
      .insertInto('acknowledgement')
      .values({ ...answer, result: 'suspended' })
      .execute()
    expect(await deliver()).toMatchObject({ delivered: 1 })
    await on.database.db
      .insertInto('acknowledgement')
      .values({ ...answer, result: 'accepted' })
      .execute()
    expect(await deliver()).toMatchObject({ delivered: 0 })
  })

  test('can be made again byte for byte once its copy is gone', async () => {
    await wants({ include: ['documents'], keep_days: 2 })
    await skipEarlier()
    const { id } = await submit(attachedTo(veteran, ['college_transcript']))
    await withDocuments(on.database.db, deps.storage, id, { college_transcript: await pdfOf('Transcript') })
    const made = await deliver()
    const before = filesIn(made.folder).map((name) => [name, sha256(readFileSync(join(made.folder, name)))])
    const again = ['--again', String(made.delivery), '--by', 'June Hale']
    await expect(deliverCommand(deps, again)).rejects.toThrow('is still kept')
    await submit(domestic)
    age(3)
    await expect(deliverCommand(deps, again)).resolves.toEqual({ folder: made.folder })
    expect(filesIn(made.folder).map((name) => [name, sha256(readFileSync(join(made.folder, name)))])).toEqual(before)
  })

  test('loses its copy in time, even if no other one is made', async () => {
    await wants({ keep_days: 2 })
    const made = await deliver()
    age(1)
    await startTending(deps, silentLog).close()
    expect(existsSync(made.folder)).toBe(true)
    age(2)
    await startTending(deps, silentLog).close()
    expect(existsSync(made.folder)).toBe(false)
  })

  test('loses no copy to a clock that is in doubt', async () => {
    await wants({ keep_days: 2 })
    const made = await deliver()
    later(30)
    await startTending(deps, silentLog).close()
    expect(existsSync(made.folder)).toBe(true)
  })

  test('keeps its copy until it is sent', async () => {
    const to = join(folder, `closed-${target}`)
    await wants({ to: { folder: to }, keep_days: 2 })
    await expect(deliver()).rejects.toThrow('there is no such folder.')
    age(3)
    await startTending(deps, silentLog).close()
    mkdirSync(to)
    const { sent } = await deliver()
    expect(sent).toHaveLength(2)
    const [name = ''] = readdirSync(to)
    expect(kept()).toContain(name)
    await startTending(deps, silentLog).close()
    expect(kept()).not.toContain(name)
  })

  test('keeps a copy that was made again as long as the first one', async () => {
    const again = (id: number) => deliverCommand(deps, ['--again', String(id), '--by', 'June Hale'])
    await wants({ keep_days: 2 })
    const { delivery, folder: copy } = await deliver()
    age(3)
    // Twice, as when the process is killed before it could say that it is there again.
    for (const _ of [1, 2]) {
      await on.database.db.updateTable('delivery').set({ expired_at: new Date() }).where('id', '=', delivery).execute()
      await again(delivery)
    }
    await startTending(deps, silentLog).close()
    expect(existsSync(copy)).toBe(true)
    age(3)
    await startTending(deps, silentLog).close()
    expect(existsSync(copy)).toBe(false)
  })

  test('is whole or not there: what fails on the way leaves nothing and counts for nothing', async () => {
    await wants({ include: ['documents'] })
    await skipEarlier()
    const { id } = await submit(attachedTo(veteran, ['college_transcript']))
    await withDocuments(on.database.db, deps.storage, id, { college_transcript: await pdfOf('Transcript') })
    await submit(domestic)
    const before = kept()
    const away = async () => Promise.reject(new Error('away'))
    const failing = { ...deps, storage: { ...deps.storage, read: away } }
    await expect(deliverCommand(failing, [target, '--by', 'June'])).rejects.toThrow('away')
    expect(kept()).toEqual(before)
    expect(await deliver()).toMatchObject({ delivered: 2 })
  })

  test('waits for another one to the same target, and takes over from one that has died', async () => {
    await wants({})
    await skipEarlier()
    await wants({ include: ['documents'] })
    const { id } = await submit(attachedTo(veteran, ['college_transcript']))
    await withDocuments(on.database.db, deps.storage, id, { college_transcript: await pdfOf('Transcript') })
    const reading = Promise.withResolvers<void>()
    const read = vi.spyOn(deps.storage, 'sizeOf').mockImplementationOnce(async () => {
      await reading.promise
      return 1
    })
    const first = deliver()
    await vi.waitFor(() => expect(read).toHaveBeenCalled(), { timeout: 10_000 })
    await expect(deliver()).rejects.toThrow(/has been under way since .*, by June Hale\. Wait/)
    reading.resolve()
    expect(await first).toMatchObject({ delivered: 1 })

    const row = { target, made_by: 'Sam', after_seq: 0, through_seq: 0, configuration: '{}' }
    await on.database.db.insertInto('delivery').values(row).execute()
    await expect(deliver()).rejects.toThrow('by Sam. Wait until it is finished.')
    const old = sql<Date>`clock_timestamp() - interval '3 minutes'`
    await on.database.db.updateTable('delivery').set({ touched_at: old }).where('made_by', '=', 'Sam').execute()
    expect(await deliver()).toMatchObject({ delivered: 0 })
  })

  test('a dry run keeps nothing, and says what would be held back and which values have no code', async () => {
    await wants({})
    await skipEarlier()
    await submit(domestic)
    await wants({}, 'majors,,0\n')
    const before = kept()
    const found = (await deliver('--dry-run')) as Readonly<Record<string, unknown>>
    expect(found).toEqual({
      delivered: 0,
      held_back: 1,
      reasons: { 'no code for majors: GEOL': 1 },
      values_without_code: expect.arrayContaining(['majors: GEOL', 'majors: MATH']),
    })
    expect(kept()).toEqual(before)
    await wants({})
    expect(await deliver()).toMatchObject({ delivered: 1 })
  })

  test('--check says what a target does with the form of today, and reads and records nothing', async () => {
    const { form, register } = deps
    const structure = {
      own: {
        own_shift: { kind: 'radio', in: 'section:program', label: 'When?', options: { DAY: 'Day', NIGHT: 'Night' } },
        own_bus: { kind: 'tick', in: 'section:program', label: 'By bus' },
      },
    } as const
    const own = { ...deps, form: withStructure(form, structure), register: registerOf(register, form, structure) }
    await wants({}, 'own_shift,DAY,D\nmajors,GEOL,G\n')
    const recorded = () => on.database.db.selectFrom('audit').select('id').where('subject', '=', target).execute()
    const before = await recorded()
    const found = Object(await deliverCommand(own, ['--check', target]))
    expect(found).toMatchObject({ target, profile: 'plain', form_version: own.form.version })
    expect(found.values_without_code).toContain('own_shift: NIGHT')
    expect(found.values_without_code).toContain('majors: MATH')
    expect(found.values_without_code).not.toContain('own_shift: DAY')
    expect(found.own_questions).toEqual([
      { question: 'By bus', keys: ['own_bus'], goes_to: 'applications.csv: own_bus' },
      { question: 'When?', keys: ['own_shift'], goes_to: 'applications.csv: own_shift' },
    ])
    expect(await recorded()).toEqual(before)
    await expect(deliverCommand(own, ['--check', 'nobody'])).rejects.toThrow('There is no target nobody.')
    await expect(deliverCommand(own, ['--check'])).rejects.toThrow('Usage')
  })

  test('is safe to open as a spreadsheet where people do', async () => {
    await wants({ spreadsheet: true })
    await skipEarlier()
    await submit({ ...domestic, answer: { ...domestic.answer, first_name: '=HYPERLINK("x")' } })
    const text = readFileSync(join((await deliver()).folder, 'applications.csv'), 'utf8')
    expect(text.startsWith('\uFEFF')).toBe(true)
    expect(tableOf(text)).toMatchObject([{ first_name: `'=HYPERLINK("x")` }])
  })

  test('is put into the folder of its target whole, or again with the next one', async () => {
    const to = join(folder, `in-box-${target}`)
    await wants({ to: { folder: to } })
    await expect(deliver()).rejects.toThrow(
      /^Delivery \d+ is made but could not be sent to .*: there is no such folder\.$/,
    )
    mkdirSync(to)
    const { sent } = await deliver()
    expect(sent).toHaveLength(2)
    expect(readdirSync(to).toSorted()).toEqual(sent)
    expect(filesIn(join(to, String(Object(sent)[1])))).toContain('manifest.json')
  })

  test('is sent by one process at a time, and what fails is in the record with its reason', async () => {
    const to = join(folder, `in-box-${target}`)
    await wants({ to: { folder: to } })
    await expect(deliver()).rejects.toThrow('there is no such folder.')
    mkdirSync(to)
    const doer = { by: 'June Hale', actor: 'staff:June Hale' }
    const outcomes = await Promise.allSettled([1, 2, 3].map(() => sendAgain(deps, target, doer)))
    // The others came before it was sent, and are told, or after it, and find nothing to send.
    const sent = outcomes.flatMap((each) => (each.status === 'fulfilled' ? each.value : []))
    expect(sent).toEqual(readdirSync(to))
    for (const each of outcomes)
      if (each.status === 'rejected') expect(String(each.reason)).toMatch(/is being sent already\. Wait/)
    const recorded = await on.database.db
      .selectFrom('audit')
      .select(['actor', 'action', 'detail'])
      .where('subject', '=', target)
      .orderBy('id')
      .execute()
    const reason = expect.stringMatching(
      /^Delivery \d+ is made but could not be sent to .*: there is no such folder\.$/,
    )
    expect(recorded[1]).toMatchObject({ actor: 'operator', action: 'delivery failed', detail: { reason } })
    expect(recorded.filter(({ action }) => action === 'delivery sent')).toMatchObject([
      { actor: 'staff:June Hale', detail: { by: 'June Hale' } },
    ])
  })

  test('that could not be sent is sent by the server, once nobody else is about to', async () => {
    const to = join(folder, `to-${target}`)
    await wants({ to: { folder: to } })
    await expect(deliver()).rejects.toThrow('there is no such folder.')
    mkdirSync(to)
    await sendWaiting(deps)
    expect(readdirSync(to)).toEqual([])
    const { db } = on.database
    const hourLater = () =>
      sql`update delivery set started_at = started_at - interval '1 hour' where target = ${target}`
    const named = async () => [
      (await deliveryWarnings(deps)).map((each) => each.split(' could')[0]),
      (await deliveryReadings(deps)).map(({ labels, value }) => [labels, value]),
    ]
    expect(await named()).toEqual([[], []])
    await hourLater().execute(db)
    expect(await named()).toEqual([[`1 delivery to ${target}`], [[{ target }, 1]]])
    await sendWaiting(deps)
    expect(await named()).toEqual([[], []])
    expect(readdirSync(to)).toEqual([expect.stringContaining(target)])
    const audited = db
      .selectFrom('audit')
      .select(['actor', 'action'])
      .where('subject', '=', target)
      .orderBy('id', 'desc')
    expect(await audited.executeTakeFirst()).toEqual({ actor: 'server', action: 'delivery sent' })
  })

  test.each([
    [['no-such-target', '--by', 'June'], /^There is no target no-such-target\. Targets: /],
    [[], /^Usage: /],
    [['a', 'b'], /^Usage: /],
    [['a', '--colour'], /^Usage: /],
    [['a'], /^Say who does this/],
    [['a', '--by', 'June', '--after', 'x'], /^--after must be a whole number\.$/],
    [['--again', '999999', '--by', 'June'], /^There is no delivery 999999\.$/],
  ])('refuses %j with a sentence', async (words, message) => {
    await wants({})
    await expect(deliverCommand(deps, words)).rejects.toThrow(message)
  })

  test.each([
    ['{', / is not JSON\.$/],
    ['{"A b": {"profile": "plain"}}', /no name of a target/],
    ['{"a": {"profile": "odd"}}', /a\.profile must be /],
    ['{"a": {"profile": "plain", "colour": 1}}', /has a\.colour, which it should not/],
    ['{"a": {"profile": "plain", "include": ["ssn"]}}', /a\.recipient is needed: Social Security numbers/],
    ['{"a": {"profile": "plain", "recipient": "ssh-rsa"}}', /a\.recipient must be an age recipient/],
    ['{"a": {"profile": "plain", "to": {"host": "x"}}}', /a\.to must be /],
    [
      '{"a": {"profile": "plain", "codes": "nowhere.csv"}}',
      /^The code map .*nowhere\.csv cannot be read \(ENOENT\)\.$/,
    ],
  ])('says what is wrong with its file: %s', async (text, message) => {
    writeFileSync(join(folder, 'deliveries.json'), text)
    await expect(deliverCommand(deps, ['a', '--by', 'June'])).rejects.toThrow(message)
  })
})
