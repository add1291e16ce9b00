// @vitest-environment happy-dom
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { fileLimitsOf } from '../../../api/browser.ts'
import { proves } from '../../../testing/proves.ts'
import type { Upload } from '../../fields/index.ts'
import { type Answers, made, pass, png, polls, refusal, requests, storage, stored, visa } from './documents-for-test.ts'

const joinPages = vi.hoisted(() => vi.fn<typeof import('./join-pages.ts').joinPages>())
const decodeHeic = vi.hoisted(() => vi.fn())
vi.mock('./decode-heic.ts', () => ({ decodeHeic }))
vi.mock('./join-pages.ts', () => ({ joinPages }))

describe('a photo over the limit', () => {
  const photo = Object.defineProperty(new File(['x'], 'IMG_2041.jpeg'), 'size', { value: 3_000_000 })
  const note = 'We made your photo smaller: 586 KB.'
  const smaller = { file_name: 'IMG_2041.jpg', file_size: 600_000 }
  /** A browser whose JPEGs have this size, once `end` is called. */
  const browser = (size: number) => {
    let end = () => {}
    const decoding = new Promise<void>((resolve) => (end = resolve))
    vi.stubGlobal('createImageBitmap', async () => {
      await decoding
      return { width: 4000, height: 3000, close: () => {} }
    })
    vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((say) => say(new Blob(['x'.repeat(size)])))
    return { end }
  }

  test('is made smaller by itself and uploaded, and its new size is shown to the end', async () => {
    const { end } = browser(600_000)
    const { documents, going, store } = made({ 'GET /api/document-answer': [{ visa: smaller }] })
    void documents.attach(visa, photo)
    await pass(0)
    expect([going(), requests, documents.isUploading(['visa'])]).toEqual([
      { kind: 'preparing', work: 'photo', document: { file_name: 'IMG_2041.jpeg', file_size: 3_000_000 } },
      [],
      true,
    ])
    end()
    await pass(0)
    expect(going()).toEqual({ kind: 'uploading', document: smaller, share: 0, note })
    expect(storage.form()).toContain('file=IMG_2041.jpg, 600000 bytes')
    storage.answers(204)
    await pass(0)
    expect(going()).toEqual({ kind: 'converting', document: smaller, note })
    await pass(6000)
    expect([going(), documents.isUploading(['visa'])]).toEqual([
      { kind: 'attached', document: smaller, note, file: photo },
      false,
    ])
    await documents.remove(visa)
    expect([going(), store.current().document_answer]).toEqual([undefined, {}])
  })

  test('with a long name is sent under a shorter one, beside what was made of it', async () => {
    browser(600_000).end()
    const { documents, going } = made()
    for (const name of ['Screenshot 2026-11-27 at 5.06.12 PM.png', 'Screenshot 2026-11-27 at 5.06.12 PM.heic']) {
      void documents.attach(visa, Object.defineProperty(new File(['x'], name), 'size', { value: 3_000_000 }))
      await pass(0)
      expect(going()).toMatchObject({
        document: { file_name: 'Screenshot 2026-11-27 at.jpg' },
        note: expect.stringMatching(/586 KB\. We shortened the name to \u2068Screenshot 2026-11-27 at\.jpg\u2069\.$/),
      })
      documents.empty()
    }
  })

  test('that stays too large is refused with the sentence for large files, and with what to do', async () => {
    browser(2_000_000).end()
    const { documents, going } = made()
    await documents.attach(visa, photo)
    expect(going(), proves('5.files.2')).toMatchObject({
      kind: 'refused',
      message: 'Your file is too large. The maximum file size is 1 MB.',
      advice: expect.stringContaining('Take the photo again'),
      file: photo,
    })
    expect(requests).toEqual([])
  })

  test('or is HEIC becomes a JPEG, or is refused with the exact steps', async () => {
    browser(600_000).end()
    const heic = new File(['x'], 'IMG_2041.HEIC')
    const { documents, going } = made()
    void documents.attach(visa, heic)
    await pass(0)
    const turned = 'We turned your photo into a JPEG: 586 KB.'
    expect(going()).toEqual({ kind: 'uploading', document: smaller, share: 0, note: turned })
    documents.empty()
    decodeHeic.mockResolvedValue(undefined)
    vi.stubGlobal('createImageBitmap', () => Promise.reject(new Error('No picture.')))
    await documents.attach(visa, heic)
    expect(going(), proves('5.files.3')).toMatchObject({
      kind: 'refused',
      message: 'You can only enter the following file types: .png, .jpeg, .jpg, .pdf, .docx',
      advice: expect.stringMatching(/^On an iPhone, hold the photo in the Files app,/),
    })
    await documents.attach(visa, heic, new File(['x'], 'IMG_2042.heif'))
    expect(going()).toMatchObject({
      message: expect.stringMatching(/^\u2068IMG_2041\.HEIC\u2069 was not added\. On an iPhone/),
    })
  })

  test('or is HEIC under the name of a JPEG becomes one, or is refused with the exact steps', async () => {
    browser(600_000).end()
    const heic = new File([readFileSync(join(import.meta.dirname, '../../../testing/photo.heic'))], 'IMG_2041.jpg')
    const { documents, going } = made()
    void documents.attach(visa, heic)
    await pass(0)
    expect(going()).toMatchObject({ kind: 'uploading', note: 'We turned your photo into a JPEG: 586 KB.' })
    documents.empty()
    decodeHeic.mockResolvedValue(undefined)
    vi.stubGlobal('createImageBitmap', () => Promise.reject(new Error('No picture.')))
    await documents.attach(visa, heic)
    expect(going()).toMatchObject({ kind: 'refused', advice: expect.stringMatching(/^On an iPhone/) })
    await documents.attach(visa, heic, heic)
    expect(going()).toMatchObject({
      message: expect.stringMatching(/^\u2068IMG_2041\.jpg\u2069 was not added\. On an iPhone/),
    })
  })

  test('can be canceled while it is made smaller', async () => {
    const { end } = browser(600_000)
    const { documents, going } = made()
    void documents.attach(visa, photo)
    await pass(0)
    await documents.cancel(visa)
    end()
    await pass(10_000)
    expect([going(), requests]).toEqual([undefined, []])
  })
})

test.each([5, 10])(
  'an institution that allows %i MB has its own sentence, and smaller files are sent as they are',
  async (most) => {
    const { documents, going } = made({}, async () => {}, fileLimitsOf(most))
    const pdf = (size: number) => Object.defineProperty(new File(['x'], 'a.pdf'), 'size', { value: size })
    await documents.attach(visa, pdf(most * 1_048_576 + 1))
    expect(going()).toMatchObject({ message: `Your file is too large. The maximum file size is ${most} MB.` })
    void documents.attach(visa, pdf(most * 1_048_576))
    await pass(0)
    expect([going()?.kind, storage.patience()]).toEqual(['uploading', Math.ceil((most * 8_388_608) / 28_000) * 1000])
    documents.empty()
    joinPages.mockResolvedValueOnce(new Uint8Array(7))
    vi.stubGlobal('createImageBitmap', async () => ({ width: 400, height: 300, close: () => {} }))
    await documents.attach(visa, new File(['x'], 'a.png'), new File(['x'], 'b.png'))
    void documents.send(visa)
    await pass(0)
    expect(joinPages.mock.calls.at(-1)?.[1]).toBe(most * 1_048_576)
  },
)

describe('canceling', () => {
  test('an upload stops it, and asks nothing of the server', async () => {
    const { documents, going, toasts } = made()
    void documents.attach(visa, png)
    await pass(0)
    const before = requests.length
    await documents.cancel(visa)
    expect([storage.isAborted(), going()]).toEqual([true, undefined])
    await pass(10_000)
    expect([requests.length, toasts]).toEqual([before, []])
  })

  test('a conversion deletes it on the server, and ends the polls', async () => {
    let reply = () => {}
    const deleted = new Promise<object>((resolve) => {
      reply = () => resolve({ message: 'Done.' })
    })
    const { documents, going, store } = made({
      'GET /api/pdf/document-answer/visa': [{ status: 'IN_PROGRESS' }],
      'DELETE /api/document-answer/visa': [deleted],
    })
    void documents.attach(visa, png)
    await pass(0)
    storage.answers(204)
    await pass(2000)
    const over = documents.cancel(visa)
    await pass(0)
    expect(going()).toEqual({ kind: 'deleting', document: stored.visa })
    reply()
    await over
    await pass(10_000)
    expect([requests.at(-1), going(), polls(), store.current().answer.visa]).toEqual([
      'DELETE /api/document-answer/visa',
      undefined,
      1,
      '',
    ])
  })

  test('waits for a conversion that is just being requested, so that it does not go on unseen', async () => {
    let start = () => {}
    const started = new Promise<object>((resolve) => (start = () => resolve({ status: 'UNPROCESSED' })))
    const { documents, going } = made({ 'POST /api/pdf/document-answer/visa': [started] })
    void documents.attach(visa, png)
    await pass(0)
    storage.answers(204)
    await pass(0)
    void documents.cancel(visa)
    await pass(0)
    expect(requests.at(-1)).toBe('POST /api/pdf/document-answer/visa')
    start()
    await pass(0)
    expect([requests.at(-1), going()]).toEqual(['DELETE /api/document-answer/visa', undefined])
  })

  test('that the server cannot be asked for goes on with the conversion, and the error names the field', async () => {
    const { documents, going, store } = made({ 'DELETE /api/document-answer/visa': [refusal('unexpected', 500)] })
    void documents.attach(visa, png)
    await pass(0)
    storage.answers(204)
    await pass(0)
    await expect(documents.cancel(visa)).rejects.toMatchObject({ title: 'Error deleting file for Visa' })
    expect(going()?.kind).toBe('converting')
    await pass(6000)
    expect([going(), store.current().answer.visa]).toEqual([undefined, 'ANSWERED'])
  })
})

describe('several files', () => {
  const picture = (name: string) => new File(['x'], name)
  const [front, back] = [picture('front.png'), picture('back.jpg')]
  const note = 'We made one PDF of your 2 pages: 7 bytes.'
  const joined = { file_name: 'front.pdf', file_size: 7 }
  const names = (upload: Upload | undefined) => upload?.pages?.map(({ file }) => file.name)
  beforeEach(() => {
    joinPages.mockReset()
    joinPages.mockImplementation(async () => new Uint8Array(7))
    vi.stubGlobal('createImageBitmap', async () => ({ width: 400, height: 300, close: () => {} }))
  })

  test('become pages to arrange, and nothing is sent yet', async () => {
    const { documents, going } = made()
    await documents.attach(visa, front, back)
    expect(going()).toMatchObject({ kind: 'arranging', document: { file_name: 'front.pdf', file_size: 2 } })
    expect([names(going()), requests, documents.isUploading(['visa']), documents.isUnsent()]).toEqual([
      ['front.png', 'back.jpg'],
      [],
      true,
      true,
    ])
    await documents.attach(visa, picture('third.png'), picture('notes.txt'))
    expect([names(going()), going()]).toEqual([
      ['front.png', 'back.jpg', 'third.png'],
      expect.objectContaining({
        message: expect.stringMatching(/^\u2068notes\.txt\u2069 was not added\. You can only enter/),
      }),
    ])
    const [first, second, third] = going()?.pages ?? []
    if (!first || !second || !third) throw new Error('Three pages are missing.')
    documents.arrange(visa, [third, first])
    expect([names(going()), going()]).toEqual([
      ['third.png', 'front.png'],
      expect.not.objectContaining({ message: '' }),
    ])
    documents.arrange(visa, [])
    expect([going(), documents.isUnsent()]).toEqual([undefined, false])
  })

  test('are sent as one PDF, by the same steps, and pages can be added afterwards', async () => {
    const { documents, going, store } = made({ 'GET /api/document-answer': [{ visa: joined }] })
    await documents.attach(visa, front, back)
    const pages = going()?.pages ?? []
    void documents.send(visa)
    await pass(0)
    expect(joinPages.mock.calls[0]?.slice(0, 2)).toEqual([pages, 1_048_576])
    expect(going()).toEqual({ kind: 'uploading', document: joined, share: 0, note, pages })
    expect([requests.toSorted(), storage.form()?.at(-1)]).toEqual([
      ['POST /api/presigned-url', 'POST /uploads', 'save'],
      'file=front.pdf, 7 bytes',
    ])
    storage.answers(204)
    await pass(6000)
    expect([going(), store.current().answer.visa, documents.isUnsent()]).toEqual([
      { kind: 'attached', document: joined, note, pages, file: undefined },
      'ANSWERED',
      false,
    ])
    await documents.attach(visa, picture('third.png'))
    expect([going()?.kind, names(going())]).toEqual(['arranging', ['front.png', 'back.jpg', 'third.png']])
    await documents.remove(visa)
    expect(going()).toBeUndefined()
  })

  test('of long names become a PDF with a shorter one, and no name is given twice in an application', async () => {
    const { documents, going, store } = made()
    const others = { record: { file_name: 'Transcript from Flathead.pdf', file_size: 1 } }
    store.receive({ document_answer: others })
    await documents.attach(visa, picture('Transcript from Flathead Valley Community College.jpg'), back)
    void documents.send(visa)
    await pass(0)
    expect(going()).toMatchObject({
      document: { file_name: 'Transcript from Flathead 2.pdf' },
      note: `${note} We shortened the name to \u2068Transcript from Flathead 2.pdf\u2069.`,
    })
  })

  test('that are too large together are still there, with the sentence for large files', async () => {
    joinPages.mockResolvedValueOnce(undefined)
    const { documents, going } = made()
    await documents.attach(visa, front, back)
    await documents.send(visa)
    expect([going(), names(going()), requests], proves('5.files.2')).toEqual([
      expect.objectContaining({
        kind: 'arranging',
        message: expect.stringMatching(/^Your file is too large\. The maximum file size is 1 MB\. .* remove a page\.$/),
      }),
      ['front.png', 'back.jpg'],
      [],
    ])
  })

  test('are there again after Cancel, however far they were', async () => {
    const { documents, going } = made({ 'GET /api/pdf/document-answer/visa': [{ status: 'IN_PROGRESS' }] })
    await documents.attach(visa, front, back)
    let join = () => {}
    joinPages.mockImplementationOnce(() => new Promise((resolve) => (join = () => resolve(new Uint8Array(7)))))
    void documents.send(visa)
    await pass(0)
    expect(going()).toMatchObject({ kind: 'preparing', work: 'joining' })
    await documents.cancel(visa)
    join()
    await pass(0)
    expect([going()?.kind, names(going()), requests]).toEqual(['arranging', ['front.png', 'back.jpg'], []])
    void documents.send(visa)
    await pass(0)
    storage.answers(204)
    await pass(0)
    await documents.cancel(visa)
    expect([going()?.kind, names(going()), requests.at(-1)]).toEqual([
      'arranging',
      ['front.png', 'back.jpg'],
      'DELETE /api/document-answer/visa',
    ])
  })

  test.each([
    ['cannot be uploaded', { 'POST /api/presigned-url': [refusal('too_many', 429)] }],
    ['cannot be converted', { 'GET /api/pdf/document-answer/visa': [{ status: 'FAILED', message: 'No.' }] }],
  ] satisfies [string, Answers][])('that %s are there again', async (_, answers) => {
    const { documents, going } = made({ 'GET /api/document-answer': [{}], ...answers })
    await documents.attach(visa, front, back)
    void documents.send(visa)
    await pass(0)
    storage.answers(204)
    await pass(2000)
    expect([going()?.kind, names(going())]).toEqual(['arranging', ['front.png', 'back.jpg']])
  })

  test('of which none can be a page are refused', async () => {
    const { documents, going } = made()
    await documents.attach(visa, picture('notes.txt'), picture('letter.docx'))
    expect(going()).toMatchObject({
      kind: 'refused',
      message: expect.stringMatching(/^\u2068notes\.txt\u2069 .* \u2068letter\.docx\u2069 /),
    })
  })

  test('a photo that was made smaller can get more pages', async () => {
    const photo = Object.defineProperty(picture('IMG_1.jpeg'), 'size', { value: 3_000_000 })
    vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((say) => say(new Blob(['x'.repeat(10)])))
    const { documents, going } = made()
    void documents.attach(visa, photo)
    await pass(0)
    storage.answers(204)
    await pass(6000)
    await documents.attach(visa, back)
    expect([going()?.kind, names(going())]).toEqual(['arranging', ['IMG_1.jpeg', 'back.jpg']])
  })
})

test('the browser asks before the page is closed while a file is only here, and no longer', async () => {
  const isAsking = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
  const { documents } = made()
  void documents.attach(visa, png)
  await pass(0)
  expect(isAsking()).toBe(true)
  storage.answers(204)
  await pass(0)
  expect(isAsking()).toBe(false)
})
