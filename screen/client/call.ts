import { type CallName, paths } from '../../api/browser.ts'
import type { Body, Query, Reply } from '../../api/index.ts'
import { errorOfReply, offlineError } from './call-error.ts'

/** Milliseconds after which the server counts as unreachable: longer than any call takes on a slow line. */
const PATIENCE = 60_000

/**
 * Makes one call of the contract and gives its reply. Throws a CallError: `offline` when no reply came, `unexpected` for
 * a reply that is not JSON even with status 200, else the code of the catalogue (specification §7, §8).
 */
export async function call<Name extends CallName>(name: Name, ...[body, query]: Sent<Name>): Promise<Reply<Name>> {
  const { method, path } = paths[name]
  const response = await reached(query ? `${path}?${new URLSearchParams(query)}` : path, {
    method,
    headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
    cache: 'no-store',
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const read = await readJson(response)
  if (read === undefined || !response.ok) throw errorOfReply(response, read?.json)
  // The server proves each reply with the schema that this type comes from; the schemas stay out of the browser.
  return read.json as Reply<Name>
}

/** Payload, then query string, as far as the call has them. */
type Sent<Name extends CallName> =
  Query<Name> extends undefined
    ? Body<Name> extends undefined
      ? []
      : [body: Body<Name>]
    : [body: Body<Name>, query: Query<Name>]

async function reached(path: string, request: RequestInit): Promise<Response> {
  try {
    return await fetch(path, { ...request, signal: AbortSignal.timeout(PATIENCE) })
  } catch {
    throw offlineError() // fetch rejects only when no reply came: no network, no server, or patience at its end
  }
}

async function readJson(response: Response): Promise<{ readonly json: unknown } | undefined> {
  if (!/^application\/([\w.+-]+\+)?json\b/.test(response.headers.get('content-type') ?? '')) return undefined
  try {
    return { json: await response.json() }
  } catch (error) {
    if (error instanceof SyntaxError) return undefined // said to be JSON and is not
    throw offlineError() // the line broke while the reply was read
  }
}
