import { rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { completeAnswers, onOneDatabase } from '../../testing/index.ts'
import { documentsForTests } from './testing/documents-for-tests.ts'

const pdf = Buffer.from('%PDF-1.7 stands for one')
const away = { code: 'storage_away', message: expect.stringMatching(/Your answers are still being saved/) }

onOneDatabase('while the storage is unavailable', (on) => {
  let server: Awaited<ReturnType<typeof documentsForTests>>
  beforeAll(async () => {
    server = await documentsForTests(on, async () => ({ pdf }))
  })
  afterAll(() => server.close())
  const place = () => join(on.settings.dataDir, 'documents')
  /** Puts a file in place of the folder, so that nothing can be read or written there, even by root. */
  async function whileUnavailable(meanwhile: () => Promise<void>): Promise<void> {
    await rename(place(), `${place()}-away`)
    await writeFile(place(), '')
    try {
      await meanwhile()
    } finally {
      await rm(place())
      await rename(`${place()}-away`, place())
    }
  }

  test('uploads and document calls say when to try again, and everything else works, including submission', async () => {
    const maya = server.applicant()
    const complete = { ...completeAnswers, us_citizen: 'N', perm_resident: 'N', citizenship: 'NOR', ged_transfer: 'G' }
    await maya.call('PUT', '/api/answer', complete)
    await maya.attach('stopintl_copy', 'visa.pdf', pdf)
    const { url } = await maya.settled('stopintl_copy')
    const file_key = await maya.upload('hs_record', pdf)
    await whileUnavailable(async () => {
      const upload = await maya.call('POST', '/api/presigned-url', { answer_key: 'hs_record' })
      const form = new FormData()
      for (const [name, value] of Object.entries(Object(upload.body.fields))) form.append(name, String(value))
      form.append('file', new Blob([pdf]), 'file')
      const posted = await fetch(new URL(String(upload.body.url), server.address), { method: 'POST', body: form })
      expect([posted.status, posted.headers.get('retry-after')]).toEqual([503, '30'])
      expect(await posted.json()).toEqual(away)
      const started = await maya.call('POST', '/api/pdf/document-answer/hs_record', { file_key, file_name: 'a.pdf' })
      expect(started).toMatchObject({ status: 503, body: away })
      const opened = await fetch(new URL(String(url), server.address), { headers: { accept: 'text/html,*/*' } })
      expect([opened.status, opened.headers.get('content-type')]).toEqual([503, 'text/html; charset=utf-8'])

      expect(await maya.call('PUT', '/api/answer', { middle_name: 'Ada' })).toMatchObject({ status: 200 })
      expect(await maya.call('GET', '/api/profile')).toMatchObject({ status: 200 })
      expect(await maya.call('GET', '/api/pdf/document-answer/stopintl_copy')).toMatchObject({ status: 200 })
      expect(await maya.call('DELETE', '/api/document-answer/hs_record')).toMatchObject({ status: 200 })
      expect(await maya.call('POST', '/api/submit')).toMatchObject({ status: 200 })
    })
    expect((await fetch(new URL(String(url), server.address))).status).toBe(200)
  })

  test('a conversion waits for it, and its file is not refused', async () => {
    const maya = server.applicant()
    await maya.call('PUT', '/api/answer', { us_citizen: 'N', perm_resident: 'N' })
    const file_key = await maya.upload('stopintl_copy', pdf)
    await maya.call('POST', '/api/pdf/document-answer/stopintl_copy', { file_key, file_name: 'visa.pdf' })
    await whileUnavailable(async () => {
      expect((await maya.conversion('stopintl_copy')).body).not.toMatchObject({ status: 'FAILED' })
    })
    expect((await maya.settled('stopintl_copy')).status).toBe('COMPLETED')
  })

  test('an expired link returns a page for a person and JSON for a program', async () => {
    const link = `${server.address}/documents/${crypto.randomUUID()}/1/wrong`
    const page = await fetch(link, { headers: { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' } })
    expect([page.status, page.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8'])
    expect(await page.text()).toContain('<p>This link has expired or isn’t valid. Go back to your application')
    const reply = await fetch(link)
    expect([reply.status, Object(await reply.json()).code]).toEqual([404, 'ended_file_link'])
  })
})
