import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { applicationIdOf } from '../../applying/applications/index.ts'
import { databasesForTests } from '../../testing/index.ts'
import type { Signature } from '../conversion/index.ts'
import { keptOriginal } from './kept-originals.ts'
import { signaturesForApplicant, signaturesInWords, signaturesOf } from './signatures.ts'
import { countUnknownFiles, sweepCommand, sweepDocuments } from './sweep-documents.ts'
import { documentsForTests } from './testing/documents-for-tests.ts'

const pdf = Buffer.from('%PDF-1.7 stands for the PDF')
const original = Buffer.from('%PDF-1.7 stands for a signed original, Qz7mark')
const ada: Signature = {
  ...{
    state: 'intact',
    signer: 'Ada Registrar (Qz7 University)',
    issuer: 'Transcript CA',
    at: '2026-11-22T22:42:00.000Z',
  },
  ...{ isWhole: true, isListed: true, isValidToday: true },
}

databasesForTests('a document with a digital signature', (on) => {
  let server: Awaited<ReturnType<typeof documentsForTests>>
  beforeAll(async () => {
    server = await documentsForTests(on, async (bytes) =>
      Buffer.from(bytes).equals(original) ? { pdf, signatures: [ada] } : { pdf },
    )
  })
  afterAll(() => server.close())
  const db = () => on.database.db
  const row = (id: string) => db().selectFrom('document').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

  /** An applicant who has attached a file, the id of her document, and its row without its id. */
  async function attached(bytes: Buffer) {
    const maya = server.applicant()
    await maya.call('PUT', '/api/answer', { us_citizen: 'N', perm_resident: 'N' })
    await maya.attach('stopintl_copy', 'visa.pdf', bytes)
    const reply = await maya.settled('stopintl_copy')
    const application_id = (await applicationIdOf(db(), maya.account)) ?? ''
    const found = db().selectFrom('document').select('id').where('application_id', '=', application_id)
    return { maya, reply, application_id, id: (await found.executeTakeFirstOrThrow()).id }
  }
  /** Upload permissions end, and then it is swept. */
  async function swept() {
    await sql`update document set created_at = created_at - interval '1 hour'`.execute(db())
    return sweepDocuments(server.documents)
  }
  const stored = async (key: string | null) => (key === null ? undefined : server.documents.storage.read(key))

  test('has its original kept, sealed, when the upload goes, and its verdict sealed too', async () => {
    const { reply, id, application_id } = await attached(original)
    expect(reply).toMatchObject({
      status: 'COMPLETED',
      signature: 'Signed by Ada Registrar (Qz7 University), checked.',
    })
    expect(await swept()).toMatchObject({ uploads: 1 })
    const { file_key, original_key, result_key, kept_key, signatures } = await row(id)
    expect(await Promise.all([file_key, original_key].map(stored))).toEqual([undefined, undefined])
    expect(Buffer.from((await stored(result_key)) ?? [])).toEqual(pdf)
    const sealed = Buffer.from((await stored(kept_key)) ?? [])
    expect(sealed.length).toBeGreaterThan(original.length)
    expect(sealed.includes('Qz7')).toBe(false)
    expect(JSON.stringify(signatures)).not.toMatch(/Ada Registrar|Qz7 University|intact/)
    expect(await keptOriginal(server.documents, { id, application_id })).toEqual({ bytes: original, name: 'visa.pdf' })
    // Of another application there is none.
    const { application_id: other } = await attached(pdf)
    expect(await keptOriginal(server.documents, { id, application_id: other })).toBeUndefined()
  })

  test('is the only one whose original stays', async () => {
    const { reply, id } = await attached(pdf)
    expect(reply).not.toHaveProperty('signature')
    await swept()
    expect(await row(id)).toMatchObject({ signatures: null, kept_key: null, upload_ended: true })
  })

  test('loses its original with everything else when it is deleted', async () => {
    const { maya, id } = await attached(original)
    const { kept_key } = await row(id)
    expect(await stored(kept_key)).toBeDefined()
    await maya.call('DELETE', '/api/document-answer/stopintl_copy')
    expect(await stored(kept_key)).toBeUndefined()
    const gone = db()
      .selectFrom('removed_file')
      .select('reason')
      .where('key', '=', kept_key ?? '')
    expect(await gone.execute()).toEqual([{ reason: 'deleted by its applicant' }])
  })

  test('has a file that the storage knows as its own, and that is missed when it is gone', async () => {
    const { id } = await attached(original)
    const unknown = async () => {
      await db().updateTable('storage_care').set({ counted_at: null }).execute()
      await countUnknownFiles({ ...server.documents, now: () => new Date(Date.now() + 25 * 3_600_000) })
      return (await db().selectFrom('storage_care').select('unknown_files').executeTakeFirstOrThrow()).unknown_files
    }
    const before = await unknown()
    const { kept_key } = await row(id)
    await db().updateTable('document').set({ kept_key: null }).where('id', '=', id).execute()
    expect(await unknown()).toBe((before ?? 0) + 1)
    await db().updateTable('document').set({ kept_key }).where('id', '=', id).execute()
    const lacking = async () =>
      Number(/^\d+(?= files of)/.exec((await sweepCommand(server.documents, ['adopt']))[1] ?? '')?.[0] ?? 0)
    const known = await lacking()
    await server.documents.storage.remove(kept_key ?? '')
    expect(await lacking()).toBe(known + 1)
  })

  test('of an application without a data key keeps its upload until it has one', async () => {
    await sql`update installation set has_data_keys = false, seals_records = false`.execute(db())
    const { reply, id, application_id } = await attached(original)
    await sql`update installation set has_data_keys = true, seals_records = true`.execute(db())
    expect(reply.signature).toMatch(/^Signed by Ada/)
    await swept()
    const before = await row(id)
    expect(before).toMatchObject({ kept_key: null, upload_ended: false })
    expect(Buffer.from((await stored(before.original_key)) ?? [])).toEqual(original)
    expect(await keptOriginal(server.documents, { id, application_id })).toBeUndefined()
    const { keyRing } = server.documents
    const data_key = JSON.stringify(keyRing.newDataKey(application_id))
    await db().updateTable('application').set({ data_key }).where('id', '=', application_id).execute()
    await swept()
    expect(await row(id)).toMatchObject({ upload_ended: true })
    expect((await keptOriginal(server.documents, { id, application_id }))?.bytes).toEqual(original)
    // Sealed with the secret key before, and read as before.
    const application = await db()
      .selectFrom('application')
      .select('data_key')
      .where('id', '=', application_id)
      .executeTakeFirstOrThrow()
    expect(signaturesOf(keyRing, { ...(await row(id)), ...application })).toEqual([ada])
  })
})

const words = (...signatures: readonly Partial<Signature>[]) =>
  signaturesInWords(
    signatures.map((each) => ({ ...ada, ...each })),
    'America/Denver',
  )
const BY = 'signed by Ada Registrar (Qz7 University) on November 22, 2026 at 3:42 PM MST'
test.each([
  [[], ''],
  [[{}], `${BY}, signature intact, issuer on your list`],
  [[{ isListed: false }], `${BY}, signature intact, issuer Transcript CA not on your list`],
  [[{ isWhole: false }], `${BY}, signature intact, FILE WAS ADDED TO after it was signed, issuer on your list`],
  [
    [{ isValidToday: false }],
    `${BY}, signature intact, issuer on your list, certificate was not valid on the day the file came`,
  ],
  [[{ state: 'broken' }], `${BY}, SIGNATURE NOT VALID: the file was changed after it was signed`],
  [[{ state: 'unchecked', signer: '', at: null }], 'signed, signature cannot be checked'],
  [
    [{ at: null }, { state: 'broken', at: null }],
    'signed by Ada Registrar (Qz7 University), signature intact, issuer on your list; signed by Ada Registrar (Qz7 University), SIGNATURE NOT VALID: the file was changed after it was signed',
  ],
] as const)('staff read of %j: %s', (signatures, expected) => expect(words(...signatures)).toBe(expected))

const KEPT = 'We keep the original with its signature.'
test.each([
  [[], undefined],
  [[{}], 'Signed by Ada Registrar (Qz7 University), checked.'],
  [[{ isWhole: false }, { signer: 'Ben' }], 'Signed by Ada Registrar (Qz7 University) and Ben, checked.'],
  [[{ isWhole: false }], KEPT],
  [[{ isListed: false }], KEPT],
  [[{ isValidToday: false }], KEPT],
  [[{ state: 'broken' }, {}], KEPT],
  [[{}, { state: 'unchecked' }], KEPT],
] as const)('an applicant reads of %j: %s', (signatures, expected) =>
  expect(signaturesForApplicant(signatures.map((each) => ({ ...ada, ...each })))).toBe(expected),
)
