import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { type Settings, startFault } from '../settings/index.ts'
import { defaultLimits, type LimitTable } from './limit-table.ts'

/** The limits that LIMITS_FILE sets, and the defaults for the rest. An error says what to correct in the file. */
export function readLimits({ limitsFile }: Pick<Settings, 'limitsFile'>): LimitTable {
  if (limitsFile === undefined) return defaultLimits
  const fault = (what: string, cause?: unknown) => startFault(`LIMITS_FILE ${limitsFile} ${what}`, cause)
  const text = attempt(
    () => readFileSync(limitsFile, 'utf8'),
    (cause) => fault('cannot be read.', cause),
  )
  const given: unknown = attempt(
    () => JSON.parse(text),
    (cause) => fault('is not JSON.', cause),
  )
  const read = fileSchema.safeParse(given)
  if (read.success) return { ...defaultLimits, ...read.data }
  const [issue] = read.error.issues
  if (issue?.code === 'unrecognized_keys' && issue.path.length === 0)
    throw fault(`names ${issue.keys[0]}, which is no limit.`)
  if (issue === undefined || issue.path.length === 0) throw fault('must hold an object of limits.')
  throw fault(`must give ${String(issue.path[0])} as { "most": a whole number, "seconds": 1 to 86400 }.`)
}

const figure = z.strictObject({ most: z.int().min(0), seconds: z.int().min(1).max(86_400) })

const fileSchema = z.strictObject(
  Object.fromEntries(Object.keys(defaultLimits).map((kind) => [kind, figure.optional()])),
)

function attempt<Result>(work: () => Result, fault: (cause: unknown) => Error): Result {
  try {
    return work()
  } catch (cause) {
    throw fault(cause)
  }
}
