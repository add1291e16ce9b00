import { ACCOUNT, ANSWER_ORDER, type CallName, formatAnswerOrder, paths } from '../../api/browser.ts'
import type { Payload, Reply } from '../../api/index.ts'
import type { AnswerOrder } from '../../engine/index.ts'
import { errorOfReply, offlineError } from './error-of-reply.ts'
import { patiently } from './patiently.ts'

/** Milliseconds after which the server counts as unreachable: longer than any call takes on a slow connection. */
const PATIENCE = 60_000

/** Maximum characters for a request body that may outlive its page: browsers allow 64 KB for all of them together. */
const OUTLIVING = 16_000

/** What a call sends besides the payload. */
type How = { readonly order?: AnswerOrder }

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
  { order, account }: How & { readonly account?: string } = {},
): Promise<Reply<Name>> {
  const { method } = paths[name]
  const { path, body } = addressed(paths[name], payload)
  const text = body && JSON.stringify(body)
  const response = await reached(path, {
    method,
    headers: {
      'Content-Type': 'application/json',
      Accept: 'application/json',
      ...(order && { [ANSWER_ORDER]: formatAnswerOrder(order) }),
      ...(account && { [ACCOUNT]: account }),
    },
    cache: 'no-store',
    ...(text !== undefined && { body: text }),
    // Lets a change outlive its page. Browsers let only a few kilobytes do so.
    ...(order && (text?.length ?? 0) < OUTLIVING && { keepalive: true }),
  })
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
