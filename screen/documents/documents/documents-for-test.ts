import { afterEach, beforeAll, beforeEach, vi } from 'vitest'
import { type FileLimits, fileLimits } from '../../../api/browser.ts'
import { emptyApplication, form, page, text, upload } from '../../../engine/index.ts'
import { callsAs } from '../../client/index.ts'
import { createApplicationStore } from '../../fields/index.ts'
import { createDocuments } from './create-documents.tsx'
import { fakeStorage } from './fake-storage-for-test.ts'

export const visa = upload('visa', 'Visa')
const record = upload('record', 'Record')
const asked = form('1', [page('about', 'About', [text('name', 'Name'), visa, record])])
export const png = new File(['x'.repeat(1000)], 'visa.png')
export const stored = { visa: { file_name: 'visa.png', file_size: 1000 } }

/** The server's replies to each call, in order; the last one is repeated. */
export type Answers = Record<string, readonly [object | Error, ...(object | Error)[]]>
const usual: Answers = {
  'POST /api/presigned-url': [{ url: '/uploads', fields: { key: 'k-1', policy: 'p' } }],
  'POST /api/pdf/document-answer/visa': [{ status: 'UNPROCESSED' }],
  'GET /api/pdf/document-answer/visa': [{ status: 'UNPROCESSED' }, { status: 'IN_PROGRESS' }, { status: 'COMPLETED' }],
  'GET /api/document-answer': [stored],
}

/** The calls made so far. */
export let requests: string[]
/** The last body of each call. */
export let bodies: Map<string, unknown>
/** The account each call was made for. */
export let saidFor: (string | null)[]
// Loads with the first document, which takes longer than the faked time.
beforeAll(() => import('./document-work.ts'))
export let storage: ReturnType<typeof fakeStorage>
beforeEach(() => {
  vi.useFakeTimers()
  requests = []
  saidFor = []
  bodies = new Map()
  storage = fakeStorage(() => requests.push('POST /uploads'))
})
const everything: ReturnType<typeof createDocuments>[] = []
afterEach(() => {
  for (const documents of everything.splice(0)) documents.empty()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})
export const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds)
export const refusal = (code: string, status: number, headers = {}) =>
  new Response(JSON.stringify({ message: `${code}!`, code }), {
    status,
    headers: { 'content-type': 'application/json', ...headers },
  })
export const polls = () => requests.filter((each) => each === 'GET /api/pdf/document-answer/visa').length

/** Documents with a server that answers calls in order, in faked time. */
export function made(answers: Answers = {}, save = async () => {}, limits: FileLimits = fileLimits) {
  const left = new Map<string, (object | Error)[]>()
  for (const [name, list] of Object.entries({ ...usual, ...answers })) left.set(name, [...list])
  vi.stubGlobal('fetch', async (path: string, { method, headers, body }: RequestInit) => {
    const name = `${method} ${path}`
    requests.push(name)
    if (typeof body === 'string') bodies.set(name, JSON.parse(body))
    saidFor.push(new Headers(headers).get('account-id'))
    const list = left.get(name) ?? [{ message: 'Done.' }]
    const answer = await (list.length > 1 ? list.shift() : list[0])
    if (answer instanceof Error) throw answer
    if (answer instanceof Response) return answer.clone()
    return new Response(JSON.stringify(answer), { headers: { 'content-type': 'application/json' } })
  })
  const store = createApplicationStore({ form: asked, application: emptyApplication, today: '2026-11-21' })
  const saved = vi.fn(async () => {
    requests.push('save')
    await save()
  })
  const documents = createDocuments({
    limits: () => limits,
    form: asked,
    store,
    save: saved,
    calls: callsAs(() => 'maya'),
  })
  everything.push(documents)
  const toasts: { title: string; text: string; onClose: () => void }[] = []
  documents.onFailure((failure) => {
    toasts.push(failure)
    return () => toasts.splice(toasts.indexOf(failure), 1)
  })
  return { store, documents, toasts, going: () => documents.uploadOf('visa') }
}
