import { type CallName, paths } from '../../api/browser.ts'
import type { Body, Reply } from '../../api/index.ts'
import { errorOfReply, offlineError } from './call-error.ts'

/** Milliseconds after which the server counts as unreachable: longer than any call takes on a slow line. */
const PATIENCE = 60_000

/**
 * Makes one call of the contract and gives its reply. Throws a CallError: `offline` when no reply came, `unexpected` for
 * a reply that is not JSON even with status 200, else the code of the catalogue (specification §7, §8).
 */
export async function call<Name extends CallName>(
  name: Name,
  ...[body]: Body<Name> extends undefined ? [] : [body: Body<Name>]
): Promise<Reply<Name>> {
  const { method, path } = paths[name]
  const query = method === 'GET' && body !== undefined ? `?${queryOf(body)}` : ''
  const response = await reached(path + query, {
    method,
    headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
    cache: 'no-store',
    ...(body === undefined || query !== '' ? {} : { body: JSON.stringify(body) }),
  })
  const read = await readJson(response)
  if (read === undefined || !response.ok) throw errorOfReply(response, read?.json)
  // The server proves each reply with the schema that this type comes from; the schemas stay out of the browser.
  return read.json as Reply<Name>
}

const queryOf = (body: object) =>
  new URLSearchParams(Object.entries(body).map(([name, value]) => [name, String(value)]))

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
