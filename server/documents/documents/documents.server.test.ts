import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { errors } from '../../../api/index.ts'
import { empty } from '../../../testing/empty.ts'
import { proves } from '../../../testing/proves.ts'
import { databasesForTests } from '../../testing/index.ts'
import { pdfOf } from '../../testing/sample-files/index.ts'
import { refusals } from '../conversion/index.ts'
import { documentsForTests } from './testing/documents-for-tests.ts'

const DOCUMENT = '/api/document-answer/stopintl_copy'
const CONVERSION = '/api/pdf/document-answer/stopintl_copy'
/** The form asks an applicant who is neither a citizen nor a resident for a visa upload. */
const visaHolder = { us_citizen: 'N', perm_resident: 'N', ged_transfer: 'D' }

databasesForTests('documents', (on) => {
  let server: Awaited<ReturnType<typeof documentsForTests>>
  let maya: ReturnType<typeof server.applicant>
  let pdf: Uint8Array
  let converted: Uint8Array
  beforeAll(async () => {
    server = await documentsForTests(on, async (bytes) =>
      Buffer.from(bytes).toString().startsWith('%PDF-') ? { pdf: converted } : { refused: refusals.unknownType },
    )
    pdf = await pdfOf('A visa')
    converted = await pdfOf('A visa that was converted')
  })
  afterAll(() => server.close())
  beforeEach(async () => {
    maya = server.applicant()
    await maya.call('PUT', '/api/answer', visaHolder)
  })
  const stored = () => readdir(join(on.settings.dataDir, 'documents'), { recursive: true }).catch(() => [])

  test('a file is uploaded, converted, and answers its question', async () => {
    const issued = await maya.call('POST', '/api/presigned-url', { answer_key: 'stopintl_copy' })
    expect(issued, proves('3.state.5', '7.presigned-url.1', '7.presigned-url.2')).toMatchObject({
      status: 200,
      body: { url: expect.any(String), fields: { key: expect.any(String) } },
    })
    const before = await maya.conversion('stopintl_copy')
    expect(before.body, proves('7.conversion.2')).toEqual({ status: 'NOT_ANSWERED' })
    const started = await maya.attach('stopintl_copy', 'Visa.pdf', pdf)
    expect(started, proves('7.conversion.1')).toMatchObject({ status: 202, body: { status: 'UNPROCESSED' } })
    const { status, url } = await maya.settled('stopintl_copy')
    expect([status, url], proves('3.state.6')).toEqual(['COMPLETED', expect.stringMatching(/^\/documents\//)])
    const { answer, document_answer, converting, revision } = await maya.profile()
    expect(converting).toEqual({})
    expect([Object(answer).stopintl_copy, revision], proves('1.documents.1', '4.upload.5')).toEqual(['ANSWERED', 2])
    const file = { stopintl_copy: { file_name: 'Visa.pdf', file_size: pdf.length } }
    const { body } = await maya.call('GET', '/api/document-answer')
    expect([document_answer, body], proves('3.state.4', '7.document-answer.1')).toEqual([file, file])
  })
  test('no document is taken for a question that is not asked', async () => {
    const refused = { status: 409, body: { code: 'not_asked', message: errors.not_asked.message } }
    const file_key = await maya.upload('stopintl_copy', pdf)
    await maya.call('PUT', '/api/answer', { us_citizen: 'Y' })
    expect(await maya.call('POST', '/api/presigned-url', { answer_key: 'stopintl_copy' })).toMatchObject(refused)
    const started = { file_key, file_name: 'Visa.pdf' }
    expect(await maya.call('POST', CONVERSION, started)).toMatchObject(refused)
    await maya.call('PUT', '/api/answer', { us_citizen: 'N', perm_resident: 'N' })
    expect(await maya.call('POST', CONVERSION, started)).toMatchObject({ status: 202 })
  })
  test('its link downloads the converted PDF for 20 minutes, never as a page, and an altered link does not work', async () => {
    await maya.attach('stopintl_copy', "Máya's visa.png.pdf", pdf)
    const { url } = await maya.settled('stopintl_copy')
    const reply = await fetch(new URL(String(url), server.address))
    expect([reply.status, Object.fromEntries(reply.headers)]).toMatchObject([
      200,
      {
        'content-type': 'application/pdf',
        'content-disposition': "attachment; filename*=UTF-8''M%C3%A1ya%27s%20visa.png.pdf",
        'content-security-policy': "default-src 'none'; base-uri 'none'; frame-ancestors 'none'; sandbox",
        'x-content-type-options': 'nosniff',
        'cache-control': 'no-store',
      },
    ])
    const downloaded = Buffer.from(await reply.arrayBuffer())
    expect(downloaded.equals(converted), proves('1.documents.2')).toBe(true)
    const [, , id, expires, signed] = String(url).split('/')
    for (const path of [
      `${id}/${Number(expires) + 1}/${signed}`,
      `${crypto.randomUUID()}/${expires}/${signed}`,
      'a/b/c',
    ])
      expect((await fetch(`${server.address}/documents/${path}`)).status).toBe(404)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 20 * 60_000 + 1000 })
    const late = await fetch(new URL(String(url), server.address))
    vi.useRealTimers()
    expect(late.status).toBe(404)
  })
  test('a file that cannot be converted says why and leaves no answer, not even that of an earlier file', async () => {
    await maya.attach('stopintl_copy', 'good.pdf', pdf)
    await maya.settled('stopintl_copy')
    expect(await maya.profile()).toMatchObject({ answer: { stopintl_copy: 'ANSWERED' } })
    await maya.attach('stopintl_copy', 'visa.pdf', Buffer.from('no PDF at all'))
    const { status, message, url } = await maya.settled('stopintl_copy')
    expect([status, url]).toEqual(['FAILED', undefined])
    expect(message, proves('3.state.6')).toMatch(/^Your file is not a PNG, JPEG, PDF or DOCX file/)
    expect(await maya.profile()).toMatchObject({
      document_answer: empty,
      converting: { stopintl_copy: { file_name: 'visa.pdf', file_size: 13 } },
    })
    const { answer } = await maya.profile()
    expect(answer, proves('4.upload.6', '8.conversion.1')).toMatchObject({ stopintl_copy: '' })
  })
  test.each([
    [DOCUMENT, '7.document-answer.2'],
    [CONVERSION, '7.conversion.3'],
  ])('DELETE %s removes answer, file and conversion at once, and may be repeated', async (path, call) => {
    await maya.attach('stopintl_copy', 'visa.pdf', pdf)
    const { url } = await maya.settled('stopintl_copy')
    const id = String(url).split('/')[2] ?? ''
    expect((await stored()).filter((name) => name.includes(id))).toHaveLength(3) // upload, original, PDF
    for (let time = 0; time < 2; time += 1) {
      expect(await maya.call('DELETE', path)).toMatchObject({ status: 200, body: { message: expect.any(String) } })
      const conversion = await maya.conversion('stopintl_copy')
      expect(conversion.body, proves('4.upload.13', call)).toEqual({ status: 'NOT_ANSWERED' })
      const { answer, document_answer } = await maya.profile()
      expect([Object(answer).stopintl_copy, document_answer], proves('4.upload.13', call)).toEqual(['', {}])
    }
    expect((await stored()).filter((name) => name.includes(id))).toEqual([])
    expect((await fetch(new URL(String(url), server.address))).status).toBe(404)
  })
  test('a posted answer changes nothing, and a key not issued to this applicant for this question is refused', async () => {
    const posted = await maya.call('PUT', '/api/answer', { stopintl_copy: 'ANSWERED' })
    expect(posted.body).toMatchObject({ ignored: ['stopintl_copy'] })
    expect(Object((await maya.profile()).answer).stopintl_copy).toBeUndefined()
    const eve = server.applicant()
    const hers = await maya.upload('stopintl_copy', pdf)
    const take = (person: typeof maya, key: string, file_key: string) =>
      person.call('POST', `/api/pdf/document-answer/${key}`, { file_key, file_name: 'visa.pdf' })
    expect(await take(eve, 'stopintl_copy', hers)).toMatchObject({ status: 403, body: { code: 'foreign_file' } })
    expect(await take(maya, 'hs_record', hers)).toMatchObject({ status: 403 })
    expect(await take(maya, 'stopintl_copy', '../secret-key')).toMatchObject({ status: 403 })
    expect(await take(maya, 'stopintl_copy', '')).toMatchObject({ status: 403 })
    expect(await take(maya, 'first_name', hers)).toMatchObject({ status: 400, body: { code: 'no_upload_question' } })
    expect((await take(maya, 'stopintl_copy', hers)).status).toBe(202)
    await maya.settled('stopintl_copy')
  })
  test.each([
    ['visa.exe', '5.files.3', 'You can only enter the following file types: .png, .jpeg, .jpg, .pdf, .docx'],
    [
      `${'v'.repeat(29)}.pdf`,
      '5.files.4',
      'The name of your file is too long. File name can have a maximum of 32 characters, including the extension.',
    ],
  ])('a name that the browser should have refused is refused here: %j', async (name, rule, message) => {
    const reply = await maya.attach('stopintl_copy', name, pdf)
    expect(reply, proves(rule)).toMatchObject({ status: 400, body: { code: 'refused_file', message } })
  })
  test.each([
    [15, true],
    [28, true],
    [29, false],
  ])('a name of %i letters with marks of their own is stored composed, and counted so', async (letters, fits) => {
    const name = (letter: string) => `${letter.repeat(letters)}.pdf`
    const reply = await maya.attach('stopintl_copy', name('e\u0301'), pdf)
    expect(reply.status, proves('9.file.2')).toBe(fits ? 202 : 400)
    if (!fits) return
    await maya.settled('stopintl_copy')
    const { body } = await maya.call('GET', '/api/document-answer')
    expect(body).toEqual({ stopintl_copy: { file_name: name('\u00e9'), file_size: pdf.length } })
  })
  test('an upload without an answer key and a conversion of a file that never arrived are refused', async () => {
    const keyless = await maya.call('POST', '/api/presigned-url', {})
    expect(keyless, proves('5.files.1')).toMatchObject({ status: 400, body: { code: 'malformed' } })
    const { body } = await maya.call('POST', '/api/presigned-url', { answer_key: 'stopintl_copy' })
    const asked = { file_key: Object(body.fields).key, file_name: 'visa.pdf' }
    const fileless = await maya.call('POST', CONVERSION, asked)
    expect(fileless, proves('5.files.1')).toMatchObject({ status: 400, body: { code: 'no_file' } })
  })
  test('a second file replaces the first, and a repeated request converts once', async () => {
    await maya.attach('stopintl_copy', 'first.pdf', pdf)
    await maya.settled('stopintl_copy')
    const file_key = await maya.upload('stopintl_copy', pdf)
    const asked = { file_key, file_name: 'second.pdf' }
    const replies = await Promise.all([1, 2, 3].map(() => maya.call('POST', CONVERSION, asked)))
    expect(replies.map(({ status }) => status)).toEqual([202, 202, 202])
    await maya.settled('stopintl_copy')
    expect((await maya.profile()).document_answer).toMatchObject({ stopintl_copy: { file_name: 'second.pdf' } })
    const rows = await on.database.db
      .selectFrom('document')
      .select('attempts')
      .where('file_key', '=', file_key)
      .execute()
    expect(rows).toEqual([{ attempts: 1 }])
  })
  test('hiding the question detaches its document, and leaving a tab detaches those of the whole group', async () => {
    await maya.attach('stopintl_copy', 'visa.pdf', pdf)
    await maya.attach('hs_record', 'diploma.pdf', pdf)
    await Promise.all([maya.settled('stopintl_copy'), maya.settled('hs_record')])
    const hidden = await maya.call('PUT', '/api/answer', { us_citizen: 'Y' })
    expect(hidden.body.cleared).toContain('stopintl_copy')
    const left = await maya.call('PUT', '/api/tabs', { tab_id: 'high-school-record', chosen_tab: 'ged-documents' })
    expect(left).toMatchObject({ status: 200, body: { cleared: ['hs_record'] } })
    expect(await maya.profile()).toMatchObject({ answer: { stopintl_copy: '', hs_record: '' }, document_answer: empty })
    expect((await maya.conversion('hs_record')).body).toEqual({ status: 'NOT_ANSWERED' })
  })
  test('the documents of later colleges move down with their answers when one is removed', async () => {
    const colleges = { college_name: 'A', college_2_name: 'B', college_3_name: 'C' }
    await maya.call('PUT', '/api/answer', colleges)
    const keys = ['college_transcript', 'college_2_transcript', 'college_3_transcript']
    for (const [index, key] of keys.entries()) await maya.attach(key, `${index + 1}.pdf`, pdf)
    await Promise.all(keys.map((key) => maya.settled(key)))
    await maya.call('PUT', '/api/add-another', { button_id: 'colleges', num_components: 3 })
    await maya.call('PUT', '/api/add-another', { button_id: 'colleges', num_components: 2, removed: 1 })
    const { answer, document_answer } = await maya.profile()
    expect(document_answer).toMatchObject({
      college_transcript: { file_name: '2.pdf' },
      college_2_transcript: { file_name: '3.pdf' },
    })
    expect(Object.keys(Object(document_answer))).toHaveLength(2)
    expect(answer).toMatchObject({
      college_transcript: 'ANSWERED',
      college_2_transcript: 'ANSWERED',
      college_3_transcript: '',
    })
    expect((await maya.conversion('college_2_transcript')).body.status).toBe('COMPLETED')
    expect((await maya.conversion('college_3_transcript')).body.status).toBe('NOT_ANSWERED')
  })
  test('file names are neither in job data nor in the storage', async () => {
    await maya.attach('stopintl_copy', 'Secret-Name.pdf', pdf)
    await maya.settled('stopintl_copy')
    const { rows } = await sql<{ text: string }>`select data::text as text from pgboss.job`.execute(on.database.db)
    expect(rows.length).toBeGreaterThan(0)
    expect([...rows.map(({ text }) => text), ...(await stored())].join()).not.toContain('Secret')
  })
})
