// @vitest-environment happy-dom
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { emptyApplication } from '../../../engine/index.ts'
import { proves } from '../../../testing/proves.ts'
import { CallError } from '../../client/index.ts'
import { WaitLine } from '../../parts/index.ts'
import { type Answers, made, pass, png, polls, refusal, requests, storage, stored, visa } from './documents-for-test.ts'

/** What the line at the bottom of every page says. */
const told = () => renderToStaticMarkup(createElement(WaitLine)).replaceAll(/<[^>]*>/g, '')
const posts = () => requests.filter((each) => each === 'POST /uploads').length

describe('failures', () => {
  const html = new Response('<p>proxy</p>', { headers: { 'content-type': 'text/html' } })
  const cut = new Response('{"status":"COMP', { headers: { 'content-type': 'application/json' } })

  test.each<[string, object | Error]>([
    ['a fault', refusal('unexpected', 500)],
    ['a page with status 200', html],
    ['a page with status 404', new Response('<p>proxy</p>', { status: 404, headers: { 'content-type': 'text/html' } })],
    ['half a reply', cut],
    ['no reply', new TypeError('No network.')],
  ])(
    'after a poll that is answered with %s no document counts as lost: it is polled again, and the applicant is told',
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
      expect([polls(), going(), toasts, requests.some((each) => each.startsWith('DELETE'))]).toEqual([
        5,
        undefined,
        [],
        false,
      ])
    },
  )

  test('a list of documents that cannot be read after the conversion is requested again', async () => {
    const { documents, store } = made({ 'GET /api/document-answer': [refusal('unexpected', 500), stored] })
    void documents.attach(visa, png)
    await pass(0)
    storage.answers(204)
    await pass(8000)
    expect(store.current()).toMatchObject({ answer: { visa: 'ANSWERED' }, document_answer: stored })
  })

  test('a conversion whose start failed with an error is followed, because it may have started', async () => {
    const { documents, store, toasts } = made({
      'POST /api/pdf/document-answer/visa': [refusal('unexpected', 502)],
    })
    void documents.attach(visa, png)
    await pass(0)
    storage.answers(204)
    await pass(6000)
    expect([store.current().answer.visa, toasts]).toEqual(['ANSWERED', []])
  })

  test('a conversion that had not started is shown as failed', async () => {
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

  test('closing the toast of a failure keeps a document that has arrived, and shows it', async () => {
    const { documents, store, toasts } = made({
      'POST /api/presigned-url': [refusal('too_many', 429)],
      'GET /api/pdf/document-answer/visa': [{ status: 'COMPLETED' }],
    })
    await documents.attach(visa, png)
    toasts[0]?.onClose()
    await pass(0)
    expect(requests.filter((each) => each.startsWith('DELETE'))).toEqual([])
    expect(store.current()).toMatchObject({ answer: { visa: 'ANSWERED' }, document_answer: stored })
  })

  test.each<[string, Answers, number]>([
    ['a busy server is asked again when it says', { busy: [refusal('busy', 503, { 'retry-after': '7' })] }, 7000],
    ['after a lost connection the server is asked again', { offline: [new TypeError('No network.')] }, 2000],
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
  ])('%s refuses: a toast says so, and closing it clears error and conversion', async (_, answers, status, text) => {
    const { documents, toasts, going } = made({
      'GET /api/pdf/document-answer/visa': [{ status: 'NOT_ANSWERED' }],
      ...answers,
    })
    void documents.attach(visa, png)
    await pass(0)
    storage.answers(status)
    await pass(2000)
    expect(toasts, proves('8.upload.1')).toMatchObject([{ title: 'Error uploading file for Visa', text }])
    expect(going()).toEqual({ kind: 'failed', document: stored.visa, file: png })
    toasts[0]?.onClose()
    await pass(0)
    expect(going(), proves('8.upload.2')).toBeUndefined()
    expect(requests.at(-1), proves('8.upload.3')).toBe('DELETE /api/pdf/document-answer/visa')
  })

  test('a storage that cannot be reached shows a toast; sending the file again closes it and deletes nothing', async () => {
    const { documents, toasts, going } = made()
    void documents.attach(visa, png)
    await pass(0)
    storage.breaks()
    await pass(0)
    expect(toasts[0]?.text).toBe('We can’t reach the server. Please check your connection and try again.')
    void documents.attach(visa, png)
    await pass(0)
    storage.answers(204)
    await pass(6000)
    expect([toasts, going(), requests.some((each) => each.startsWith('DELETE'))]).toEqual([[], undefined, false])
  })

  test('a busy storage is tried again after the delay it sends, three times, with the whole form', async () => {
    const { documents, toasts, going } = made()
    void documents.attach(visa, png)
    await pass(0)
    for (const count of [1, 2, 3]) {
      storage.answers(503, '4')
      await pass(3999)
      expect([posts(), going()?.kind]).toEqual([count, 'uploading'])
      await pass(1)
      expect([posts(), storage.form()?.length]).toEqual([count + 1, 3])
    }
    storage.answers(503, '4')
    await pass(60_000)
    expect([posts(), toasts.map(({ text }) => text)]).toEqual([
      4,
      ['We’re very busy right now. Please try again in a moment.'],
    ])
  })

  test('a busy storage that does not say when is tried again after five seconds, and the person is told', async () => {
    const { documents, toasts, going } = made()
    void documents.attach(visa, png)
    await pass(0)
    expect(told()).toBe('')
    storage.answers(503)
    await pass(4999)
    expect([posts(), going()?.kind, told()]).toEqual([1, 'uploading', 'We’re very busy right now. Trying again…'])
    await pass(1)
    expect([posts(), told()]).toEqual([2, ''])
    storage.answers(204)
    await pass(6000)
    expect([toasts, going()]).toEqual([[], undefined])
  })

  test.each([500, 502, 504])('a storage that fails with %i is not asked again by itself', async (status) => {
    const { documents, going } = made()
    void documents.attach(visa, png)
    await pass(0)
    storage.answers(status, '4')
    await pass(60_000)
    expect([posts(), going()?.kind]).toEqual([1, 'failed'])
  })

  test('nothing is sent for an applicant who left while the storage was busy', async () => {
    const { documents } = made()
    void documents.attach(visa, png)
    await pass(0)
    storage.answers(503, '4')
    await pass(0)
    documents.empty()
    await pass(10_000)
    expect(requests.filter((each) => each === 'POST /uploads')).toHaveLength(1)
  })

  test('nothing is sent while answers cannot be saved', async () => {
    const { documents, toasts } = made({}, async () => {
      throw new CallError('offline', 0, 'We couldn’t save your answers first. Please try again.')
    })
    await documents.attach(visa, png)
    expect(toasts[0]?.text).toBe('We couldn’t save your answers first. Please try again.')
    expect(requests).not.toContain('POST /uploads')
  })

  test.each([
    [401, 'unauthorized'],
    [409, 'already_submitted'],
  ])('%i, %s is passed on, not shown here', async (status, code) => {
    const { documents, toasts } = made({ 'POST /api/presigned-url': [refusal(code, status)] })
    await expect(documents.attach(visa, png)).rejects.toMatchObject({ code })
    expect(toasts).toEqual([])
  })

  test('all documents of an applicant who leaves are forgotten', async () => {
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
