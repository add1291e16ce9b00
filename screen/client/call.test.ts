// @vitest-environment happy-dom

import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { errors } from '../../api/browser.ts'
import { proves } from '../../testing/proves.ts'
import { call, callOnce } from './call.ts'
import { CallError } from './call-error.ts'
import { speak } from './language.ts'

describe('call', () => {
  const generic = "We've encountered an unexpected error at this time. Please try again later."
  const json = { 'content-type': 'application/json; charset=utf-8' }

  function answering(body: string, status = 200, headers: Record<string, string> = json) {
    const fetched = vi.fn(async (_path: string, _request: RequestInit) => new Response(body, { status, headers }))
    vi.stubGlobal('fetch', fetched)
    return fetched
  }

  const failure = (promise: Promise<unknown>) =>
    promise.then(
      () => 'no error',
      (error: unknown) => (error instanceof CallError ? error : 'another error'),
    )

  afterEach(() => vi.unstubAllGlobals())

  describe('a call', () => {
    test('sends JSON to its path and returns the reply', async () => {
      const fetched = answering('{"message":"Saved.","revision":2}')
      expect(await call('saveAnswers', { first_name: 'Maya' })).toEqual({ message: 'Saved.', revision: 2 })
      expect(fetched, proves('7.all.1', '7.all.2')).toHaveBeenCalledWith(
        '/api/answer',
        expect.objectContaining({
          method: 'PUT',
          body: '{"first_name":"Maya"}',
          headers: expect.objectContaining({ 'Content-Type': 'application/json' }),
        }),
      )
    })

    test('puts the value its path names into the path and sends the rest', async () => {
      const fetched = answering('{"status":"UNPROCESSED"}')
      await call('startConversion', { answer_key: 'a/b', file_key: 'k', file_name: 'visa.pdf' })
      await call('conversion', { answer_key: 'stopintl_copy' })
      expect(fetched.mock.calls.map(([path, { method, body }]) => [method, path, body])).toEqual([
        ['POST', '/api/pdf/document-answer/a%2Fb', '{"file_key":"k","file_name":"visa.pdf"}'],
        ['GET', '/api/pdf/document-answer/stopintl_copy', undefined],
      ])
    })

    test('sends the payload of a GET in the query string', async () => {
      const fetched = answering('[]')
      expect(await call('find', { text: 'A&M', category: 'college_ceeb' })).toEqual([])
      expect(fetched).toHaveBeenCalledWith('/lookup/find?text=A%26M&category=college_ceeb', expect.anything())
      expect(fetched.mock.calls[0]?.[1]).not.toHaveProperty('body')
    })

    test('without a payload, still declares JSON and has no body', async () => {
      const fetched = answering('{"message":"Bye."}')
      await call('logout')
      const request = fetched.mock.calls[0]?.[1]
      expect(request?.headers, proves('7.all.1')).toHaveProperty('Content-Type', 'application/json')
      expect(request).not.toHaveProperty('body')
    })

    test('says the language of its page, which another tab may have changed on the device', async () => {
      const fetched = answering('{"message":"Bye."}')
      for (const language of ['es', 'en']) {
        speak({ language, texts: {} })
        await call('logout')
        expect(fetched.mock.lastCall?.[1].headers).toHaveProperty('page-language', language)
      }
    })

    test('that changes something outlives its page, if it is small; one that reads does not', async () => {
      const fetched = answering('{"message":"Saved.","revision":2}')
      await call('saveLastPage', { last_page: '/about' })
      await call('saveAnswers', { first_name: 'Maya' })
      await call('saveAnswers', { decision_essay: 'x'.repeat(16_000) })
      await call('profile')
      expect(fetched.mock.calls.map(([, { keepalive }]) => keepalive)).toEqual([true, true, undefined, undefined])
    })

    test('puts its parameters into the query string', async () => {
      const fetched = answering('{"answer":{},"expires_at":""}')
      await call('keptAnswers', { token: 'a b&c' })
      expect(fetched).toHaveBeenCalledWith('/public/tmp?token=a+b%26c', expect.objectContaining({ method: 'GET' }))
      expect(fetched.mock.calls[0]?.[1]).not.toHaveProperty('body')
    })
  })

  const notJson = ['7.all.3', '8.not-json.1']

  test.each([
    ['HTML with status 200', notJson, '<p>proxy</p>', 200, { 'content-type': 'text/html' }, 'unexpected', generic],
    ['broken JSON', notJson, '{"message"', 200, json, 'unexpected', generic],
    ['nothing at all', notJson, '', 502, {}, 'unexpected', generic],
    ['a code and a message', ['8.other-status.1'], '{"message":"No.","code":"too_many"}', 429, json, 'too_many', 'No.'],
    ['a message that is not a string', ['8.other-status.2'], '{"message":7}', 500, json, 'unexpected', generic],
    [
      'an unknown code without a message',
      ['8.other-status.2'],
      '{"code":"toString"}',
      418,
      json,
      'unexpected',
      generic,
    ],
    ['401', ['8.unauthorized.1'], '{"message":"Who?"}', 401, json, 'unauthorized', 'Who?'],
    ['401 without a message', ['8.unauthorized.1'], 'null', 401, json, 'unauthorized', generic],
  ])('%s is a CallError', async (_, ids, body, status, headers, code, message) => {
    answering(body, status, headers)
    expect(await failure(call('profile')), proves(...ids)).toMatchObject({ code, status, message })
  })

  test('the error of a refused call keeps the reply', async () => {
    answering(JSON.stringify({ message: errors.unknown_keys.message, code: 'unknown_keys', keys: ['x'] }), 400)
    expect(await failure(call('saveAnswers', { x: '' }))).toMatchObject({ details: { keys: ['x'] } })
  })

  test('an unreachable server is a CallError with its own code', async () => {
    vi.stubGlobal('fetch', async () => Promise.reject(new TypeError('Failed to fetch')))
    expect(await failure(call('profile'))).toMatchObject({ code: 'offline', status: 0 })
  })
})

describe('patiently', () => {
  beforeEach(() => void vi.useFakeTimers())

  afterEach(() => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })
  const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds)

  const reply = (status: number, body: object, headers = {}) =>
    new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json', ...headers } })

  const busy = (after?: string) =>
    reply(503, { message: 'Many people are here.', code: 'busy' }, after && { 'retry-after': after })

  /** The result of a call that gets these replies in turn, repeating the last one. */
  function asked(first: Response, ...rest: Response[]) {
    const replies = [first, ...rest]
    const fetched = vi.fn(async () => (replies.length > 1 ? replies.shift() : replies[0])?.clone())
    vi.stubGlobal('fetch', fetched)
    let outcome = 'open'
    const settle = (promise: Promise<unknown>) =>
      promise.then(
        () => (outcome = 'done'),
        ({ message }) => (outcome = message),
      )
    return { fetched, settle, outcome: () => outcome }
  }

  test('a call that is refused for load waits as requested and is made again with the same payload', async () => {
    const { fetched, settle, outcome } = asked(busy('2'), busy('5'), reply(200, { message: 'Saved.' }))
    void settle(call('saveAnswers', { first_name: 'Maya' }))
    await pass(1999)
    expect(fetched).toHaveBeenCalledTimes(1)
    await pass(1)
    expect(fetched).toHaveBeenCalledTimes(2)
    await pass(4999)
    expect([fetched.mock.calls.length, outcome()]).toEqual([2, 'open'])
    await pass(1)
    expect([fetched.mock.calls.length, outcome()]).toEqual([3, 'done'])
    expect(new Set(fetched.mock.calls.map((request) => JSON.stringify(request)))).toHaveProperty('size', 1)
  })

  test('it is made three times at most', async () => {
    const { fetched, settle, outcome } = asked(busy('1'))
    void settle(call('submit'))
    await pass(60_000)
    expect([fetched.mock.calls.length, outcome()]).toEqual([4, 'Many people are here.'])
  })

  test.each([
    ['does not say when', busy()],
    ['wants more than a minute', busy('61')],
    ['failed', reply(500, { message: 'No disk.', code: 'unexpected' }, { 'retry-after': '1' })],
    ['is behind a proxy that failed', new Response('', { status: 502, headers: { 'retry-after': '1' } })],
    ['limits attempts', reply(429, { message: 'Later.', code: 'too_many' }, { 'retry-after': '1' })],
  ])('a call to a server that %s is not repeated', async (_, first) => {
    const { fetched, settle, outcome } = asked(first)
    void settle(call('submit'))
    await pass(120_000)
    expect(fetched).toHaveBeenCalledOnce()
    expect(outcome()).not.toBe('open')
  })

  test('nothing is sent again once another account has logged in', async () => {
    const { fetched, settle, outcome } = asked(busy('1'))
    void settle(call('saveAnswers', { first_name: 'Maya' }))
    await pass(0)
    // biome-ignore lint/suspicious/noDocumentCookie: as the server sets it
    document.cookie = 'CausewayIdentity=b-2'
    await pass(60_000)
    expect([fetched.mock.calls.length, outcome()]).toEqual([1, 'Many people are here.'])
  })

  test('code that retries by itself does not wait', async () => {
    const { fetched, settle, outcome } = asked(busy('1'))
    void settle(callOnce('pdfStatus'))
    await pass(60_000)
    expect([fetched.mock.calls.length, outcome()]).toEqual([1, 'Many people are here.'])
  })
})
