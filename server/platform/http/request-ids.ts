import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { Settings } from '../settings/index.ts'
import type { App } from './app.ts'

const HEADER = 'x-request-id'
/** What proxies make: hexadecimal digits, UUIDs, base64. Bounded, so that a header cannot fill the log. */
const ACCEPTED = /^[\w.:=+/-]{1,100}$/

/** The id of a request: the one that a trusted proxy gave it, or else a new one. */
export const requestIdOf = (
  { headers }: { readonly headers: IncomingHttpHeaders },
  { trustProxy }: Pick<Settings, 'trustProxy'>,
): string => {
  const given = headers[HEADER]
  return trustProxy !== false && typeof given === 'string' && ACCEPTED.test(given) ? given : randomUUID()
}

const current = new AsyncLocalStorage<{ readonly reqId: string }>()

/** The id of the request that the running code works for, for lines of the log that are not written by the request. */
export const currentRequest = (): { readonly reqId: string } | undefined => current.getStore()

/** Returns the id of every request in its reply, and keeps it for everything that the request sets off. */
export function nameRequests(app: App): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.header(HEADER, request.id)
    current.run({ reqId: request.id }, done)
  })
}
