import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { type Settings, startupError } from '../settings/index.ts'
import { defaultLimits, type LimitTable } from './limit-table.ts'

/** The limits that LIMITS_FILE sets, and the defaults for the rest. An error says what to correct in the file. */
export function readLimits({ limitsFile }: Pick<Settings, 'limitsFile'>): LimitTable {
  if (limitsFile === undefined) return defaultLimits
  const fileError = (what: string, cause?: unknown) => startupError(`LIMITS_FILE ${limitsFile} ${what}`, cause)
  const text = attempt(
    () => readFileSync(limitsFile, 'utf8'),
    (cause) => fileError('cannot be read.', cause),
  )
  const parsed: unknown = attempt(
    () => JSON.parse(text),
    (cause) => fileError('is not JSON.', cause),
  )
  const read = fileSchema.safeParse(parsed)
  if (read.success) return { ...defaultLimits, ...read.data }
  const [issue] = read.error.issues
  if (issue?.code === 'unrecognized_keys' && issue.path.length === 0)
    throw fileError(`names ${issue.keys[0]}, which is not a limit.`)
  if (issue === undefined || issue.path.length === 0) throw fileError('must contain an object of limits.')
  throw fileError(`must give ${String(issue.path[0])} as { "most": a whole number, "seconds": 1 to 86400 }.`)
}

const limitSchema = z.strictObject({ most: z.int().min(0), seconds: z.int().min(1).max(86_400) })

const fileSchema = z.strictObject(
  Object.fromEntries(Object.keys(defaultLimits).map((kind) => [kind, limitSchema.optional()])),
)

function attempt<Result>(work: () => Result, fault: (cause: unknown) => Error): Result {
  try {
    return work()
  } catch (cause) {
    throw fault(cause)
  }
}
