import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { applicationIdOf } from '../applications/index.ts'
import { type Outcome, refusals } from '../conversion/index.ts'
import { readSubmission } from '../submissions/index.ts'
import { completeAnswers, databasesForTests } from '../testing/index.ts'
import { convertDocument } from './convert-document.ts'
import { resumeConversions } from './resume-conversions.ts'
import { documentsForTests, heldConversion } from './testing/documents-for-tests.ts'

const pdf = Buffer.from('%PDF-1.7 stands for one')
const CONVERSION = '/api/pdf/document-answer/stopintl_copy'
const running = {
  status: 409,
  body: { code: 'conversion_running', message: 'Please wait until the file upload has completed.' },
}

databasesForTests('the life of a conversion', (on) => {
  let server: Awaited<ReturnType<typeof documentsForTests>> | undefined
  let held: ReturnType<typeof heldConversion>
  beforeEach(() => {
    held = heldConversion()
  })
  afterEach(() => server?.close())
  /** A server whose conversions end as they are told, and a visa holder on it. */
  async function begin(convert = held.convert, rest: Parameters<typeof documentsForTests>[2] = {}) {
    server = await documentsForTests(on, convert, rest)
    const maya = server.applicant()
    await maya.call('PUT', '/api/answer', { us_citizen: 'N', perm_resident: 'N', ged_transfer: 'D' })
    return { ...server, maya }
  }
  const converting = () => vi.waitFor(() => expect(held.begun).toHaveBeenCalled(), { timeout: 10_000 })
  const rows = () =>
    on.database.db.selectFrom('document').select(['id', 'status', 'attempts']).orderBy('created_at', 'desc').execute()

  test('[3.state.7] [4.upload.3] while it runs it is IN_PROGRESS, its tab cannot be left, and nothing can be submitted', async () => {
    const { maya } = await begin()
    await maya.attach('hs_record', 'diploma.pdf', pdf)
    await converting()
    expect((await maya.conversion('hs_record')).body).toEqual({ status: 'IN_PROGRESS' })
    expect(
      await maya.call('PUT', '/api/tabs', { tab_id: 'high-school-record', chosen_tab: 'ged-documents' }),
    ).toMatchObject(running)
    expect(await maya.call('POST', '/api/submit')).toMatchObject(running)
    held.end({ pdf })
    expect((await maya.settled('hs_record')).status).toBe('COMPLETED')
    expect((await maya.call('POST', '/api/submit')).status).toBe(422)
  })
  test('a question that is hidden meanwhile is not answered by it', async () => {
    const { maya } = await begin()
    await maya.attach('stopintl_copy', 'visa.pdf', pdf)
    await converting()
    await maya.call('PUT', '/api/answer', { us_citizen: 'Y' })
    held.end({ pdf })
    await vi.waitFor(async () => expect((await rows())[0]?.status).toBe('DETACHED'), { timeout: 10_000 })
    expect(await maya.profile()).toMatchObject({ document_answer: {} })
    expect((await maya.conversion('stopintl_copy')).body).toEqual({ status: 'NOT_ANSWERED' })
  })
  test('what is deleted meanwhile stays deleted', async () => {
    const { maya, documents } = await begin()
    await maya.attach('stopintl_copy', 'visa.pdf', pdf)
    await converting()
    expect((await maya.call('DELETE', CONVERSION)).status).toBe(200)
    held.end({ pdf })
    await vi.waitFor(() => expect(held.begun).toHaveBeenCalledOnce())
    await documents.jobs.stop()
    expect(await maya.profile()).toMatchObject({ document_answer: {} })
    expect(Object((await maya.profile()).answer).stopintl_copy ?? '').toBe('')
  })
  test('a crash is tried once more, and then it is a file that cannot be converted', async () => {
    const outcomes: Outcome[] = [
      { crashed: 'It ended with SIGSEGV.' },
      { pdf },
      { crashed: 'once' },
      { crashed: 'twice' },
    ]
    const convert = vi.fn(async () => outcomes.shift() ?? { pdf })
    const { maya } = await begin(convert)
    await maya.attach('stopintl_copy', 'visa.pdf', pdf)
    expect((await maya.settled('stopintl_copy')).status).toBe('COMPLETED')
    await maya.attach('stopintl_copy', 'visa.pdf', pdf)
    expect(await maya.settled('stopintl_copy')).toEqual({
      status: 'FAILED',
      message: 'Your file could not be converted. Please try another file.',
    })
    expect(convert).toHaveBeenCalledTimes(4)
    expect(await maya.profile()).toMatchObject({ answer: { stopintl_copy: '' }, document_answer: {} })
  })
  test('two runs of one conversion settle it once', async () => {
    const { maya, documents } = await begin()
    await maya.attach('stopintl_copy', 'visa.pdf', pdf)
    await converting()
    const [document] = await rows()
    const other = convertDocument(
      { ...documents, converter: { convert: async () => ({ pdf }), close: () => {} } },
      document?.id ?? '',
    )
    await other
    const { revision } = await maya.profile()
    held.end({ refused: 'Too late.' })
    await documents.jobs.stop()
    expect((await maya.conversion('stopintl_copy')).body.status).toBe('COMPLETED')
    expect((await maya.profile()).revision).toBe(revision)
  })
  test('a document whose job is lost is taken up again, and one that brings every server down is given up', async () => {
    const { maya, documents } = await begin(async () => ({ pdf }))
    const lose = async (attempts: number) => {
      await maya.attach('stopintl_copy', 'visa.pdf', pdf)
      await maya.settled('stopintl_copy')
      await on.database.db
        .updateTable('document')
        .set({ status: 'IN_PROGRESS', attempts })
        .where('id', '=', (await rows())[0]?.id ?? '')
        .execute()
      expect(await resumeConversions(documents)).toBe(0)
      expect(await resumeConversions(documents, new Date(Date.now() + 1000))).toBe(1)
      return maya.settled('stopintl_copy')
    }
    expect((await lose(3)).status).toBe('COMPLETED')
    expect(await lose(6)).toEqual({ status: 'FAILED', message: refusals.failed })
  })
  test.each([
    ['POST', '/api/presigned-url', { answer_key: 'stopintl_copy' }],
    ['POST', CONVERSION, { file_key: 'any', file_name: 'visa.pdf' }],
    ['DELETE', CONVERSION, undefined],
    ['DELETE', '/api/document-answer/stopintl_copy', undefined],
    ['PUT', '/api/tabs', { tab_id: 'high-school-record', chosen_tab: 'ged-documents' }],
  ])('after submission %s %s answers 409, and what was signed holds the documents', async (method, path, body) => {
    const { maya, documents } = await begin(async () => ({ pdf }))
    const complete = { ...completeAnswers, us_citizen: 'N', perm_resident: 'N', citizenship: 'NOR', ged_transfer: '' }
    await maya.call('PUT', '/api/answer', complete)
    await maya.attach('stopintl_copy', 'visa.pdf', pdf)
    await maya.settled('stopintl_copy')
    const { document_answer } = await maya.profile()
    expect(await maya.call('POST', '/api/submit')).toMatchObject({ status: 200 })
    const id = (await applicationIdOf(on.database.db, maya.account)) ?? ''
    const signed = await readSubmission(on.database.db, documents.keyRing, id)
    expect(signed?.snapshot.application).toMatchObject({ answer: { stopintl_copy: 'ANSWERED' }, document_answer })
    expect(await maya.call(method, path, body)).toMatchObject({ status: 409, body: { code: 'already_submitted' } })
    expect((await maya.profile()).document_answer).toEqual(document_answer)
  })
  test('an infected file is never converted: it is deleted, and the audit says so', async () => {
    const scan = async (bytes: Uint8Array) => (Buffer.from(bytes).includes('EVIL') ? 'Eicar-Signature' : undefined)
    const convert = vi.fn(async () => ({ pdf }))
    const { maya, documents } = await begin(convert, { scan })
    const file_key = await maya.upload('stopintl_copy', Buffer.from('EVIL'))
    await maya.call('POST', CONVERSION, { file_key, file_name: 'visa.pdf' })
    expect(await maya.settled('stopintl_copy')).toMatchObject({
      status: 'FAILED',
      message: expect.stringMatching(/virus scanner/),
    })
    await vi.waitFor(async () => expect(await documents.storage.sizeOf(file_key)).toBeUndefined())
    expect(convert).not.toHaveBeenCalled()
    const audit = () => on.database.db.selectFrom('audit').select(['actor', 'detail']).execute()
    await vi.waitFor(async () =>
      expect(await audit()).toEqual([
        { actor: 'virus scanner', detail: { answer_key: 'stopintl_copy', signature: 'Eicar-Signature' } },
      ]),
    )
    await maya.attach('stopintl_copy', 'visa.pdf', pdf)
    expect((await maya.settled('stopintl_copy')).status).toBe('COMPLETED')
  })
})
