import { sql } from 'kysely'
import { afterEach, expect, test, vi } from 'vitest'
import { databasesForTests } from '../../testing/index.ts'
import type { Converter } from '../conversion/index.ts'
import { convertDocument } from './convert-document.ts'
import type { DocumentsDeps } from './deps.ts'
import type { ScanResult } from './malware-scan.ts'
import { sweepDocuments } from './sweep-documents.ts'
import { documentsForTests, pausedConversion } from './testing/documents-for-tests.ts'

const pdf = Buffer.from('%PDF-1.7 stands for one')

// As when a worker that was paused for long goes on after another one has taken its job.
databasesForTests('a conversion that runs twice', (on) => {
  let server: Awaited<ReturnType<typeof documentsForTests>> | undefined
  afterEach(() => server?.close())

  /** A server on which an applicant has attached a document, whose conversion begins. */
  async function attached(convert: Converter['convert'], rest: Partial<DocumentsDeps> = {}) {
    server = await documentsForTests(on, convert, rest)
    const maya = server.applicant()
    await maya.call('PUT', '/api/answer', { us_citizen: 'N', perm_resident: 'N' })
    await maya.attach('stopintl_copy', 'visa.pdf', pdf)
    return server.documents
  }
  const newest = () =>
    on.database.db
      .selectFrom('document')
      .select(['id', 'application_id', 'status', 'result_key'])
      .orderBy('created_at', 'desc')
      .executeTakeFirstOrThrow()

  test('keeps the document that one run has finished, whatever the other finds in it', async () => {
    const first = Promise.withResolvers<ScanResult>()
    const scan = vi
      .fn<() => Promise<ScanResult>>(async () => ({ signature: undefined, by: 'today' }))
      .mockReturnValueOnce(first.promise)
    const documents = await attached(async () => ({ pdf }), { scan })
    await vi.waitFor(() => expect(scan).toHaveBeenCalledOnce(), { timeout: 10_000 })
    const { id, result_key } = await newest()
    await convertDocument(documents, id)
    expect((await newest()).status).toBe('COMPLETED')
    first.resolve({ signature: 'Eicar', by: 'tomorrow' })
    await documents.jobs.stop()
    expect((await newest()).status).toBe('COMPLETED')
    expect(await documents.storage.read(result_key)).toBeDefined()
  })

  test('keeps the document of a signed version', async () => {
    const paused = pausedConversion()
    const convert = vi.fn<Converter['convert']>(async () => ({ pdf })).mockImplementationOnce(paused.convert)
    const documents = await attached(convert)
    await vi.waitFor(() => expect(paused.started).toHaveBeenCalled(), { timeout: 10_000 })
    const { id, application_id, result_key } = await newest()
    await convertDocument(documents, id)
    // The uploaded file goes, since there is a PDF; then the application is signed, opened again, and the document replaced.
    await sweepDocuments({ ...documents, now: () => new Date(Date.now() + 30 * 60_000) })
    await sql`insert into submission (application_id, reference, form_version, snapshot)
      values (${application_id}, ${id}, '1', '{}')`.execute(on.database.db)
    await on.database.db.updateTable('document').set({ status: 'DETACHED' }).where('id', '=', id).execute()
    paused.end({ pdf })
    await documents.jobs.stop()
    expect(await documents.storage.read(result_key)).toBeDefined()
  })
})
