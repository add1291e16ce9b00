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
  if (!(error instanceof Error)) return { type: typeof error }
  const { name, message, stack = '' } = error
  const frames = stack.split('\n').filter((line) => line.trimStart().startsWith('at '))
  if ('severity' in error) {
    const fields = new Map<string, unknown>(Object.entries(error))
    const kept = ['code', 'table', 'constraint', 'routine'].map((field) => [field, fields.get(field)] as const)
    return { name: 'DatabaseError', ...Object.fromEntries(kept), frames }
  }
  const cause = error.cause === undefined ? {} : { cause: errorWithoutValues(error.cause) }
  return { name, message, ...('code' in error ? { code: error.code } : {}), frames, ...cause }
}
