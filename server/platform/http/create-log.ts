import { type DestinationStream, type Logger, pino } from 'pino'
import type { Settings } from '../settings/index.ts'

/**
 * The server's log, one JSON object per line on standard output unless another stream is given. An answer, a code, a token or a password has no way
 * into it: requests are logged by route (`logReplies`) and errors without what the database quotes from a statement.
 */
export const createLog = ({ logLevel }: Pick<Settings, 'logLevel'>, stream?: DestinationStream): Logger =>
  pino(
    {
      level: logLevel,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers: {
        err: errorWithoutValues,
        req: ({ id, method }: { id: unknown; method: unknown }) => ({ id, method }),
        res: ({ statusCode }: { statusCode: unknown }) => ({ statusCode }),
      },
    },
    stream,
  )

/** PostgreSQL quotes values in messages and details: of its errors only the code and the place are kept. */
function errorWithoutValues(error: unknown): Readonly<Record<string, unknown>> {
  if (!isLikeError(error)) return { type: typeof error }
  const { name = 'Error', message, stack = '', cause, code } = error
  const frames = stack.split('\n').filter((line) => line.trimStart().startsWith('at '))
  if ('severity' in error) {
    const fields = new Map<string, unknown>(Object.entries(error))
    const kept = ['code', 'table', 'constraint', 'routine'].map((field) => [field, fields.get(field)] as const)
    const quotesNothing = aboutTheServer.test(String(code)) ? { message } : {}
    return { name: 'DatabaseError', ...Object.fromEntries(kept), ...quotesNothing, frames }
  }
  const why = cause === undefined ? {} : { cause: errorWithoutValues(cause) }
  return { name, message, ...(code === undefined ? {} : { code }), frames, ...why }
}

/** SQLSTATEs whose message speaks of the server and not of a value: connection, login, database, rights, resources, stop. */
const aboutTheServer = /^(08|28|3D|42501|53|57P|58)/

/** pg-boss hands errors on as plain objects with the fields of the error. */
const isLikeError = (
  error: unknown,
): error is { name?: string; message: string; stack?: string; cause?: unknown; code?: unknown } =>
  typeof error === 'object' && error !== null && 'message' in error && typeof error.message === 'string'
