import {
  ACCOUNT,
  ACTIVE_EDITION,
  ANSWER_ORDER,
  type CallName,
  DESCRIPTIONS,
  type ErrorCode,
  fileLimits,
  formatAnswerOrder,
  ownErrors,
  PAGE_EDITION,
  PAGE_LANGUAGE,
  paths,
  slowestUpload,
  unexpected,
} from '../../api/browser.ts'
import type { Payload, Reply } from '../../api/index.ts'
import type { AnswerOrder } from '../../engine/index.ts'
import { language, say } from '../../engine/index.ts'
import { waitFor } from '../parts/index.ts'
import { CallError } from './call-error.ts'
import { otherEdition, shownEdition } from './page-data.ts'

/** Milliseconds after which the server counts as unreachable: longer than any call takes on a slow connection. */
const PATIENCE = 60_000

/** Maximum characters for a request body that may outlive its page: browsers allow 64 KB for all of them together. */
const OUTLIVING = 16_000

/** What a call sends besides the payload. */
type How = { readonly order?: AnswerOrder; readonly descriptions?: 'none' }

/** The arguments of a call after its name. */
type Given<Name extends CallName> =
  Payload<Name> extends undefined ? [payload?: undefined, how?: How] : [payload: Payload<Name>, how?: How]

export type Call = <Name extends CallName>(name: Name, ...given: Given<Name>) => Promise<Reply<Name>>

/**
 * Makes one call of the contract and returns its reply. If the server refuses it because of load, waits as the server
 * asks and tries again. Throws a CallError: `offline` when no reply arrived, `unexpected` for a reply that is not JSON
 * even with status 200, otherwise the code from the catalog (requirements 7.all.3 and 8.not-json.1).
 */
export const call: Call = (name, ...[payload, how]) => patiently(() => send(name, payload, how))

/** The same without waiting, for code that retries by itself or can do without the reply. */
export const callOnce: Call = (name, ...[payload, how]) => send(name, payload, how)

/** Both ways to call. */
export type Calls = { readonly call: Call; readonly callOnce: Call }

/** The same calls on behalf of one account: the server refuses them if another account is logged in by then. */
export function callsAs(accountId: () => string): Calls {
  const callOnce: Call = (name, ...[payload, how]) => send(name, payload, { ...how, account: accountId() })
  const call: Call = (name, ...[payload, how]) => {
    const account = accountId()
    return patiently(() => send(name, payload, { ...how, account }))
  }
  return { call, callOnce }
}

async function send<Name extends CallName>(
  name: Name,
  payload: Payload<Name> | undefined,
  { order, descriptions, account }: How & { readonly account?: string } = {},
): Promise<Reply<Name>> {
  const { method } = paths[name]
  const { path, body } = addressed(paths[name], payload)
  const text = body && JSON.stringify(body)
  const edition = shownEdition()
  const response = await reached(path, {
    method,
    headers: {
      'Content-Type': 'application/json',
      Accept: 'application/json',
      [PAGE_LANGUAGE]: language(),
      ...(edition && { [PAGE_EDITION]: edition }),
      ...(order && { [ANSWER_ORDER]: formatAnswerOrder(order) }),
      ...(account && { [ACCOUNT]: account }),
      ...(descriptions && { [DESCRIPTIONS]: descriptions }),
    },
    cache: 'no-store',
    ...(text !== undefined && { body: text }),
    // Lets a change, also of the page somebody is on, outlive its page. Browsers let only a few kilobytes do so.
    ...(method !== 'GET' && (text?.length ?? 0) < OUTLIVING && { keepalive: true }),
  })
  const active = response.headers.get(ACTIVE_EDITION)
  if (edition && active && active !== edition && otherEdition.get()?.tag !== active)
    otherEdition.set({ tag: active, isRefused: false })
  const read = await readJson(response)
  if (read === undefined || !response.ok) throw errorOfReply(response, read?.json, account)
  // The server validates each reply with the schema that defines this type; the schemas are not sent to the browser.
  return read.json as Reply<Name>
}

/** Moves the value that the path names into the path. The rest is the query string of a GET, or the payload. */
function addressed({ method, path }: { method: string; path: string }, payload: unknown) {
  const [, before = path, name] = /^(.*\/):(\w+)$/.exec(path) ?? []
  const all = Object.entries(payload ?? {})
  const rest = all.filter(([key]) => key !== name)
  const place =
    before + all.flatMap(([key, value]) => (key === name ? [encodeURIComponent(String(value))] : [])).join('')
  if (method === 'GET') {
    const query = new URLSearchParams(rest.map(([key, value]) => [key, String(value)]))
    return { path: rest.length === 0 ? place : `${place}?${query}`, body: undefined }
  }
  const isNothing = payload === undefined || (name !== undefined && rest.length === 0)
  return { path: place, body: isNothing ? undefined : Object.fromEntries(rest) }
}

async function reached(path: string, request: RequestInit): Promise<Response> {
  try {
    return await fetch(path, { ...request, signal: AbortSignal.timeout(PATIENCE) })
  } catch {
    throw offlineError() // fetch rejects only when no reply arrived: no network, no server, or a timeout
  }
}

async function readJson(response: Response): Promise<{ readonly json: unknown } | undefined> {
  if (!/^application\/([\w.+-]+\+)?json\b/.test(response.headers.get('content-type') ?? '')) return undefined
  try {
    return { json: await response.json() }
  } catch (error) {
    if (error instanceof SyntaxError) return undefined // labeled as JSON but is not
    throw offlineError() // the connection broke while the reply was being read
  }
}

/**
 * The error for a reply that is not a success, or is not JSON (`body` undefined); requirements 8.not-json and
 * 8.other-status.
 */
function errorOfReply({ status, headers }: Response, body: unknown, account?: string): CallError {
  const { message, code } =
    typeof body === 'object' && body !== null ? { message: undefined, code: undefined, ...body } : {}
  const known = typeof code === 'string' && isCode(code) ? code : status === 401 ? 'unauthorized' : 'unexpected'
  const sentence = typeof message === 'string' && message !== '' ? message : say(unexpected.message)
  const retryAfter = Number(headers.get('retry-after')) || undefined
  return new CallError(known, status, sentence, { details: body, retryAfter, account })
}

/** The error for a server that could not be reached. */
const offlineError = (): CallError =>
  new CallError('offline', 0, say('We can’t reach the server. Please check your connection and try again.'))

/** The catalog stays on the server. A code invented by a server in between does no harm: no code looks for it. */
const isCode = (code: string): code is ErrorCode => /^[a-z_]+$/.test(code)

const MOST_WAITS = 3
const LONGEST_WAIT = 60 // s; a longer wait is not worth it

/**
 * Makes a call that the server may refuse because of load. A refused call had no effect, so this waits as long as the
 * server asks and tries again, at most three times, and shows the wait. It stops retrying if another account has logged
 * in meanwhile.
 */
async function patiently<Reply>(attempt: () => Promise<Reply>): Promise<Reply> {
  const { cookie } = document
  for (let waits = 0; ; waits += 1) {
    try {
      return await attempt()
    } catch (error) {
      if (!(error instanceof CallError) || error.code !== 'busy' || waits === MOST_WAITS) throw error
      const { retryAfter = Number.POSITIVE_INFINITY } = error
      if (retryAfter > LONGEST_WAIT) throw error
      await waitFor('server', retryAfter * 1000)
      if (document.cookie !== cookie) throw error
    }
  }
}

/** Milliseconds the upload of a file may take. */
const patienceFor = ({ size }: File) => slowestUpload(Math.max(size, fileLimits.bytes)) * 1000

/** Seconds before another try, if a busy storage does not say. */
const PAUSE = 5

type Sending = {
  /** Called with the share sent so far, 0 to 1. */
  readonly onProgress: (share: number) => void
  /** Cancels the upload; the promise then rejects with the signal's reason. */
  readonly signal: AbortSignal
}

/**
 * Sends a file to storage as the form that its permission requires: the fields first, the file last (requirement
 * 7.storage.1). Waits if the storage is too busy. Throws a CallError: `refused_upload` when the storage does not accept
 * it, `offline` when it cannot be reached.
 */
export function sendFile(permission: Reply<'presignUpload'>, file: File, sending: Sending): Promise<void> {
  return patiently(() => sendOnce(permission, file, sending))
}

async function sendOnce(
  { url, fields }: Reply<'presignUpload'>,
  file: File,
  { onProgress, signal }: Sending,
): Promise<void> {
  signal.throwIfAborted()
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  form.append('file', file)
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest() // fetch does not report upload progress
    request.open('POST', url)
    request.timeout = patienceFor(file)
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(loaded / total))
    request.addEventListener('load', () => (request.status < 300 ? resolve() : reject(refused(request))))
    request.addEventListener('error', () => reject(offlineError()))
    request.addEventListener('timeout', () => reject(offlineError()))
    request.addEventListener('abort', () => reject(signal.reason))
    signal.addEventListener('abort', () => request.abort())
    request.send(form)
  })
}

/**
 * The storage may answer in its own format, so only its status is used. S3 does not say when to try again, or a browser
 * may not read it from another origin. Sending the same form twice stores one file.
 */
function refused(request: XMLHttpRequest): CallError {
  const code = request.status < 500 ? 'refused_upload' : request.status === 503 ? 'busy' : 'unexpected'
  const retryAfter = code === 'busy' ? Number(request.getResponseHeader('retry-after')) || PAUSE : undefined
  return new CallError(code, ownErrors[code].status, say(ownErrors[code].message), { retryAfter })
}
