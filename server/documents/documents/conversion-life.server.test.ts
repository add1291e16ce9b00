import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { empty } from '../../../testing/empty.ts'
import { proves } from '../../../testing/proves.ts'
import { applicationIdOf } from '../../applying/applications/index.ts'
import { readSubmission } from '../../applying/submissions/index.ts'
import { completeAnswers, onOneDatabase, PATIENCE } from '../../testing/index.ts'
import { type Converter, type Outcome, refusals } from '../conversion/index.ts'
import { resumeConversions } from './conversion-jobs.ts'
import { convertDocument } from './convert-document.ts'
import type { DocumentsDeps } from './deps.ts'
import { documentsForTests, pausedConversion } from './testing/documents-for-tests.ts'

const pdf = Buffer.from('%PDF-1.7 stands for one')
const CONVERSION = '/api/pdf/document-answer/stopintl_copy'
const running = {
  status: 409,
  body: { code: 'conversion_running', message: 'Please wait until the file upload has completed.' },
}

onOneDatabase('the life of a conversion', (on) => {
  let server: Awaited<ReturnType<typeof documentsForTests>> | undefined
  let paused: ReturnType<typeof pausedConversion>
  beforeEach(() => {
    paused = pausedConversion()
  })
  afterEach(() => server?.close())
  /** Starts a server whose conversions end as the test decides, with an applicant who holds a visa. */
  async function begin(
    convert: Converter['convert'] = paused.convert,
    rest: Parameters<typeof documentsForTests>[2] = {},
  ) {
    server = await documentsForTests(on, convert, rest)
    const maya = server.applicant()
    await maya.call('PUT', '/api/answer', { us_citizen: 'N', perm_resident: 'N', ged_transfer: 'D' })
    return { ...server, maya }
  }
  const converting = () => vi.waitFor(() => expect(paused.started).toHaveBeenCalled(), PATIENCE)
  const stored = async ({ storage }: DocumentsDeps) => {
    const found: string[] = []
    for await (const key of storage.listOlderThan(new Date(Date.now() + 1000))) found.push(key)
    return found.filter((key) => !key.startsWith(storage.keyOf('owner')))
  }
  const rows = () =>
    on.database.db.selectFrom('document').select(['id', 'status', 'attempts']).orderBy('created_at', 'desc').execute()

  test('while it runs it is IN_PROGRESS, its tab cannot be left, and nothing can be submitted', async () => {
    const { maya } = await begin()
    await maya.attach('hs_record', 'diploma.pdf', pdf)
    await converting()
    expect((await maya.conversion('hs_record')).body, proves('3.state.7')).toEqual({ status: 'IN_PROGRESS' })
    expect(
      await maya.call('PUT', '/api/tabs', { tab_id: 'high-school-record', chosen_tab: 'ged-documents' }),
    ).toMatchObject(running)
    expect(await maya.call('POST', '/api/submit')).toMatchObject(running)
    paused.end({ pdf })
    expect((await maya.settled('hs_record')).status).toBe('COMPLETED')
    expect((await maya.call('POST', '/api/submit')).status).toBe(422)
  })
  test('a question that is hidden during the conversion is not answered', async () => {
    const { maya } = await begin()
    await maya.attach('stopintl_copy', 'visa.pdf', pdf)
    await converting()
    await maya.call('PUT', '/api/answer', { us_citizen: 'Y' })
    paused.end({ pdf })
    await vi.waitFor(async () => expect((await rows())[0]?.status).toBe('DETACHED'), PATIENCE)
    expect(await maya.profile()).toMatchObject({ document_answer: empty })
    expect((await maya.conversion('stopintl_copy')).body).toEqual({ status: 'NOT_ANSWERED' })
  })
  test('a document deleted during the conversion stays deleted', async () => {
    const { maya, documents } = await begin()
    await maya.attach('stopintl_copy', 'visa.pdf', pdf)
    await converting()
    expect((await maya.call('DELETE', CONVERSION)).status).toBe(200)
    paused.end({ pdf })
    await vi.waitFor(() => expect(paused.started).toHaveBeenCalledOnce())
    await documents.jobs.stop()
    expect(await maya.profile()).toMatchObject({ document_answer: empty })
    expect(Object((await maya.profile()).answer).stopintl_copy ?? '').toBe('')
    const [document] = await rows()
    expect((await stored(documents)).filter((key) => key.includes(document?.id ?? ''))).toEqual([])
  })
  test('an upload cannot be replaced after its conversion starts or the application is submitted', async () => {
    const { maya, documents, address } = await begin()
    const { body: upload } = await maya.call('POST', '/api/presigned-url', { answer_key: 'stopintl_copy' })
    const { body: never } = await maya.call('POST', '/api/presigned-url', { answer_key: 'stopintl_copy' })
    const post = async ({ url, fields }: Record<string, unknown>, text: string) => {
      const form = new FormData()
      for (const [name, value] of Object.entries(Object(fields))) form.append(name, String(value))
      form.append('file', new Blob([text]), 'file')
      const reply = await fetch(new URL(String(url), address), { method: 'POST', body: form })
      return [reply.status, reply.status === 204 ? '' : Object(await reply.json()).code]
    }
    expect(await post(upload, 'first')).toEqual([204, ''])
    expect(await post(upload, 'again, as its reply was lost')).toEqual([204, ''])
    const file_key = String(Object(upload.fields).key)
    await maya.call('POST', CONVERSION, { file_key, file_name: 'visa.pdf' })
    await converting()
    expect(await post(upload, 'MZ')).toEqual([403, 'refused_upload'])
    // A storage that cannot revoke a permission still accepts the upload, but the scanned bytes are elsewhere.
    await documents.storage.write(file_key, Buffer.from('MZ'))
    paused.end({ pdf })
    await maya.settled('stopintl_copy')
    const { original_key } = await on.database.db
      .selectFrom('document')
      .select('original_key')
      .where('file_key', '=', file_key)
      .executeTakeFirstOrThrow()
    const kept = await documents.storage.read(original_key ?? '')
    expect(Buffer.from(kept ?? []).toString()).toBe('again, as its reply was lost')

    const complete = { ...completeAnswers, us_citizen: 'N', perm_resident: 'N', citizenship: 'NOR', ged_transfer: '' }
    await maya.call('PUT', '/api/answer', complete)
    expect(await maya.call('POST', '/api/submit')).toMatchObject({ status: 200 })
    expect(await post(never, 'late')).toEqual([403, 'refused_upload'])
  })
  test('a file that is replaced between two tries is not converted unscanned', async () => {
    const seen: string[] = []
    const scan = async (bytes: Uint8Array) => {
      seen.push(Buffer.from(bytes).toString())
      return { signature: undefined, by: 'a scanner' }
    }
    const outcomes: Outcome[] = [{ crashed: 'once' }]
    const convert = vi.fn(async (_: Uint8Array) => outcomes.shift() ?? { pdf })
    const { maya, documents } = await begin(convert, { scan })
    const file_key = await maya.upload('stopintl_copy', Buffer.from('scanned'))
    const replace = vi.spyOn(documents.storage, 'write')
    await maya.call('POST', CONVERSION, { file_key, file_name: 'visa.pdf' })
    await vi.waitFor(() => expect(replace).toHaveBeenCalled(), PATIENCE)
    await documents.storage.write(file_key, Buffer.from('other'))
    await maya.settled('stopintl_copy')
    expect(convert.mock.calls.map(([bytes]) => Buffer.from(bytes).toString())).toEqual(['scanned', 'scanned'])
    expect(seen).toEqual(['scanned', 'scanned'])
  })
  test('a file that exhausts its converter is refused at once, and the next one is not', async () => {
    const outcomes: Outcome[] = [{ exhausted: 'It took more than 30000 ms of processor time.' }]
    const convert = vi.fn(async () => outcomes.shift() ?? { pdf })
    const { maya } = await begin(convert)
    await maya.attach('stopintl_copy', 'visa.pdf', pdf)
    expect(await maya.settled('stopintl_copy')).toEqual({ status: 'FAILED', message: refusals.tooMuchWork })
    expect(convert).toHaveBeenCalledOnce()
    await maya.attach('stopintl_copy', 'visa.pdf', pdf)
    expect((await maya.settled('stopintl_copy')).status).toBe('COMPLETED')
  })
  test('a conversion without processor time waits again, and its file is not refused', async () => {
    const late = { late: 'It did nothing for 60000 ms.' }
    const outcomes: Outcome[] = [late, { crashed: 'once' }, late, { pdf }, late]
    const { maya, documents } = await begin(async () => outcomes.shift() ?? { pdf })
    await maya.attach('stopintl_copy', 'visa.pdf', pdf)
    expect((await maya.settled('stopintl_copy')).status).toBe('COMPLETED')
    await on.database.db
      .updateTable('document')
      .set({ status: 'UNPROCESSED', delays: 4 })
      .where('id', '=', (await rows())[0]?.id ?? '')
      .execute()
    await resumeConversions(documents, new Date(Date.now() + 1000))
    expect(await maya.settled('stopintl_copy')).toEqual({
      status: 'FAILED',
      message: refusals.busy,
    })
  })
  test('the applicant with fewer conversions comes first', async () => {
    const order: string[] = []
    let release = () => {}
    const gate = new Promise<void>((resolve) => {
      release = resolve
    })
    const { maya, ...others } = await begin(async (bytes) => {
      order.push(Buffer.from(bytes).toString())
      await gate
      return { pdf }
    })
    const colleges = Array.from({ length: 5 }, (_, n) =>
      n === 0 ? 'college_transcript' : `college_${n + 1}_transcript`,
    )
    for (const [n, key] of colleges.entries()) await maya.attach(key, 'a.docx', Buffer.from(`hers ${n + 1}`))
    await vi.waitFor(() => expect(order).toHaveLength(1), PATIENCE) // one Word document at a time
    const eve = others.applicant()
    await eve.attach('college_transcript', 'b.docx', Buffer.from('somebody else’s'))
    release()
    await vi.waitFor(() => expect(order).toHaveLength(6), { timeout: 30_000 })
    expect(order).toEqual(['hers 1', 'somebody else’s', 'hers 2', 'hers 3', 'hers 4', 'hers 5'])
  })
  test('a crash is retried once, and then the file cannot be converted', async () => {
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
      message: 'We couldn’t convert your file. Please save or print it as a new PDF and upload that file.',
    })
    expect(convert).toHaveBeenCalledTimes(4)
    expect(await maya.profile()).toMatchObject({ answer: { stopintl_copy: '' }, document_answer: empty })
  })
  test('two runs of one conversion finish it once', async () => {
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
    paused.end({ refused: 'Too late.' })
    await documents.jobs.stop()
    expect((await maya.conversion('stopintl_copy')).body.status).toBe('COMPLETED')
    expect((await maya.profile()).revision).toBe(revision)
  })
  test('a document whose job is lost is converted later, however often servers were killed', async () => {
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
    for (const attempts of [3, 7, 40]) expect((await lose(attempts)).status).toBe('COMPLETED')
  })
  test.each([
    ['POST', '/api/presigned-url', { answer_key: 'stopintl_copy' }],
    ['POST', CONVERSION, { file_key: 'any', file_name: 'visa.pdf' }],
    ['DELETE', CONVERSION, undefined],
    ['DELETE', '/api/document-answer/stopintl_copy', undefined],
    ['PUT', '/api/tabs', { tab_id: 'high-school-record', chosen_tab: 'ged-documents' }],
  ])('after submission %s %s gets 409, and the signed application has the documents', async (method, path, body) => {
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
  test('an infected file is never converted but deleted, and the audit log records it', async () => {
    const scan = async (bytes: Uint8Array) => ({
      signature: Buffer.from(bytes).includes('EVIL') ? 'Eicar-Signature' : undefined,
      by: 'a scanner',
    })
    const convert = vi.fn(async () => ({ pdf }))
    const { maya, documents } = await begin(convert, { scan })
    const file_key = await maya.upload('stopintl_copy', Buffer.from('EVIL'))
    await maya.call('POST', CONVERSION, { file_key, file_name: 'visa.pdf' })
    expect(await maya.settled('stopintl_copy')).toMatchObject({
      status: 'FAILED',
      message: refusals.infected,
    })
    await vi.waitFor(async () => expect(await documents.storage.sizeOf(file_key)).toBeUndefined(), PATIENCE)
    expect(convert).not.toHaveBeenCalled()
    const audit = () => on.database.db.selectFrom('audit').select(['actor', 'detail']).execute()
    await vi.waitFor(
      async () =>
        expect(await audit()).toEqual([
          { actor: 'virus scanner', detail: { answer_key: 'stopintl_copy', signature: 'Eicar-Signature' } },
        ]),
      PATIENCE,
    )
    await maya.attach('stopintl_copy', 'visa.pdf', pdf)
    expect((await maya.settled('stopintl_copy')).status).toBe('COMPLETED')
  })
})
