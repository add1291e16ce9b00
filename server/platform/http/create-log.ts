import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { hostname } from 'node:os'
import { type DestinationStream, type Logger, pino } from 'pino'
import type { Settings } from '../settings/index.ts'
import type { App } from './app.ts'

/**
 * The server's log: one JSON object per line, on standard output unless another stream is given. Answers, codes, tokens
 * and passwords cannot get into it: requests are logged by route (`logReplies`), and errors without the values that the
 * database quotes from a statement. Each line says which process wrote it, and for which request.
 */
export const createLog = (
  { logLevel }: Pick<Settings, 'logLevel'>,
  { kind = 'server', stream }: { readonly kind?: ProcessKind; readonly stream?: DestinationStream } = {},
): Logger =>
  pino(
    {
      level: logLevel,
      base: { host: hostname(), process: kind, pid: process.pid },
      // The log of a request has its id already.
      mixin: (_, __, log) => ('reqId' in log.bindings() ? {} : { ...currentRequest() }),
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers: {
        err: errorWithoutValues,
        req: ({ id, method }: { id: unknown; method: unknown }) => ({ id, method }),
        res: ({ statusCode }: { statusCode: unknown }) => ({ statusCode }),
      },
    },
    stream,
  )

/** The kind of a process, in its lines of the log and its metrics. */
export type ProcessKind = 'server' | 'worker' | 'word-converter'

/** PostgreSQL quotes values in messages and details, so only the code and the location of its errors are logged. */
function errorWithoutValues(error: unknown): Readonly<Record<string, unknown>> {
  if (!isLikeError(error)) return { type: typeof error }
  const { name = 'Error', message, stack = '', cause, code } = error
  const frames = stack.split('\n').filter((line) => line.trimStart().startsWith('at '))
  if ('severity' in error) {
    const fields = new Map<string, unknown>(Object.entries(error))
    const kept = ['code', 'table', 'constraint', 'routine'].map((field) => [field, fields.get(field)] as const)
    const safeMessage = SERVER_STATES.test(String(code)) ? { message } : {}
    return { name: 'DatabaseError', ...Object.fromEntries(kept), ...safeMessage, frames }
  }
  const causeField = cause === undefined ? {} : { cause: errorWithoutValues(cause) }
  return { name, message, ...(code === undefined ? {} : { code }), frames, ...causeField }
}

/** SQLSTATEs whose message describes the server, not a value: connection, login, database, rights, resources, stop. */
const SERVER_STATES = /^(08|28|3D|42501|53|57P|58)/

/** pg-boss passes errors on as plain objects with the fields of an error. */
const isLikeError = (
  error: unknown,
): error is { name?: string; message: string; stack?: string; cause?: unknown; code?: unknown } =>
  typeof error === 'object' && error !== null && 'message' in error && typeof error.message === 'string'

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
const currentRequest = (): { readonly reqId: string } | undefined => current.getStore()

/** Returns the id of every request in its reply, and keeps it for everything that the request sets off. */
export function nameRequests(app: App): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.header(HEADER, request.id)
    current.run({ reqId: request.id }, done)
  })
}
