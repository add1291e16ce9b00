import { utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { empty } from '../../../testing/empty.ts'
import { trustClock } from '../../platform/database/index.ts'
import { databasesForTests } from '../../testing/index.ts'
import { adoptStorage, ownsStorage, renewToken } from './storage-owner.ts'
import { countUnknownFiles, sweepCommand, sweepDocuments } from './sweep-documents.ts'
import { documentsForTests } from './testing/documents-for-tests.ts'

const pdf = Buffer.from('%PDF-1.7 stands for one')
const DAY_AND_AN_HOUR = 25 * 3_600_000 // ms

databasesForTests('sweeping', (on) => {
  let server: Awaited<ReturnType<typeof documentsForTests>>
  beforeAll(async () => {
    server = await documentsForTests(on, async (bytes) =>
      Buffer.from(bytes).equals(pdf) ? { pdf } : { refused: 'No.' },
    )
  })
  afterAll(() => server.close())
  const later = () => ({ ...server.documents, now: () => new Date(Date.now() + DAY_AND_AN_HOUR) })
  /** Two days and an hour pass for the documents, and then it is swept. */
  const sweepLater = async (options?: Parameters<typeof sweepDocuments>[1]) => {
    const pass = sql`set created_at = created_at - interval '49 hours', updated_at = updated_at - interval '49 hours'`
    await sql`update document ${pass}`.execute(db())
    return sweepDocuments(server.documents, options)
  }
  const db = () => on.database.db
  const care = () => db().selectFrom('storage_care').selectAll().executeTakeFirstOrThrow()
  const removed = () => db().selectFrom('removed_file').select(['key', 'reason']).execute()
  /** Keys of document files; the storage also contains its owner's token. */
  async function keys(): Promise<string[]> {
    const found: string[] = []
    const { storage } = server.documents
    for await (const key of storage.listOlderThan(new Date(Date.now() + 1000)))
      if (!key.startsWith(storage.keyOf('owner'))) found.push(key)
    return found.sort()
  }
  async function applicant() {
    const maya = server.applicant()
    await maya.call('PUT', '/api/answer', { us_citizen: 'N', perm_resident: 'N', ged_transfer: 'D', college_name: 'A' })
    return maya
  }

  test('documents without an answer are removed after two days and recorded, and others stay', async () => {
    const maya = await applicant()
    const never = await maya.upload('hs_record', pdf) // uploaded, never converted
    await maya.attach('college_transcript', 'left.pdf', pdf)
    await maya.settled('college_transcript')
    await maya.attach('stopintl_copy', 'broken.pdf', Buffer.from('broken'))
    await maya.settled('stopintl_copy')
    await maya.attach('stopintl_copy', 'first.pdf', pdf)
    await maya.settled('stopintl_copy')
    await maya.attach('stopintl_copy', 'kept.pdf', pdf) // detaches the first
    await maya.settled('stopintl_copy')
    const before = await keys()

    expect(await sweepDocuments(server.documents)).toEqual({ documents: 0, uploads: 0 })
    expect(await keys()).toEqual(before)
    expect(await sweepLater()).toEqual({ documents: 3, uploads: 2 })
    expect(server.documents.log.info).toHaveBeenCalledWith(
      { documents: 3, uploads: 2 },
      'Documents that belong to no application were removed.',
    )
    const after = await keys()
    expect(after).not.toContain(never)
    expect(after).toHaveLength(2) // two documents that count, each with its PDF alone
    expect(after.every((key) => key.startsWith(server.documents.storage.keyOf('converted', '')))).toBe(true)
    const gone = before.filter((key) => !after.includes(key))
    expect((await removed()).map(({ key }) => key)).toEqual(expect.arrayContaining(gone))
    for (const key of ['stopintl_copy', 'college_transcript'])
      expect((await maya.conversion(key)).body.status).toBe('COMPLETED')
    expect(await sweepLater()).toEqual({ documents: 0, uploads: 0 })
  })

  test('a clock that is a day ahead by a little less leaves the whole day of grace', async () => {
    const maya = await applicant()
    await maya.attach('stopintl_copy', 'left.pdf', pdf)
    await maya.settled('stopintl_copy')
    await maya.attach('stopintl_copy', 'kept.pdf', pdf) // detaches the one before
    await maya.settled('stopintl_copy')
    const ofDetached = () =>
      db().selectFrom('document').select('result_key').where('status', '=', 'DETACHED').executeTakeFirst()
    const left = (await ofDetached())?.result_key ?? ''
    const ahead = { ...server.documents, now: () => new Date(Date.now() + 23.9 * 3_600_000) }
    await trustClock(on.database) // else the copied database was last at work when it was made
    const age = (hours: number) =>
      sql`update document set updated_at = updated_at - ${`${hours} hours`}::interval where status = 'DETACHED'`.execute(
        db(),
      )
    await age(24)
    expect(await sweepDocuments(ahead)).toMatchObject({ documents: 0 })
    expect(await server.documents.storage.sizeOf(left)).toBeGreaterThan(0)
    expect(await sweepDocuments(server.documents)).toMatchObject({ documents: 0 }) // a right clock is not known to be right
    await age(24.5)
    expect(await sweepDocuments(server.documents)).toMatchObject({ documents: 1 })
    expect(await server.documents.storage.sizeOf(left)).toBeUndefined()
  })

  test('nothing is removed while the time is in doubt', async () => {
    const maya = await applicant()
    await maya.attach('stopintl_copy', 'left.pdf', pdf)
    await maya.settled('stopintl_copy')
    expect(await maya.call('DELETE', '/api/document-answer/stopintl_copy')).toMatchObject({ status: 200 })
    const before = await keys()
    await sql`update clock set right_at = right_at - interval '30 days'`.execute(db())
    expect(await sweepLater()).toEqual({ stopped: expect.stringMatching(/^The sweep removed nothing. The clock says/) })
    expect(await sweepCommand(server.documents, ['all'])).toEqual([
      expect.stringContaining('npm run clock -- is-right'),
    ])
    expect((await care()).stopped).toContain('last at work')
    expect(await keys()).toEqual(before)
    await trustClock(on.database)
    expect(await sweepLater()).toMatchObject({ documents: 1 })
  })

  test('what was uploaded stays while the PDF of its document is missing', async () => {
    const maya = await applicant()
    await maya.attach('stopintl_copy', 'visa.pdf', pdf)
    await maya.settled('stopintl_copy')
    const { storage } = server.documents
    const { result_key, original_key } = await db()
      .selectFrom('document')
      .select(['result_key', 'original_key'])
      .orderBy('created_at', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow()
    const result = (await storage.read(result_key)) ?? new Uint8Array()
    await storage.remove(result_key)
    expect(await sweepLater()).toEqual({ documents: 0, uploads: 0 })
    expect(await storage.sizeOf(original_key ?? '')).toBe(pdf.length)
    await storage.write(result_key, result)
    expect(await sweepLater()).toEqual({ documents: 0, uploads: 1 })
    expect(await storage.sizeOf(original_key ?? '')).toBeUndefined()
    expect(await storage.sizeOf(result_key)).toBe(result.length)
  })

  test('unknown files stay and are counted', async () => {
    const { storage } = server.documents
    const strangers = ['uploads', 'originals', 'converted'].map((kind) =>
      storage.keyOf(kind, crypto.randomUUID(), crypto.randomUUID()),
    )
    for (const key of strangers) await storage.write(key, pdf)
    const folder = join(on.settings.dataDir, 'documents')
    const foreign = [
      join(folder, '.DS_Store'),
      join(folder, 'nightly.dump'),
      join(folder, storage.keyOf(), '.DS_Store'),
    ]
    const old = new Date(Date.now() - 3 * DAY_AND_AN_HOUR)
    for (const path of foreign) await writeFile(path, 'x')
    for (const path of foreign) await utimes(path, old, old)

    expect(await sweepLater()).toEqual({ documents: 0, uploads: 0 })
    await countUnknownFiles(later())
    expect(await care()).toMatchObject({ stopped: null, unknown_files: 3 })
    for (const key of strangers) expect(await storage.sizeOf(key)).toBe(pdf.length)
  })

  test('the number of queries does not grow with the number of files', async () => {
    const { storage, database } = server.documents
    const folder = crypto.randomUUID()
    for (let file = 0; file < 30; file += 1) await storage.write(storage.keyOf('uploads', folder, String(file)), pdf)
    await db().updateTable('storage_care').set({ counted_at: null }).execute()
    const asked = vi.fn()
    const counting = database.db.withPlugin({
      transformQuery: ({ node }) => {
        asked()
        return node
      },
      transformResult: async ({ result }) => result,
    })
    await countUnknownFiles({ ...later(), database: { ...database, db: counting } })
    expect(asked).toHaveBeenCalledTimes(3) // the last count's time, these files, this count
    expect(await care()).toMatchObject({ unknown_files: 33 })
  })

  test('a copy of the database removes nothing until an operator adopts the storage for it', async () => {
    const maya = await applicant()
    await maya.attach('stopintl_copy', 'visa.pdf', pdf)
    await maya.settled('stopintl_copy')
    await sweepDocuments(server.documents)
    const backup = await care()
    await maya.attach('stopintl_copy', 'newer.pdf', pdf) // so that the older one is due for the sweep
    await maya.settled('stopintl_copy')
    await sweepDocuments(server.documents) // the one in use continues

    const inUse = await care()
    await restore(backup)
    const before = await keys()
    expect(await sweepLater()).toEqual({ stopped: expect.stringMatching(/^Nothing is removed/) })
    expect((await care()).stopped).toMatch(/sweep -- adopt/)
    const eve = await applicant()
    await eve.attach('stopintl_copy', 'visa.pdf', pdf)
    await eve.settled('stopintl_copy')
    const withHers = await keys()
    expect(await eve.call('DELETE', '/api/document-answer/stopintl_copy')).toMatchObject({ status: 200 })
    expect(await eve.profile()).toMatchObject({ document_answer: empty })
    expect(await keys()).toEqual(withHers)
    expect(withHers).toEqual(expect.arrayContaining(before))

    await adoptStorage(server.documents)
    expect(await sweepLater()).toMatchObject({ documents: expect.any(Number) })
    expect(await care()).toMatchObject({ stopped: null })
    await restore(inUse) // and now that one is the copy
    expect(await ownsStorage(server.documents)).toBe(false)
    await adoptStorage(server.documents)
  })

  test('whoever adopts the storage is told how many files it lacks', async () => {
    const { documents } = server
    const maya = await applicant()
    await maya.attach('stopintl_copy', 'visa.pdf', pdf)
    await maya.settled('stopintl_copy')
    expect(await sweepCommand(documents, ['adopt'])).toEqual([
      expect.stringContaining('were removed'),
      'No file of an application is missing in the storage.',
    ])
    const [row] = await db().selectFrom('document').select('result_key').where('status', '=', 'COMPLETED').execute()
    const bytes = (await documents.storage.read(row?.result_key ?? '')) ?? new Uint8Array()
    await documents.storage.remove(row?.result_key ?? '')
    expect((await sweepCommand(documents, ['adopt']))[1]).toMatch(/^1 files of applications are missing/)
    expect(await sweepCommand(documents, [])).toHaveLength(1)
    for (const words of [['adopt', '--dry-run'], ['all', 'adopt'], ['--dry-run']])
      await expect(sweepCommand(documents, words)).rejects.toThrow('Give no argument, or adopt, or all.')
    await documents.storage.write(row?.result_key ?? '', bytes)
  })

  test.each(['before it is stored', 'before it is noted'])(
    'a server that ends %s still owns the storage',
    async (when) => {
      const { documents } = server
      const { storage } = documents
      const write = async (...given: Parameters<typeof storage.write>) => {
        if (when === 'before it is noted') await storage.write(...given)
        throw new Error('killed')
      }
      await expect(renewToken({ ...documents, storage: { ...storage, write } })).rejects.toThrow('killed')
      expect(await ownsStorage(documents)).toBe(true)
      await Promise.all([renewToken(documents), renewToken(documents), renewToken(documents)])
      expect(await ownsStorage(documents)).toBe(true)
      expect(await care()).toMatchObject({ next_token: null })
    },
  )

  test("a storage with another database's token, or without ours, is not ours", async () => {
    const { storage } = server.documents
    await storage.remove(storage.keyOf('owner', 'token'))
    expect(await ownsStorage(server.documents)).toBe(false)
    await adoptStorage(server.documents)
    expect(await ownsStorage(server.documents)).toBe(true)
  })

  test('too many at once stop the sweep until an operator confirms', async () => {
    const maya = await applicant()
    await maya.attach('stopintl_copy', 'visa.pdf', pdf)
    await maya.settled('stopintl_copy')
    const { application_id } = await db().selectFrom('document').select('application_id').executeTakeFirstOrThrow()
    const many = Array.from({ length: 501 }, (_, each) => ({
      application_id,
      answer_key: 'hs_record',
      status: 'DETACHED' as const,
      file_key: server.documents.storage.keyOf('uploads', 'many', `${each}`),
      result_key: `${each}`,
    }))
    const keyed = many.map((each) => ({ ...each, result_key: `${each.file_key}-result` }))
    await db().insertInto('document').values(keyed).execute()
    expect(await sweepLater()).toEqual({ stopped: expect.stringMatching(/5\d\d documents are due at once/) })
    expect(await db().selectFrom('document').select('id').where('answer_key', '=', 'hs_record').execute()).toHaveLength(
      501,
    )
    expect(await sweepLater({ all: true })).toMatchObject({ documents: expect.any(Number) })
    expect(await care()).toMatchObject({ stopped: null })
    expect((await maya.conversion('stopintl_copy')).body.status).toBe('COMPLETED')
  })

  const restore = ({ token, next_token }: { token: string | null; next_token: string | null }) =>
    db().updateTable('storage_care').set({ token, next_token }).execute()
})
