import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { domestic, veteran } from '../../../form/testing/index.ts'
import { readPdf, tight } from '../../documents/application-pdf/testing/index.ts'
import { onOneDatabase } from '../../testing/index.ts'
import { pdfOf } from '../../testing/sample-files/index.ts'
import { attachedTo, withDocuments } from '../exports/testing/index.ts'
import { deliverCommand } from './index.ts'
import { deliveriesForTests, filesIn, sha256, table, tableOf, unzipped } from './testing/index.ts'

onOneDatabase('a delivery', (on) => {
  const at = deliveriesForTests(on)
  const { wants, deliver, skipEarlier, submit, age } = at

  test('holds documents in an archive, each with its question, code, pages and digest', async () => {
    await wants({ include: ['documents'] }, 'documents,college_transcript,TRAN\ndocuments,hs_record,HSTR\n')
    await skipEarlier()
    const pdf = await pdfOf('Transcript', 2)
    const { id } = await submit(attachedTo(veteran, ['college_transcript', 'college_3_transcript']))
    await withDocuments(on.database.db, at.deliveries.storage, id, {
      college_transcript: pdf,
      college_3_transcript: pdf,
    })
    const made = await deliver()
    expect(made).toMatchObject({ delivered: 1 })
    const files = await unzipped(join(made.folder, 'documents/part-001.zip'))
    expect(Object.keys(files)).toEqual([`${id}/college_transcript.pdf`, `${id}/college_3_transcript.pdf`])
    expect(Object.values(files).every((each) => each.equals(pdf))).toBe(true)
    const about = { application_id: id, material: 'TRAN', part: 'part-001.zip', pages: '2', sha256: sha256(pdf) }
    expect(table(made.folder, 'documents/index.csv')).toMatchObject([
      { ...about, question: 'college_transcript', file: `${id}/college_transcript.pdf` },
      { ...about, question: 'college_3_transcript', file: `${id}/college_3_transcript.pdf` },
    ])
  })

  test('holds the application PDF of each application beside its documents, without what has a table of its own', async () => {
    await wants({})
    await skipEarlier()
    await wants(
      { include: ['documents', 'application_pdfs', 'demographics'], keep_days: 1 },
      'documents,college_transcript,TRAN\ndocuments,application_pdf,APPL\n',
    )
    const pdf = await pdfOf('Transcript', 2)
    const answer = { ...veteran.answer, ssn: '501-55-0187', gender: 'F' }
    const one = await submit(attachedTo({ ...veteran, answer }, ['college_transcript']))
    await withDocuments(on.database.db, at.deliveries.storage, one.id, { college_transcript: pdf })
    const other = await submit(attachedTo(domestic, []))
    const made = await deliver()
    expect(made).toMatchObject({ delivered: 2, held_back: 0 })
    const files = await unzipped(join(made.folder, 'documents/part-001.zip'))
    expect(Object.keys(files)).toEqual([
      `${one.id}/application.pdf`,
      `${one.id}/college_transcript.pdf`,
      `${other.id}/application.pdf`,
    ])
    const index = table(made.folder, 'documents/index.csv')
    expect(index.map(({ question, material }) => [question, material])).toEqual([
      ['application_pdf', 'APPL'],
      ['college_transcript', 'TRAN'],
      ['application_pdf', 'APPL'],
    ])
    for (const { file = '', sha256: digest } of index) expect(sha256(files[file] ?? Buffer.of())).toBe(digest)
    const text = tight((await readPdf(files[`${one.id}/application.pdf`] ?? Buffer.of())).text)
    expect(text).toContain(tight(one.reference))
    expect(text).toContain(tight(veteran.answer.last_name ?? ''))
    expect(text).not.toMatch(/0187|SocialSecurity|Gender|Ethnicity|Female/i)

    age(2)
    const before = sha256(readFileSync(join(made.folder, 'documents/part-001.zip')))
    await deliverCommand(at.deliveries, ['--again', String(made.delivery), '--by', 'June Hale'])
    expect(sha256(readFileSync(join(made.folder, 'documents/part-001.zip')))).toBe(before)
  })

  test('holds an application back whose application PDF has no code', async () => {
    await wants({})
    await skipEarlier()
    await wants({ include: ['application_pdfs'] }, 'documents,college_transcript,TRAN\n')
    await submit(attachedTo(domestic, []))
    expect(await deliver()).toMatchObject({ reasons: { 'no code for documents: application_pdf': 1 } })
  })

  test('for Slate holds archives with names of their own, each with an index of what is in it', async () => {
    await wants({})
    await skipEarlier()
    await wants({ profile: 'slate', include: ['documents', 'application_pdfs'] })
    const { id, reference } = await submit(attachedTo(veteran, ['college_transcript']))
    const pdf = await pdfOf('Transcript')
    await withDocuments(on.database.db, at.deliveries.storage, id, { college_transcript: pdf })
    const made = await deliver()
    expect(filesIn(made.folder).filter((name) => /document/.test(name))).toEqual(['slate_documents_001.zip'])
    const files = await unzipped(join(made.folder, 'slate_documents_001.zip'))
    expect(Object.keys(files)).toEqual([`${id}/application.pdf`, `${id}/college_transcript.pdf`, 'index.csv'])
    const about = { person_id: expect.stringMatching(/^[\da-f]{8}-/), application_id: id, reference, version: '1' }
    expect(tableOf(String(files['index.csv']))).toMatchObject([
      { ...about, question: 'application_pdf', file: `${id}/application.pdf` },
      { ...about, question: 'college_transcript', file: `${id}/college_transcript.pdf`, sha256: sha256(pdf) },
    ])
    expect(Object.keys(tableOf(String(files['index.csv']))[0] ?? {})).not.toContain('part')
    await submit(attachedTo(domestic, []))
    expect(filesIn((await deliver()).folder)).toContain('slate_documents_001.zip')
  })
})
