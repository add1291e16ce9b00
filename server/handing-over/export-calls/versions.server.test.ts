import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { veteran } from '../../../form/testing/index.ts'
import { readPdf, tight } from '../../documents/application-pdf/testing/index.ts'
import { onOneDatabase } from '../../testing/index.ts'
import { pdfOf } from '../../testing/sample-files/index.ts'
import { attachedTo, requestedDocument, signedAgain } from '../exports/testing/index.ts'
import { everyRight, serveForTests } from './testing/index.ts'

const KEY = 'college_transcript'

onOneDatabase('the export calls', (on) => {
  const at = serveForTests(on)
  const { token, call, refusalOf, fetched, audited, submit } = at

  /** An application that was corrected, and then completed with a document that staff asked for. */
  async function corrected() {
    const transcript = await pdfOf('Transcript', 1)
    const application = attachedTo({ ...veteran, answer: { ...veteran.answer, city: 'Wibaux' } }, [KEY])
    const id = await submit(application, { [KEY]: transcript })
    await signedAgain(at.deps, id, { ...application, answer: { ...application.answer, city: 'Ekalaka' } })
    const request = await requestedDocument(at.deps, id, await pdfOf('Grades', 1))
    return { id, request, transcript }
  }

  test('give each version of an application with its own answers and documents, and the last one if none is named', async () => {
    const { id, request, transcript } = await corrected()
    const read = async (query: string) => {
      const { version, row, documents } = (await call(`/applications/${id}${query}`)).body
      return [version, row.city, documents.map(({ question }: { question: string }) => question)]
    }
    expect(await read('?version=1')).toEqual([1, 'Wibaux', [KEY]])
    expect(await read('?version=2')).toEqual([2, 'Ekalaka', [KEY, request]])
    expect(await read('')).toEqual(await read('?version=2'))
    const document = await fetched(`/applications/${id}/documents/${KEY}?version=1`)
    const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
    expect(sha256(Buffer.from(await document.arrayBuffer()))).toBe(sha256(transcript))
    expect(await refusalOf(`/applications/${id}/documents/${request}?version=1`)).toMatchObject({ code: 'no_document' })
    // Each version that was read can be acknowledged.
    const answer = (version: number) => ({ application_id: id, version, result: 'accepted' })
    const given = { acknowledgements: [answer(1), answer(2)] }
    expect((await call('/acknowledgements', given)).body).toEqual({ recorded: 2, repeated: 0 })
  })

  test('give the PDF of version 1 as version 1 after a correction', async () => {
    const { id } = await corrected()
    const packet = async (query: string) => {
      const reply = await fetched(`/applications/${id}/packet${query}`)
      expect(reply.status).toBe(200)
      return tight((await readPdf(new Uint8Array(await reply.arrayBuffer()))).text)
    }
    const [first, second] = [await packet('?version=1'), await packet('?version=2')]
    expect([first.includes('Wibaux'), first.includes('Ekalaka')]).toEqual([true, false])
    expect([second.includes('Wibaux'), second.includes('Ekalaka')]).toEqual([false, true])
    expect([first, second].map((text) => text.includes('replacesversion1'))).toEqual([false, true])
    expect([first, second].map((text) => text.includes('Springgrades'))).toEqual([false, true])
    const [row] = await audited()
    expect(row).toEqual({ action: 'packet exported', subject: id, detail: { token: at.made.id, version: 1 } })
  })

  test('refuse a version that was never signed', async () => {
    const id = await submit()
    for (const path of [`/applications/${id}`, `/applications/${id}/packet`, `/applications/${id}/documents/${KEY}`]) {
      expect(await refusalOf(`${path}?version=2`)).toEqual({
        status: 404,
        code: 'no_version',
        message: 'This application has no such version.',
      })
      expect(await refusalOf(`${path}?version=0`)).toMatchObject({
        status: 400,
        message: 'version must be at least 1.',
      })
    }
    await token(everyRight, '--sandbox')
    const [change] = (await call('/changes')).body.changes
    expect((await call(`/applications/${change.application_id}?version=1`)).status).toBe(200)
    for (const version of ['2', '2147483648', '9007199254740991'])
      expect(await refusalOf(`/applications/${change.application_id}?version=${version}`)).toMatchObject({
        code: 'no_version',
      })
  })
})
