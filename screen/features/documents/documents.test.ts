// @vitest-environment happy-dom
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { emptyApplication, form, page, text, upload } from '../../../engine/index.ts'
import { CallError } from '../../client/index.ts'
import { createApplicationStore } from '../../fields/index.ts'
import { createDocuments } from './create-documents.ts'
import { fakeStorage } from './fake-storage-for-test.ts'

const visa = upload('visa', 'Visa')
const record = upload('record', 'Record')
const asked = form('1', [page('about', 'About', [text('name', 'Name'), visa, record])])
const png = new File(['x'.repeat(1000)], 'visa.png')
const stored = { visa: { file_name: 'visa.png', file_size: 1000 } }
const DEFAULT = 'Your file could not be converted. Please try another file.'

/** What the server says to each call, in its turn; the last is said again. */
type Answers = Record<string, readonly [object | Error, ...(object | Error)[]]>
const usual: Answers = {
  'POST /api/presigned-url': [{ url: '/uploads', fields: { key: 'k-1', policy: 'p' } }],
  'POST /api/pdf/document-answer/visa': [{ status: 'UNPROCESSED' }],
  'GET /api/pdf/document-answer/visa': [{ status: 'UNPROCESSED' }, { status: 'IN_PROGRESS' }, { status: 'COMPLETED' }],
  'GET /api/document-answer': [stored],
}

let said: string[]
// Fetched with the first document, which takes longer than faked time.
beforeAll(() => import('./document-work.ts'))
let storage: ReturnType<typeof fakeStorage>
beforeEach(() => {
  vi.useFakeTimers()
  said = []
  storage = fakeStorage(() => said.push('POST /uploads'))
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})
const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds)
const refusal = (code: string, status: number, headers = {}) =>
  new Response(JSON.stringify({ message: `${code}!`, code }), {
    status,
    headers: { 'content-type': 'application/json', ...headers },
  })
const polls = () => said.filter((each) => each === 'GET /api/pdf/document-answer/visa').length

function made(answers: Answers = {}, save = async () => {}) {
  const left = new Map<string, (object | Error)[]>()
  for (const [name, list] of Object.entries({ ...usual, ...answers })) left.set(name, [...list])
  vi.stubGlobal('fetch', async (path: string, { method }: RequestInit) => {
    const name = `${method} ${path}`
    said.push(name)
    const list = left.get(name) ?? [{ message: 'Done.' }]
    const answer = await (list.length > 1 ? list.shift() : list[0])
    if (answer instanceof Error) throw answer
    if (answer instanceof Response) return answer.clone()
    return new Response(JSON.stringify(answer), { headers: { 'content-type': 'application/json' } })
  })
  const store = createApplicationStore({ form: asked, application: emptyApplication, today: '2026-11-21' })
  const saved = vi.fn(async () => {
    said.push('save')
    await save()
  })
  const documents = createDocuments({ form: asked, store, save: saved })
  const toasts: { title: string; text: string; onClose: () => void }[] = []
  documents.onFailure((failure) => {
    toasts.push(failure)
    return () => toasts.splice(toasts.indexOf(failure), 1)
  })
  return { store, documents, toasts, going: () => documents.uploadOf('visa') }
}

describe('an upload', () => {
  test('[4.upload.1] [4.upload.2] [4.upload.3] saves and asks for permission together, sends the file, has it converted', async () => {
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
    expect(said.toSorted()).toEqual(['POST /api/presigned-url', 'save']) // neither waits for the other
    permit()
    await pass(0)
    expect(said).toHaveLength(2)
    save()
    await pass(0)
    expect(said.slice(2)).toEqual(['POST /uploads'])
    storage.sends(400, 1000)
    expect(going()).toMatchObject({ kind: 'uploading', share: 0.4 })
    storage.answers(204)
    await pass(0)
    expect(said.slice(3)).toEqual(['POST /api/pdf/document-answer/visa'])
    expect(going()).toMatchObject({ kind: 'converting', document: stored.visa })
  })

  test('[7.storage.1] the form that is sent holds the fields first and the file last', async () => {
    const { documents } = made()
    void documents.attach(visa, png)
    await pass(0)
    expect([storage.url(), storage.form()]).toEqual(['/uploads', ['key=k-1', 'policy=p', 'file=visa.png, 1000 bytes']])
  })

  test('[4.upload.4] [4.upload.5] [9.polling.1] is asked about every 2000 ms until it is done, and then answers its question', async () => {
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
      expect(polls()).toBe(count)
    }
    expect(store.current()).toMatchObject({ answer: { visa: 'ANSWERED' }, document_answer: stored })
    expect([going(), documents.isOnItsWay(['visa'])]).toEqual([undefined, false])
  })

  test.each([
    ['[4.upload.7] [8.conversion.2] its reason', { message: 'Your PDF has a password.' }, 'Your PDF has a password.'],
    ['[4.upload.7] [8.conversion.2] the default message', {}, DEFAULT],
  ])('[4.upload.6] [8.conversion.1] that fails to convert clears the answer and says %s', async (_, said, message) => {
    const { documents, store, toasts, going } = made({
      'GET /api/pdf/document-answer/visa': [{ status: 'FAILED', ...said }],
      'GET /api/document-answer': [{}],
    })
    store.receive({ answer: { visa: 'ANSWERED' } })
    void documents.attach(visa, png)
    await pass(0)
    storage.answers(204)
    await pass(2000)
    expect(going()).toEqual({ kind: 'refused', document: stored.visa, message, file: png })
    expect([store.current().answer.visa, toasts]).toEqual(['', []])
  })

  test.each([
    ['[5.files.2] [9.file.1]', 'big.png', 1_048_577, 'Your file is too large. The maximum file size is 1 MB.'],
    [
      '[5.files.3] [9.file.3]',
      'visa.gif',
      10,
      'You can only enter the following file types: .png, .jpeg, .jpg, .pdf, .docx',
    ],
    [
      '[5.files.4] [9.file.2]',
      `${'v'.repeat(29)}.pdf`,
      10,
      'The name of your file is too long. File name can have a maximum of 32 characters, including the extension.',
    ],
    ['[5.files.5]', 'visa.png', 0, 'Your file is empty. Please upload a non-empty file.'],
  ])('%s of %s, %i bytes, is refused before anything is sent', async (_, name, bytes, message) => {
    const { documents, going } = made()
    await documents.attach(visa, new File(['x'.repeat(bytes)], name))
    expect([going(), said]).toEqual([expect.objectContaining({ kind: 'refused', message }), []])
  })
})

describe('trouble', () => {
  const html = new Response('<p>proxy</p>', { headers: { 'content-type': 'text/html' } })
  const cut = new Response('{"status":"COMP', { headers: { 'content-type': 'application/json' } })

  test.each<[string, object | Error]>([
    ['a fault', refusal('unexpected', 500)],
    ['a page with status 200', html],
    ['a page with status 404', new Response('<p>proxy</p>', { status: 404, headers: { 'content-type': 'text/html' } })],
    ['half a reply', cut],
    ['no reply', new TypeError('No network.')],
  ])(
    'a poll that is answered with %s calls no document lost: it is asked again, and the person is told',
    async (_, bad) => {
      const { documents, toasts, going } = made({
        'GET /api/pdf/document-answer/visa': [bad, bad, bad, { status: 'IN_PROGRESS' }, { status: 'COMPLETED' }],
      })
      void documents.attach(visa, png)
      await pass(0)
      storage.answers(204)
      await pass(4000)
      expect(going()).toEqual({ kind: 'converting', document: stored.visa })
      await pass(2000)
      expect(going()).toEqual({ kind: 'converting', document: stored.visa, isUnclear: true })
      await pass(2000)
      expect(going()).toEqual({ kind: 'converting', document: stored.visa })
      await pass(2000)
      expect([polls(), going(), toasts, said.some((each) => each.startsWith('DELETE'))]).toEqual([
        5,
        undefined,
        [],
        false,
      ])
    },
  )

  test('a list of documents that cannot be read after the conversion is asked for again', async () => {
    const { documents, store } = made({ 'GET /api/document-answer': [refusal('unexpected', 500), stored] })
    void documents.attach(visa, png)
    await pass(0)
    storage.answers(204)
    await pass(8000)
    expect(store.current()).toMatchObject({ answer: { visa: 'ANSWERED' }, document_answer: stored })
  })

  test('a conversion whose beginning was answered with a fault is followed, for it may have begun', async () => {
    const { documents, store, toasts } = made({
      'POST /api/pdf/document-answer/visa': [refusal('unexpected', 502)],
    })
    void documents.attach(visa, png)
    await pass(0)
    storage.answers(204)
    await pass(6000)
    expect([store.current().answer.visa, toasts]).toEqual(['ANSWERED', []])
  })

  test('one that had not begun is told as the failure that it was', async () => {
    const { documents, toasts, going } = made({
      'POST /api/pdf/document-answer/visa': [refusal('unexpected', 502)],
      'GET /api/pdf/document-answer/visa': [{ status: 'NOT_ANSWERED' }],
      'GET /api/document-answer': [{}],
    })
    void documents.attach(visa, png)
    await pass(0)
    storage.answers(204)
    await pass(2000)
    expect(toasts).toMatchObject([{ title: 'Error uploading file for Visa', text: 'unexpected!' }])
    expect(going()).toEqual({ kind: 'failed', document: stored.visa, file: png })
  })

  test('[8.upload.3] closing the toast of a failure deletes no document that is there, and shows it', async () => {
    const { documents, store, toasts } = made({
      'POST /api/presigned-url': [refusal('too_many', 429)],
      'GET /api/pdf/document-answer/visa': [{ status: 'COMPLETED' }],
    })
    await documents.attach(visa, png)
    toasts[0]?.onClose()
    await pass(0)
    expect(said.filter((each) => each.startsWith('DELETE'))).toEqual([])
    expect(store.current()).toMatchObject({ answer: { visa: 'ANSWERED' }, document_answer: stored })
  })

  test.each<[string, Answers, number]>([
    [
      'a server that is busy is asked when it wants to be',
      { busy: [refusal('busy', 503, { 'retry-after': '7' })] },
      7000,
    ],
    ['a line that is broken is asked over again', { offline: [new TypeError('No network.')] }, 2000],
  ])('%s: the conversion goes on', async (_, { busy, offline }, pause) => {
    const trouble = (busy ?? offline)?.[0] ?? {}
    const { documents, toasts, going } = made({
      'GET /api/pdf/document-answer/visa': [trouble, { status: 'COMPLETED' }],
    })
    void documents.attach(visa, png)
    await pass(0)
    storage.answers(204)
    await pass(2000)
    expect([polls(), going()?.kind]).toEqual([1, 'converting'])
    await pass(pause - 1)
    expect(polls()).toBe(1)
    await pass(1)
    expect([polls(), going(), toasts]).toEqual([2, undefined, []])
  })

  test.each<[string, Answers, number, string]>([
    ['the permission', { 'POST /api/presigned-url': [refusal('too_many', 429)] }, 204, 'too_many!'],
    ['the storage', {}, 403, 'This upload is not allowed or has expired. Please choose the file again.'],
    ['the conversion', { 'POST /api/pdf/document-answer/visa': [refusal('no_file', 400)] }, 204, 'no_file!'],
    [
      'the poll',
      { 'GET /api/pdf/document-answer/visa': [refusal('not_found', 404), { status: 'FAILED' }] },
      204,
      'not_found!',
    ],
  ])(
    '[8.upload.1] [8.upload.2] [8.upload.3] %s refuses: a toast tells it, and reading it clears error and conversion',
    async (_, answers, status, text) => {
      const { documents, toasts, going } = made({
        'GET /api/pdf/document-answer/visa': [{ status: 'NOT_ANSWERED' }],
        ...answers,
      })
      void documents.attach(visa, png)
      await pass(0)
      storage.answers(status)
      await pass(2000)
      expect(toasts).toMatchObject([{ title: 'Error uploading file for Visa', text }])
      expect(going()).toEqual({ kind: 'failed', document: stored.visa, file: png })
      toasts[0]?.onClose()
      await pass(0)
      expect([going(), said.at(-1)]).toEqual([undefined, 'DELETE /api/pdf/document-answer/visa'])
    },
  )

  test('the storage is out of reach: the same, and sending it again takes the toast away and deletes nothing', async () => {
    const { documents, toasts, going } = made()
    void documents.attach(visa, png)
    await pass(0)
    storage.breaks()
    await pass(0)
    expect(toasts[0]?.text).toBe('The server cannot be reached. Please check your connection and try again.')
    void documents.attach(visa, png)
    await pass(0)
    storage.answers(204)
    await pass(6000)
    expect([toasts, going(), said.some((each) => each.startsWith('DELETE'))]).toEqual([[], undefined, false])
  })

  test('what cannot be saved first is not sent', async () => {
    const { documents, toasts } = made({}, async () => {
      throw new CallError('offline', 0, 'Your answers could not be saved first. Please try again.')
    })
    await documents.attach(visa, png)
    expect(toasts[0]?.text).toBe('Your answers could not be saved first. Please try again.')
    expect(said).not.toContain('POST /uploads')
  })

  test.each([
    [401, 'unauthorized'],
    [409, 'already_submitted'],
  ])('[8.unauthorized.1] %i, %s is not for this place to tell', async (status, code) => {
    const { documents, toasts } = made({ 'POST /api/presigned-url': [refusal(code, status)] })
    await expect(documents.attach(visa, png)).rejects.toMatchObject({ code })
    expect(toasts).toEqual([])
  })

  test('a person who leaves takes everything along', async () => {
    const { documents, store, toasts, going } = made()
    void documents.attach(visa, png)
    await pass(0)
    documents.empty()
    expect(storage.isAborted()).toBe(true)
    await pass(0)
    void documents.attach(visa, png)
    await pass(0)
    storage.answers(204)
    await pass(0)
    documents.empty()
    await pass(10_000)
    expect([going(), polls(), toasts, store.current()]).toEqual([undefined, 0, [], emptyApplication])
  })
})

test('[4.upload.4] a conversion that was left unsettled is followed to its end; keys without a document are none', async () => {
  const { documents, store, going } = made({
    'GET /api/pdf/document-answer/visa': [{ status: 'IN_PROGRESS' }, { status: 'COMPLETED' }],
  })
  await documents.follow({ ...stored, name: { file_name: 'x', file_size: 1 } })
  await pass(0)
  expect([polls(), going()]).toEqual([1, { kind: 'converting', document: stored.visa }]) // asked at once
  await pass(2000)
  expect([going(), store.current().answer.visa]).toEqual([undefined, 'ANSWERED'])
  expect(said.filter((each) => each.endsWith('/name'))).toEqual([])
})

test('a conversion that failed while nobody looked says so', async () => {
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

  test('[4.upload.9] [4.upload.13] is deleted with its answer, and meanwhile is on its way', async () => {
    const { documents, store, going } = withVisa()
    const over = documents.remove(visa)
    await pass(0)
    await over
    expect(said).toEqual(['DELETE /api/document-answer/visa'])
    expect(store.current()).toMatchObject({ answer: { visa: '', name: 'Maya' }, document_answer: {} })
    expect([store.current().document_answer, going()]).toEqual([{}, undefined])
  })

  test('that cannot be deleted is still there, and the error is worded for the person', async () => {
    const { documents, store, going } = withVisa({ 'DELETE /api/document-answer/visa': [refusal('busy', 503)] })
    await expect(documents.remove(visa)).rejects.toMatchObject({ title: 'Error deleting file for Visa' })
    expect([store.current().document_answer, going()]).toEqual([stored, undefined])
  })

  test('can be had by a link that the server has just made', async () => {
    const { documents } = withVisa({
      'GET /api/pdf/document-answer/visa': [{ status: 'COMPLETED', url: '/documents/1' }],
    })
    expect(await documents.addressOf(visa)).toBe('/documents/1')
  })

  test('that another tab has deleted is gone here too, once it is asked for', async () => {
    const { documents, store } = withVisa({
      'GET /api/pdf/document-answer/visa': [{ status: 'NOT_ANSWERED' }],
      'GET /api/document-answer': [{}],
    })
    expect(await documents.addressOf(visa)).toBeUndefined()
    expect(store.current()).toMatchObject({ answer: { visa: '' }, document_answer: {} })
  })

  test('that cannot be had is an error in words', async () => {
    const { documents } = withVisa({ 'GET /api/pdf/document-answer/visa': [refusal('busy', 503)] })
    await expect(documents.addressOf(visa)).rejects.toMatchObject({ title: 'Error downloading file for Visa' })
  })

  test('[4.tabs.6] [8.tabs.3] several are cleared with what was said of others; one that stays is told', async () => {
    const { documents, store } = withVisa()
    await documents.attach(record, new File([], 'record.pdf'))
    expect(await documents.clear(['name', 'visa', 'record'])).toBe(true)
    expect([store.current().document_answer, documents.uploadOf('record')]).toEqual([{}, undefined])
    const failing = withVisa({ 'DELETE /api/document-answer/visa': [refusal('unexpected', 500)] })
    expect(await failing.documents.clear(['visa'])).toBe(false)
  })

  test('nothing to clear asks nobody', async () => {
    const { documents } = made()
    expect([await documents.clear(['name', 'visa']), said]).toEqual([true, []])
  })
})

test('[8.tabs.2] a reload takes documents and conversions from the server, and follows what is running', async () => {
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
  expect(store.current()).toMatchObject({ answer: { record: 'ANSWERED', visa: '' } })
  expect(going()?.kind).toBe('converting')
  await pass(2000)
  expect(store.current().answer).toMatchObject({ visa: 'ANSWERED' })
})

test('a reload does not follow twice what is followed already', async () => {
  const { documents } = made({ 'GET /api/pdf/document-answer/visa': [{ status: 'IN_PROGRESS' }] })
  await documents.follow(stored)
  await pass(0)
  await documents.reload(['visa'])
  expect(polls()).toBe(2) // one of the conversion, one of the reload
  await pass(2000)
  expect(polls()).toBe(3)
})
