import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { type Settings, startupError } from '../settings/index.ts'
import { type IsExempt, inNetworks } from './in-networks.ts'
import { defaultLimits, type LimitTable } from './limit-table.ts'

/**
 * The limits that LIMITS_FILE sets, the defaults for the rest, and the networks that are exempt. An error says what to
 * correct in the file.
 */
export function readLimits({ limitsFile }: Pick<Settings, 'limitsFile'>): {
  readonly table: LimitTable
  readonly isExempt: IsExempt
} {
  if (limitsFile === undefined) return { table: defaultLimits, isExempt: () => false }
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
  if (read.success) {
    const { exempt_networks: networks, ...limits } = read.data
    const isExempt = inNetworks(networks)
    if (isExempt !== undefined) return { table: { ...defaultLimits, ...limits }, isExempt }
    throw fileError(NO_NETWORKS)
  }
  const [issue] = read.error.issues
  if (issue?.code === 'unrecognized_keys' && issue.path.length === 0)
    throw fileError(`names ${issue.keys[0]}, which is not a limit.`)
  if (issue === undefined || issue.path.length === 0) throw fileError('must contain an object of limits.')
  if (issue.path[0] === 'exempt_networks') throw fileError(NO_NETWORKS)
  throw fileError(`must give ${String(issue.path[0])} as { "most": a whole number, "seconds": 1 to 86400 }.`)
}

const NO_NETWORKS = 'must give exempt_networks as a list of networks such as "192.0.2.0/24" or "2001:db8::/32".'

const limitSchema = z.strictObject({ most: z.int().min(0), seconds: z.int().min(1).max(86_400) })

const fileSchema = z.strictObject({
  ...Object.fromEntries(Object.keys(defaultLimits).map((kind) => [kind, limitSchema.optional()])),
  exempt_networks: z.array(z.string()).default([]),
})

function attempt<Result>(work: () => Result, fault: (cause: unknown) => Error): Result {
  try {
    return work()
  } catch (cause) {
    throw fault(cause)
  }
}
