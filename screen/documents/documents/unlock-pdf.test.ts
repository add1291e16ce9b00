// @vitest-environment happy-dom

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { decodePDFRawStream, PDFDocument, PDFRawStream } from '@cantoo/pdf-lib'
import { expect, test, vi } from 'vitest'
import { made, requests, storage, visa } from './documents-for-test.ts'
import { needsPassword, unlockPdf } from './unlock-pdf.ts'

const PASSWORD = 'sécret 1'
/** Two pages with a form, a link, an attachment and a title, encrypted with qpdf. */
const sample = (name: string) => {
  const bytes = readFileSync(join(import.meta.dirname, 'fixtures', `${name}.pdf`))
  return new File([new Uint8Array(bytes)], 'transcript.pdf')
}

test.each([
  ['rc4-40', 'secret'],
  ['rc4-128', 'secret'],
  ['aes-128', 'secret'],
  ['aes-256', PASSWORD],
])(
  'a copy of what %s locked opens without a password, with pages, form, link, attachment and title',
  async (name, password) => {
    expect(await needsPassword(sample(name))).toBe(true)
    const copy = await unlockPdf(sample(name), password)
    if (!(copy instanceof Uint8Array)) throw new Error(`No copy: ${copy}`)
    const pdf = await PDFDocument.load(copy, { updateMetadata: false })
    expect([pdf.getPageCount(), pdf.getTitle(), pdf.getForm().getTextField('name').getText()]).toEqual([
      2,
      'Transcript of Zoë',
      'Zoë',
    ])
    expect(pdf.getAttachments().map(({ name, data }) => [name, new TextDecoder().decode(data)])).toEqual([
      ['grades.xml', '<grades/>'],
    ])
    const texts = pdf.context
      .enumerateIndirectObjects()
      .flatMap(([, object]) =>
        object instanceof PDFRawStream ? [new TextDecoder().decode(decodePDFRawStream(object).decode())] : [],
      )
    expect(texts).toContainEqual(expect.stringContaining('<54776F> Tj')) // Two
    expect(pdf.getPage(1).node.Annots()?.lookup(0)?.toString()).toContain('https://a.edu')
  },
)

test('only what is locked needs a password', async () => {
  expect(await needsPassword(sample('restricted'))).toBe(false)
  expect(await needsPassword(new File(['%PDF-1.7'], 'a.pdf'))).toBe(false)
})

test('there is no copy for a wrong password, of a signed PDF, or of what is damaged', async () => {
  expect(await unlockPdf(sample('aes-256'), 'Sécret 1')).toBe('wrong password')
  expect(await unlockPdf(sample('signed'), 'secret')).toBeUndefined()
  expect(await unlockPdf(new File(['%PDF-1.7 /Encrypt'], 'a.pdf'), PASSWORD)).toBeUndefined()
})

test.each(['restricted', 'clear-metadata'])('%s is sent as it is', async (name) => {
  vi.useRealTimers()
  const { documents, going } = made()
  void documents.attach(visa, sample(name))
  await vi.waitFor(() => expect(going()).toMatchObject({ kind: 'uploading' }))
  expect(going()?.note).toBeUndefined()
})

test('a locked PDF asks for its password, again after a wrong one, and an unlocked copy is sent', async () => {
  vi.useRealTimers()
  const sent = vi.spyOn(FormData.prototype, 'append')
  const { documents, going } = made()
  const file = sample('aes-256')
  await documents.attach(visa, file)
  expect([going(), requests]).toEqual([{ kind: 'locked', document: expect.anything(), file }, []])
  await documents.unlock(visa, 'wrong')
  expect([going(), requests]).toEqual([
    expect.objectContaining({ kind: 'locked', file, message: expect.stringContaining('doesn’t open the PDF') }),
    [],
  ])
  expect(documents.isUnsent()).toBe(true) // nobody submits without it unawares
  void documents.unlock(visa, PASSWORD)
  await vi.waitFor(() =>
    expect(going()).toMatchObject({ kind: 'uploading', document: { file_name: 'transcript.pdf' } }),
  )
  expect(going()?.note).toBe('We opened your PDF with your password; the copy we keep is not locked.')
  const body = await vi.waitFor(() => {
    const found = sent.mock.calls.flat().find((each) => each instanceof File)
    if (!found) throw new Error('Nothing is sent yet.')
    return found
  })
  expect(await needsPassword(body as File)).toBe(false)
  expect(new TextDecoder('latin1').decode(await (body as File).arrayBuffer())).not.toContain('/Encrypt')
  storage.answers(204)
})
