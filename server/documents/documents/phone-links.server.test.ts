import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { proves } from '../../../testing/proves.ts'
import { onOneDatabase } from '../../testing/index.ts'
import { pdfOf } from '../../testing/sample-files/index.ts'
import type { Outcome } from '../conversion/index.ts'
import { documentsForTests } from './testing/documents-for-tests.ts'

const KEY = 'stopintl_copy'
const BASE_URL = 'https://apply.example.edu'

onOneDatabase('links for another phone', (on) => {
  let server: Awaited<ReturnType<typeof documentsForTests>>
  let maya: ReturnType<typeof server.applicant>
  let pdf: Uint8Array
  let minutes = 0
  let convert: () => Promise<Outcome>
  beforeAll(async () => {
    pdf = await pdfOf('A page')
    server = await documentsForTests(on, () => convert(), {
      now: () => new Date(Date.now() + minutes * 60_000),
      settings: { baseUrl: BASE_URL },
    })
  })
  afterAll(() => server.close())
  beforeEach(async () => {
    minutes = 0
    convert = async () => ({ pdf })
    maya = await someone()
  })

  /** An applicant who is asked for a visa, with a session. */
  async function someone() {
    const applicant = server.applicant()
    const { account } = applicant
    const email = `${account}@mail.example`
    const { db } = on.database
    const user = { id: account, name: '', email, emailVerified: true, image: null, updatedAt: new Date() }
    await db.insertInto('user').values(user).execute()
    await db
      .insertInto('session')
      .values({
        id: `session of ${account}`,
        userId: account,
        token: randomUUID(),
        updatedAt: new Date(),
        expiresAt: new Date(Date.now() + 3_600_000),
      })
      .execute()
    await applicant.call('PUT', '/api/answer', { us_citizen: 'N', perm_resident: 'N', first_name: 'Maya' })
    return applicant
  }
  const linkOf = async (applicant = maya) => {
    const { status, body } = await applicant.call('POST', '/api/phone-link', { answer_key: KEY })
    expect(status).toBe(200)
    const { url, expires_at } = body
    return { token: String(url).split('#')[1] ?? '', url, expires_at }
  }

  /** Another phone, which has nothing but the token. */
  function phone(phone_token: string) {
    const call = async (method: string, path: string, more: object = {}) => {
      const reply = await fetch(`${server.address}/public/phone-link${path}`, {
        method,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ phone_token, ...more }),
      })
      const body: Record<string, unknown> = JSON.parse(await reply.text())
      return { status: reply.status, body }
    }
    const upload = async (): Promise<string> => {
      const { body } = await call('POST', '/presigned-url')
      const form = new FormData()
      for (const [name, value] of Object.entries(Object(body.fields))) form.append(name, String(value))
      form.append('file', new Blob([Buffer.from(pdf)]), 'file')
      const stored = await fetch(new URL(String(body.url), server.address), { method: 'POST', body: form })
      expect(stored.status).toBe(204)
      return String(Object(body.fields).key)
    }
    const start = (file_key: string) => call('POST', '/document', { file_key, file_name: 'page.pdf' })
    return {
      call,
      upload,
      start,
      open: () => call('POST', ''),
      progress: async () => (await call('POST', '/conversion')).body,
      send: async () => start(await upload()),
      settled: () =>
        vi.waitUntil(
          async () => {
            const { body } = await call('POST', '/conversion')
            return body.status === 'COMPLETED' || body.status === 'FAILED' ? body : undefined
          },
          { timeout: 30_000, interval: 50 },
        ),
    }
  }
  const ended = { status: 404, body: expect.objectContaining({ code: 'ended_phone_link' }) }

  test('a phone adds the document of one question, and learns nothing about the application', async () => {
    const { token, url, expires_at } = await linkOf()
    const lifetime = Date.parse(String(expires_at)) - Date.now()
    expect(lifetime / 60_000, proves('7.phone-link.1')).toBeCloseTo(10, 0)
    expect(url).toMatch(/^https:\/\/apply\.example\.edu\/from-phone#[\w-]{43}$/)
    const { open, upload, start, settled, progress } = phone(token)
    const replies = [await open(), await progress()]
    expect(replies, proves('7.phone-link.2', '7.phone-link.5')).toEqual([
      { status: 200, body: { expires_at } },
      { status: 'NOT_ANSWERED' },
    ])
    const file = await upload()
    const started = await start(file)
    expect(started, proves('7.phone-link.3', '7.phone-link.4')).toEqual({
      status: 202,
      body: { status: 'UNPROCESSED' },
    })
    const ending = await settled()
    expect(ending, proves('7.phone-link.5')).toEqual({ status: 'COMPLETED' })
    const all = JSON.stringify([replies, started, ending])
    expect(all, proves('7.phone-link.8')).not.toMatch(/Maya|stopintl|us_citizen|page\.pdf/)
    const { answer, document_answer } = await maya.profile()
    expect([Object(answer)[KEY], document_answer]).toEqual([
      'ANSWERED',
      { [KEY]: { file_name: 'page.pdf', file_size: pdf.length } },
    ])
  })
  test('it ends with the first document, also once that is removed, and tells how that document went', async () => {
    const { token } = await linkOf()
    const { open, call, upload, start, settled, progress } = phone(token)
    const file = await upload()
    await start(file)
    await settled()
    expect((await start(file)).body).toEqual({ status: 'COMPLETED' }) // a reply was lost, and the phone asked again
    for (const reply of [await open(), await call('POST', '/presigned-url'), await call('DELETE', '/document')])
      expect(reply, proves('7.phone-link.7')).toMatchObject(ended)
    expect((await maya.profile()).document_answer).toHaveProperty(KEY)
    await maya.call('DELETE', `/api/document-answer/${KEY}`)
    expect(await open()).toMatchObject(ended)
    expect(await progress()).toEqual({ status: 'NOT_ANSWERED' })
  })
  test('after ten minutes it takes no new file, but lets a slow one finish', async () => {
    const { token } = await linkOf()
    const { open, call, upload, start, settled, progress } = phone(token)
    const file = await upload()
    minutes = 10.1
    const late = [await open(), await call('POST', '/presigned-url')]
    expect(late, proves('7.phone-link.7')).toMatchObject([ended, ended])
    expect((await start(file)).status).toBe(202)
    expect(await settled()).toEqual({ status: 'COMPLETED' })
    minutes = 71
    expect(await progress()).toMatchObject({ code: 'ended_phone_link' })
  })
  test('it ends at log-out, and when another one is made for the question', async () => {
    const [first, second] = [phone((await linkOf()).token), phone((await linkOf()).token)]
    const both = [await first.open(), await second.open()]
    expect(both, proves('7.phone-link.7')).toMatchObject([ended, { status: 200 }])
    const file = await second.upload()
    await on.database.db.deleteFrom('session').where('userId', '=', maya.account).execute()
    const after = [await second.open(), await second.start(file)]
    expect(after, proves('7.phone-link.7')).toMatchObject([ended, ended])
    expect((await maya.conversion(KEY)).body).toEqual({ status: 'NOT_ANSWERED' })
  })
  test('a file that is refused or canceled leaves it open for another', async () => {
    convert = async () => ({ refused: 'This PDF is protected with a password.' })
    const { token } = await linkOf()
    const { open, send, settled, call, progress } = phone(token)
    await send()
    expect(await settled()).toEqual({ status: 'FAILED', message: 'This PDF is protected with a password.' })
    expect((await open()).status).toBe(200)
    convert = () => new Promise(() => {})
    await send()
    expect(await open()).toMatchObject(ended) // while it is converted
    expect((await call('DELETE', '/document')).status, proves('7.phone-link.6')).toBe(200)
    expect([await progress(), (await open()).status]).toEqual([{ status: 'NOT_ANSWERED' }, 200])
    convert = async () => ({ pdf })
    await send()
    expect(await settled()).toEqual({ status: 'COMPLETED' })
  })
  test('it takes no file but its own, and one of an earlier link cannot be sent with it', async () => {
    const eve = await someone()
    const hers = phone((await linkOf(eve)).token)
    const mayas = phone((await linkOf()).token)
    const file = await mayas.upload()
    expect(await hers.start(file)).toMatchObject({ status: 403, body: { code: 'foreign_file' } })
    expect(await hers.start(await maya.upload(KEY, pdf))).toMatchObject({ status: 403 })
    expect((await maya.conversion(KEY)).body).toEqual({ status: 'NOT_ANSWERED' })
  })
  test('only a question that takes a document has one, and its token is stored as a hash', async () => {
    expect(await maya.call('POST', '/api/phone-link', { answer_key: 'first_name' })).toMatchObject({ status: 400 })
    const { token } = await linkOf()
    const rows = await on.database.db.selectFrom('phone_link').selectAll().execute()
    expect(JSON.stringify(rows), proves('7.phone-link.9')).not.toContain(token)
    expect(await phone(`${token}x`).open()).toMatchObject(ended)
  })
})
