import { afterAll, beforeAll, expect, test } from 'vitest'
import { databasesForTests } from '../testing/index.ts'
import { sweepDocuments } from './sweep-documents.ts'
import { documentsForTests } from './testing/documents-for-tests.ts'

const pdf = Buffer.from('%PDF-1.7 stands for one')

databasesForTests('sweeping', (on) => {
  let server: Awaited<ReturnType<typeof documentsForTests>>
  beforeAll(async () => {
    server = await documentsForTests(on, async (bytes) =>
      Buffer.from(bytes).equals(pdf) ? { pdf } : { refused: 'No.' },
    )
  })
  afterAll(() => server.close())

  test('what is nobody’s goes after a day and not before, and what counts stays', async () => {
    const { documents } = server
    const maya = server.applicant()
    await maya.call('PUT', '/api/answer', { us_citizen: 'N', perm_resident: 'N', ged_transfer: 'D', college_name: 'A' })
    const never = await maya.upload('hs_record', pdf) // uploaded, never converted
    await maya.attach('college_transcript', 'left.pdf', pdf)
    await maya.settled('college_transcript')
    await maya.attach('stopintl_copy', 'broken.pdf', Buffer.from('broken'))
    await maya.settled('stopintl_copy')
    await maya.attach('stopintl_copy', 'first.pdf', pdf)
    await maya.settled('stopintl_copy')
    await maya.attach('stopintl_copy', 'kept.pdf', pdf) // detaches the first
    await maya.settled('stopintl_copy')
    await documents.storage.write('uploads/stranger/stranger', pdf) // of no document at all
    const before = await keys()

    expect(await sweepDocuments(documents)).toEqual({ documents: 0, files: 0 })
    expect(await keys()).toEqual(before)
    const later = { ...documents, now: () => new Date(Date.now() + 25 * 3_600_000) }
    expect(await sweepDocuments(later)).toEqual({ documents: 3, files: 1 })
    expect(documents.log.info).toHaveBeenCalledWith({ documents: 3, files: 1 }, 'Orphaned documents were swept.')
    expect(await keys()).not.toContain(never)
    expect(await keys()).toHaveLength(4) // two documents that count, each with its PDF
    for (const key of ['stopintl_copy', 'college_transcript'])
      expect((await maya.conversion(key)).body.status).toBe('COMPLETED')
    expect(await sweepDocuments(later)).toEqual({ documents: 0, files: 0 })

    async function keys(): Promise<string[]> {
      const found: string[] = []
      for await (const key of documents.storage.storedBefore(new Date(Date.now() + 1000))) found.push(key)
      return found.sort()
    }
  })
})
