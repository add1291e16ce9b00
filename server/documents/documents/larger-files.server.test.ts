import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { readInstitution } from '../../running/institution/index.ts'
import { onOneDatabase } from '../../testing/index.ts'
import { pdfOf } from '../../testing/sample-files/index.ts'
import { documentsForTests } from './testing/documents-for-tests.ts'

onOneDatabase('larger files', (on) => {
  const servers = new Map<number, Awaited<ReturnType<typeof documentsForTests>>>()
  beforeAll(async () => {
    const converted = await pdfOf('A transcript')
    for (const file_megabytes of [5, 10]) {
      const institution = { ...readInstitution(on.settings), file_megabytes }
      servers.set(file_megabytes, await documentsForTests(on, async () => ({ pdf: converted }), { institution }))
    }
  })
  afterAll(() => Promise.all([...servers.values()].map((server) => server.close())))

  test.each([5, 10])(
    'where %i MB are allowed, a file of that size is converted, and no larger one is taken',
    async (most) => {
      const server = servers.get(most)
      if (!server) throw new Error('There is no server.')
      const maya = server.applicant()
      await maya.call('PUT', '/api/answer', { us_citizen: 'N', perm_resident: 'N' })
      const post = async (size: number) => {
        const { body } = await maya.call('POST', '/api/presigned-url', { answer_key: 'stopintl_copy' })
        const { url, fields } = Object(body)
        const form = new FormData()
        for (const [name, value] of Object.entries(fields)) form.append(name, String(value))
        form.append('file', new Blob([Buffer.alloc(size, 'x')]), 'visa.pdf')
        // The server may end the connection of a file that is too large.
        const sent = fetch(new URL(url, server.address), { method: 'POST', body: form })
        return { key: fields.key, status: await sent.then(({ status }) => status).catch(() => 413) }
      }
      expect((await post(most * 1_048_576 + 1)).status).toBe(413)
      const { key, status } = await post(most * 1_048_576)
      expect(status).toBe(204)
      const started = { file_key: key, file_name: 'visa.pdf' }
      expect(await maya.call('POST', '/api/pdf/document-answer/stopintl_copy', started)).toMatchObject({ status: 202 })
      expect(await maya.settled('stopintl_copy')).toMatchObject({ status: 'COMPLETED' })
      expect(await maya.profile()).toMatchObject({
        document_answer: { stopintl_copy: { file_size: most * 1_048_576 } },
      })
    },
  )

  test.each([5, 10])(
    'a permission for %i MB lasts twice as long as such a file takes on the slowest line',
    async (most) => {
      const server = servers.get(most)
      if (!server) throw new Error('There is no server.')
      const maya = server.applicant()
      await maya.call('PUT', '/api/answer', { us_citizen: 'N', perm_resident: 'N' })
      const seconds = 2 * Math.ceil((most * 8_388_608) / 28_000)
      const upload = async (late: number) => {
        const { body } = await maya.call('POST', '/api/presigned-url', { answer_key: 'stopintl_copy' })
        const { url, fields } = Object(body)
        const form = new FormData()
        for (const [name, value] of Object.entries(fields)) form.append(name, String(value))
        form.append('file', new Blob(['x']), 'visa.pdf')
        vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + (seconds + late) * 1000 })
        const { status } = await fetch(new URL(url, server.address), { method: 'POST', body: form })
        vi.useRealTimers()
        return status
      }
      expect(await upload(-60)).toBe(204)
      expect(await upload(1)).toBe(403)
    },
  )
})
