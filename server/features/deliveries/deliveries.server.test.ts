import { createHash, randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { Decrypter, generateIdentity, identityToRecipient } from 'age-encryption'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import yauzl from 'yauzl'
import type { Application } from '../../../engine/index.ts'
import { domestic, veteran } from '../../../form/testing/index.ts'
import { readCsv } from '../../platform/csv/index.ts'
import { createJobs } from '../../platform/jobs/index.ts'
import { createKeyRing } from '../../platform/secrets/index.ts'
import { createStorage } from '../../platform/storage/index.ts'
import { databasesForTests, silentLog } from '../../testing/index.ts'
import { pdfOf } from '../../testing/sample-files/index.ts'
import { createPdfRenderer } from '../application-pdf/index.ts'
import { attachedTo, submitted, withDocuments } from '../exports/testing/index.ts'
import { formOf, readInstitution } from '../institution/index.ts'
import type { Deliveries } from './deliveries.ts'
import { deliverCommand, sendAgain } from './index.ts'

type Result = { readonly delivery: number; readonly folder: string } & Readonly<Record<string, unknown>>

/** The rows of a table, by column. */
function tableOf(text: string): readonly Readonly<Record<string, string>>[] {
  const rows: (readonly string[])[] = []
  expect(readCsv(text.replace(/^\uFEFF/, ''), (row) => rows.push(row))).toBe(undefined)
  const [header = [], ...others] = rows
  return others.map((cells) => Object.fromEntries(header.map((name, index) => [name, cells[index] ?? ''])))
}
const table = (folder: string, name: string) => tableOf(readFileSync(join(folder, name), 'utf8'))
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const filesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .toSorted()

/** The files of an archive by name, read by another library than the one that wrote it. */
async function unzipped(path: string): Promise<Readonly<Record<string, Buffer>>> {
  const zip = await yauzl.openPromise(path)
  const files: Record<string, Buffer> = {}
  for await (const entry of zip.eachEntry()) {
    files[entry.fileName] = await buffer(await zip.openReadStreamPromise(entry))
  }
  return files
}

databasesForTests('a delivery', (on) => {
  let deliveries: Deliveries
  let folder = ''
  let target = ''
  let now = new Date('2026-11-22T12:00:00Z')
  const renderer = createPdfRenderer()

  beforeAll(async () => {
    const institution = readInstitution(on.settings)
    const keyRing = createKeyRing(on.settings)
    const clock = () => now
    folder = mkdtempSync(join(tmpdir(), 'causeway-deliveries-'))
    deliveries = {
      ...{ database: on.database, keyRing, pdfSealer: async () => keyRing, form: formOf(institution), institution },
      storage: await createStorage(on.settings, keyRing, clock, randomUUID()),
      ...{ jobs: createJobs(on.database, silentLog), renderer, now: clock },
      settings: { dataDir: folder, deliveriesFile: join(folder, 'deliveries.json') },
    }
  })
  afterAll(async () => {
    await renderer.close()
    rmSync(folder, { recursive: true })
  })
  beforeEach(async () => {
    now = new Date()
    target = `target-${randomUUID().slice(0, 8)}`
  })

  /** Sets what the target of this test wants. Applications of earlier tests count as handed over. */
  async function wants(options: object, map?: string) {
    if (map !== undefined) writeFileSync(join(folder, 'map.csv'), `list,ours,theirs\n${map}`)
    const file = { [target]: { profile: 'plain', ...options, ...(map === undefined ? {} : { codes: 'map.csv' }) } }
    writeFileSync(join(folder, 'deliveries.json'), JSON.stringify(file))
  }
  const deliver = async (...words: readonly string[]): Promise<Result> =>
    (await deliverCommand(deliveries, [target, '--by', 'June Hale', ...words])) as Result
  const skipEarlier = () => deliver()
  const submit = (application: Application) => submitted(deliveries, application)
  const kept = () => (existsSync(join(folder, 'deliveries')) ? readdirSync(join(folder, 'deliveries')) : [])

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
    expect(manifest).toMatchObject({ delivery: made.delivery, target, form_version: deliveries.form.version })
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

  test('holds documents in an archive, each with its question, code, pages and digest', async () => {
    await wants({ include: ['documents'] }, 'documents,college_transcript,TRAN\ndocuments,hs_record,HSTR\n')
    await skipEarlier()
    const pdf = await pdfOf('Transcript', 2)
    const { id } = await submit(attachedTo(veteran, ['college_transcript', 'college_3_transcript']))
    await withDocuments(on.database.db, deliveries.storage, id, { college_transcript: pdf, college_3_transcript: pdf })
    const made = await deliver()
    expect(made).toMatchObject({ delivered: 1 })
    const files = await unzipped(join(made.folder, 'documents/part-001.zip'))
    expect(Object.keys(files)).toEqual([`${id}/college_transcript.pdf`, `${id}/college_3_transcript.pdf`])
    expect(Object.values(files).every((each) => each.equals(pdf))).toBe(true)
    const about = { application_id: id, material: 'TRAN', part: 'part-001.zip', pages: '2', sha256: sha256(pdf) }
    expect(table(made.folder, 'documents/index.csv')).toMatchObject([
      { ...about, question: 'college_transcript', file: `${id}/college_transcript.pdf` },
      { ...about, question: 'college_3_transcript', file: `${id}/college_3_transcript.pdf` },
    ])
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
    await withDocuments(on.database.db, deliveries.storage, id, { college_transcript: await pdfOf('Transcript') })
    const made = await deliver()
    const before = filesIn(made.folder).map((name) => [name, sha256(readFileSync(join(made.folder, name)))])
    const again = ['--again', String(made.delivery), '--by', 'June Hale']
    await expect(deliverCommand(deliveries, again)).rejects.toThrow('is still kept')
    await submit(domestic)
    now = new Date(Date.now() + 3 * 86_400_000)
    await expect(deliverCommand(deliveries, again)).resolves.toEqual({ folder: made.folder })
    expect(filesIn(made.folder).map((name) => [name, sha256(readFileSync(join(made.folder, name)))])).toEqual(before)
  })

  test('is whole or not there: what fails on the way leaves nothing and counts for nothing', async () => {
    await wants({ include: ['documents'] })
    await skipEarlier()
    const { id } = await submit(attachedTo(veteran, ['college_transcript']))
    await withDocuments(on.database.db, deliveries.storage, id, { college_transcript: await pdfOf('Transcript') })
    await submit(domestic)
    const before = kept()
    const away = async () => Promise.reject(new Error('away'))
    const failing = { ...deliveries, storage: { ...deliveries.storage, read: away } }
    await expect(deliverCommand(failing, [target, '--by', 'June'])).rejects.toThrow('away')
    expect(kept()).toEqual(before)
    expect(await deliver()).toMatchObject({ delivered: 2 })
  })

  test('waits for another one to the same target, and takes over from one that has died', async () => {
    await wants({})
    await skipEarlier()
    await submit(domestic)
    const outcomes = await Promise.allSettled([deliver(), deliver()])
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    const refused = outcomes.find(({ status }) => status === 'rejected')
    expect(String(Object(refused).reason)).toMatch(/has been under way since .*, by June Hale\. Wait/)

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
      ...{ delivered: 0, held_back: 1, reasons: { 'no code for majors: GEOL': 1 } },
      values_without_code: expect.arrayContaining(['majors: GEOL', 'majors: MATH']),
    })
    expect(kept()).toEqual(before)
    await wants({})
    expect(await deliver()).toMatchObject({ delivered: 1 })
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
    const outcomes = await Promise.allSettled([1, 2, 3].map(() => sendAgain(deliveries, target, doer)))
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
    await expect(deliverCommand(deliveries, words)).rejects.toThrow(message)
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
    await expect(deliverCommand(deliveries, ['a', '--by', 'June'])).rejects.toThrow(message)
  })
})
