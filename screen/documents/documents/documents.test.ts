// @vitest-environment happy-dom

import { describe, expect, test } from 'vitest'
import { empty } from '../../../testing/empty.ts'
import { proves } from '../../../testing/proves.ts'
import {
  type Answers,
  bodies,
  made,
  pass,
  png,
  polls,
  refusal,
  requests,
  saidFor,
  storage,
  stored,
  visa,
} from './documents-for-test.ts'

const DEFAULT = 'We couldn’t convert your file. Please save or print it as a new PDF and upload that file.'

test('every call about a document is made for the account in this tab', async () => {
  const { documents, toasts } = made({
    'GET /api/pdf/document-answer/visa': [
      { status: 'UNPROCESSED' },
      { status: 'COMPLETED' },
      { status: 'COMPLETED', url: '/d' },
      { status: 'COMPLETED' },
      { status: 'NOT_ANSWERED' },
    ],
    'POST /api/presigned-url': [{ url: '/uploads', fields: { key: 'k-1', policy: 'p' } }, refusal('unexpected', 500)],
  })
  void documents.attach(visa, png)
  await pass(0)
  storage.answers(204)
  await pass(4000)
  expect(await documents.addressOf(visa)).toBe('/d')
  await documents.reload(['visa'])
  await documents.remove(visa)
  await documents.attach(visa, png)
  toasts[0]?.onClose()
  await pass(0)
  const calls = requests.filter((each) => each.includes('/api/'))
  expect(new Set(calls.map((each) => each.replace(/ \/api.*(answer|url).*/, ' $1')))).toEqual(
    new Set(['POST url', 'POST answer', 'GET answer', 'DELETE answer']),
  )
  expect(calls.length).toBeGreaterThan(9)
  expect(saidFor).toEqual(calls.map(() => 'maya'))
})

describe('an upload', () => {
  test('saves and requests permission together, then sends the file, then requests the conversion', async () => {
    let save = () => {}
    let permit = () => {}
    const permission = new Promise<object>((resolve) => {
      permit = () => resolve({ url: '/uploads', fields: { key: 'k-1' } })
    })
    const { documents, going } = made(
      { 'POST /api/presigned-url': [permission] },
      () => new Promise((resolve) => (save = () => resolve())),
    )
    void documents.attach(visa, png)
    await pass(0)
    expect(going()).toMatchObject({ kind: 'uploading', share: 0, document: stored.visa })
    expect(requests.toSorted(), proves('4.upload.1')).toEqual(['POST /api/presigned-url', 'save']) // neither waits for the other
    permit()
    await pass(0)
    expect(requests).toHaveLength(2)
    save()
    await pass(0)
    expect([requests.slice(2), storage.url()], proves('4.upload.2')).toEqual([['POST /uploads'], '/uploads'])
    storage.sends(400, 1000)
    expect(going()).toMatchObject({ kind: 'uploading', share: 0.4 })
    storage.answers(204)
    await pass(0)
    expect(requests.slice(3), proves('4.upload.3')).toEqual(['POST /api/pdf/document-answer/visa'])
    expect(going()).toMatchObject({ kind: 'converting', document: stored.visa })
  })

  test('the form that is sent holds the fields first and the file last', async () => {
    const { documents } = made()
    void documents.attach(visa, png)
    await pass(0)
    expect([storage.method(), storage.url(), storage.form()], proves('7.storage.1')).toEqual([
      'POST',
      '/uploads',
      ['key=k-1', 'policy=p', 'file=visa.png, 1000 bytes'],
    ])
  })

  test('is polled every 2000 ms until it is converted, and then answers its question', async () => {
    const { documents, store, going } = made()
    void documents.attach(visa, png)
    await pass(0)
    storage.answers(204)
    for (const [milliseconds, count] of [
      [1999, 0],
      [1, 1],
      [1999, 1],
      [1, 2],
      [2000, 3],
      [60_000, 3],
    ] as const) {
      await pass(milliseconds)
      expect(polls(), proves('4.upload.4', '9.polling.1')).toBe(count)
    }
    expect(store.current(), proves('4.upload.5')).toMatchObject({
      answer: { visa: 'ANSWERED' },
      document_answer: stored,
    })
    expect([going(), documents.isUploading(['visa'])]).toEqual([undefined, false])
  })

  test.each([
    ['its reason', { message: 'Your PDF has a password.' }, 'Your PDF has a password.'],
    ['the default message', {}, DEFAULT],
  ])('that fails to convert clears the answer and shows %s', async (_, reply, message) => {
    const { documents, store, toasts, going } = made({
      'GET /api/pdf/document-answer/visa': [{ status: 'FAILED', ...reply }],
      'GET /api/document-answer': [{}],
    })
    store.receive({ answer: { visa: 'ANSWERED' } })
    void documents.attach(visa, png)
    await pass(0)
    storage.answers(204)
    await pass(2000)
    const refused = { kind: 'refused', document: stored.visa, message, file: png }
    expect(going(), proves('4.upload.7', '8.conversion.2')).toEqual(refused)
    expect(store.current().answer.visa, proves('4.upload.6', '8.conversion.1')).toBe('')
    expect(toasts).toEqual([])
  })

  test.each([
    ['big.png', 1_048_577, 'Your file is too large. The maximum file size is 1 MB.', ['5.files.2', '9.file.1']],
    [
      'visa.gif',
      10,
      'You can only enter the following file types: .png, .jpeg, .jpg, .pdf, .docx',
      ['5.files.3', '9.file.3'],
    ],
    ['visa.png', 0, 'Your file is empty. Please upload a non-empty file.', ['5.files.5']],
  ])('of %s, %i bytes, is refused before anything is sent', async (name, bytes, message, ids) => {
    const { documents, going } = made()
    await documents.attach(visa, new File(['x'.repeat(bytes)], name))
    expect([going(), requests], proves(...ids)).toEqual([expect.objectContaining({ kind: 'refused', message }), []])
  })
})

test('a name that is too long is sent and shown shorter, and this is said', async () => {
  const short = { file_name: 'Screenshot 2026-11-27 at.png', file_size: 1 }
  const { documents, store, going } = made({ 'GET /api/document-answer': [{ visa: short }] })
  void documents.attach(visa, new File(['x'], 'Screenshot 2026-11-27 at 5.06.12 PM.png'))
  await pass(0)
  const note = 'We shortened the name to \u2068Screenshot 2026-11-27 at.png\u2069.'
  expect(going()).toEqual({ kind: 'uploading', document: short, share: 0, note })
  storage.answers(204)
  await pass(6000)
  expect([storage.form()?.at(-1), bodies.get('POST /api/pdf/document-answer/visa'), going()]).toEqual([
    'file=Screenshot 2026-11-27 at.png, 1 bytes',
    { file_key: 'k-1', file_name: short.file_name },
    { kind: 'attached', document: short, note },
  ])
  expect(store.current().document_answer).toEqual({ visa: short })
})

test('an unfinished conversion is followed to its end; a key without a document is not', async () => {
  const { documents, store, going } = made({
    'GET /api/pdf/document-answer/visa': [{ status: 'IN_PROGRESS' }, { status: 'COMPLETED' }],
  })
  await documents.follow({ ...stored, name: { file_name: 'x', file_size: 1 } })
  await pass(0)
  expect([polls(), going()]).toEqual([1, { kind: 'converting', document: stored.visa }]) // requested at once
  await pass(2000)
  expect([going(), store.current().answer.visa], proves('4.upload.4')).toEqual([undefined, 'ANSWERED'])
  expect(requests.filter((each) => each.endsWith('/name'))).toEqual([])
})

test('a conversion that failed in the meantime is shown as failed', async () => {
  const { documents, going } = made({
    'GET /api/pdf/document-answer/visa': [{ status: 'FAILED', message: 'Your PDF is broken.' }],
    'GET /api/document-answer': [{}],
  })
  await documents.follow(stored)
  await pass(0)
  expect(going()).toMatchObject({ kind: 'refused', message: 'Your PDF is broken.', file: undefined })
})

describe('a stored document', () => {
  const withVisa = (answers?: Answers) => {
    const given = made(answers)
    given.store.receive({ answer: { visa: 'ANSWERED', name: 'Maya' }, document_answer: stored })
    return given
  }

  test('is deleted with its answer, and is shown as being deleted meanwhile', async () => {
    let answer = (_: object) => {}
    const answered = new Promise<object>((resolve) => {
      answer = resolve
    })
    const { documents, store, going } = withVisa({ 'DELETE /api/document-answer/visa': [answered] })
    const over = documents.remove(visa)
    await pass(0)
    expect(requests).toEqual(['DELETE /api/document-answer/visa'])
    expect(going(), proves('4.upload.9')).toEqual({ kind: 'deleting', document: stored.visa })
    answer({ message: 'Done.' })
    await over
    expect(store.current()).toMatchObject({ answer: { visa: '', name: 'Maya' }, document_answer: empty })
    expect([store.current().document_answer, going()]).toEqual([{}, undefined])
  })

  test('that cannot be deleted is still there, and the error names the field', async () => {
    const { documents, store, going } = withVisa({ 'DELETE /api/document-answer/visa': [refusal('busy', 503)] })
    await expect(documents.remove(visa)).rejects.toMatchObject({ title: 'Error deleting file for Visa' })
    expect([store.current().document_answer, going()]).toEqual([stored, undefined])
  })

  test('is opened with a new link from the server', async () => {
    const { documents } = withVisa({
      'GET /api/pdf/document-answer/visa': [{ status: 'COMPLETED', url: '/documents/1' }],
    })
    expect(await documents.addressOf(visa)).toBe('/documents/1')
  })

  test('that another tab has deleted disappears here once it is requested', async () => {
    const { documents, store } = withVisa({
      'GET /api/pdf/document-answer/visa': [{ status: 'NOT_ANSWERED' }],
      'GET /api/document-answer': [{}],
    })
    expect(await documents.addressOf(visa)).toBeUndefined()
    expect(store.current()).toMatchObject({ answer: { visa: '' }, document_answer: empty })
  })

  test('that cannot be downloaded is an error that names the field', async () => {
    const { documents } = withVisa({ 'GET /api/pdf/document-answer/visa': [refusal('busy', 503)] })
    await expect(documents.addressOf(visa)).rejects.toMatchObject({ title: 'Error downloading file for Visa' })
  })
})

test('a reload takes documents and conversions from the server, and follows what is running', async () => {
  const { documents, store, going } = made({
    'GET /api/document-answer': [{ record: stored.visa }, stored],
    'GET /api/pdf/document-answer/record': [{ status: 'COMPLETED' }],
    'GET /api/pdf/document-answer/visa': [
      { status: 'IN_PROGRESS' },
      { status: 'IN_PROGRESS' },
      { status: 'COMPLETED' },
    ],
  })
  await documents.reload(['name', 'visa', 'record'])
  expect(store.current(), proves('8.tabs.2')).toMatchObject({ answer: { record: 'ANSWERED', visa: '' } })
  expect(going()?.kind, proves('8.tabs.2')).toBe('converting')
  await pass(2000)
  expect(store.current().answer).toMatchObject({ visa: 'ANSWERED' })
})

test('a reload does not follow the same conversion twice', async () => {
  const { documents } = made({ 'GET /api/pdf/document-answer/visa': [{ status: 'IN_PROGRESS' }] })
  await documents.follow(stored)
  await pass(0)
  await documents.reload(['visa'])
  expect(polls()).toBe(2) // one by the conversion, one by the reload
  await pass(2000)
  expect(polls()).toBe(3)
})
