import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, test, vi } from 'vitest'
import { veteran } from '../../../form/testing/index.ts'
import { onOneDatabase } from '../../testing/index.ts'
import { pdfOf } from '../../testing/sample-files/index.ts'
import { newestChange, readExported } from '../exports/index.ts'
import { attachedTo, requestedDocument, signedAgain, withDocuments } from '../exports/testing/index.ts'
import { deliverCommand } from './index.ts'
import { deliveriesForTests, filesIn, type Result, sha256, table } from './testing/index.ts'

onOneDatabase('the documents of a version', (on) => {
  const at = deliveriesForTests(on)
  const application = attachedTo(veteran, ['college_transcript'])
  let id = ''

  beforeEach(async () => {
    await at.wants({})
    await at.skipEarlier()
    await at.wants({ include: ['documents', 'application_pdfs'], keep_days: 1 })
    ;({ id } = await at.submit(application))
    await withDocuments(on.database.db, at.deliveries.storage, id, { college_transcript: await pdfOf('Transcript') })
  })

  const documentsIn = ({ folder }: Result) =>
    table(folder, 'documents/index.csv').map(({ version, question }) => `${version} ${question}`)
  const digestsOf = ({ folder }: Result) =>
    filesIn(folder).map((name) => [name, sha256(readFileSync(join(folder, name)))])
  const asFirstSigned = ['1 application_pdf', '1 college_transcript']

  test('stay what they were when its delivery is made again, whatever was asked for or corrected since', async () => {
    const made = await at.deliver()
    expect(documentsIn(made)).toEqual(asFirstSigned)
    const before = digestsOf(made)
    await requestedDocument(at.deliveries, id, await pdfOf('Grades'))
    await signedAgain(at.deliveries, id, { ...application, answer: { ...application.answer, city: 'Helena' } })
    await requestedDocument(at.deliveries, id, await pdfOf('More grades'))
    at.age(2)
    await deliverCommand(at.deliveries, ['--again', String(made.delivery), '--by', 'June Hale'])
    expect(digestsOf(made)).toEqual(before)
  })

  test('that came after the submission are in the delivery of the change that tells of them, and of no earlier one', async () => {
    const submission = await newestChange(on.database.db)
    const request = await requestedDocument(at.deliveries, id, await pdfOf('Grades'))
    const change = await newestChange(on.database.db)
    const range = (after: number, through: number) => at.deliver('--after', String(after), '--through', String(through))
    expect(documentsIn(await range(submission - 1, submission))).toEqual(asFirstSigned)
    const withRequest = await range(submission, change)
    expect(documentsIn(withRequest)).toEqual([...asFirstSigned, `1 ${request}`])
    expect(table(withRequest.folder, 'changes.csv')).toMatchObject([{ version: '1', kind: 'corrected' }])
  })

  test('have one code in a map for all that staff ask for, without which the application is held back', async () => {
    const request = await requestedDocument(at.deliveries, id, await pdfOf('Grades'))
    const map = 'documents,college_transcript,TRAN\n'
    await at.wants({ include: ['documents'] }, map)
    expect(await at.deliver()).toMatchObject({ reasons: { 'no code for documents: requested_document': 1 } })
    await at.wants({ include: ['documents'] }, `${map}documents,requested_document,MISC\n`)
    const made = await at.deliver()
    const materials = table(made.folder, 'documents/index.csv').map(({ question, material }) => [question, material])
    expect(materials).toEqual([
      ['college_transcript', 'TRAN'],
      [request, 'MISC'],
    ])
  })

  test('and its answers are those of before, when it is corrected while it is delivered', async () => {
    const { id: other } = await at.submit(attachedTo(veteran, []))
    const real = at.deliveries.storage.sizeOf
    // Its turn comes after that of the application with the document.
    vi.spyOn(at.deliveries.storage, 'sizeOf').mockImplementationOnce(async (key) => {
      const plain = attachedTo(veteran, [])
      await signedAgain(at.deliveries, other, { ...plain, answer: { ...plain.answer, city: 'Ekalaka' } })
      return real(key)
    })
    const versionsIn = ({ folder }: Result) =>
      table(folder, 'applications.csv').map(({ application_id, version, city }) => [application_id, version, city])
    const { city } = veteran.answer
    expect(versionsIn(await at.deliver())).toEqual([
      [id, '1', city],
      [other, '1', city],
    ])
    const next = await at.deliver()
    expect(versionsIn(next)).toEqual([[other, '2', 'Ekalaka']])
    expect(table(next.folder, 'changes.csv')).toMatchObject([{ kind: 'corrected', version: '2' }])
  })

  test('are in no delivery of an application that is withdrawn, which is a row', async () => {
    await on.database.db.insertInto('withdrawal').values({ application_id: id }).execute()
    const made = await at.deliver()
    expect(table(made.folder, 'changes.csv')).toEqual([
      { application_id: id, version: '1', kind: 'withdrawn', held_back: '' },
    ])
    expect(table(made.folder, 'applications.csv')).toEqual([])
    expect(documentsIn(made)).toEqual([])
  })

  test('are not those that came to a later version', async () => {
    await signedAgain(at.deliveries, id, application)
    const request = await requestedDocument(at.deliveries, id, await pdfOf('Grades'))
    const keysOf = async (version: number) =>
      (await readExported(at.deliveries, id, { version }))?.documents.map(({ key }) => key)
    expect(await keysOf(1)).toEqual(['college_transcript'])
    expect(await keysOf(2)).toEqual(['college_transcript', request])
  })
})
