import type { FastifyBaseLogger } from 'fastify'
import { isDeclined } from '../../platform/control/index.ts'
import { isDatabaseAway } from '../../platform/database/index.ts'
import { type Refusal, refusal } from '../../platform/http/index.ts'

const PATIENCE = 15_000 // ms; proxies and browsers wait longer

/** What came of some work, or that it goes on after the reply. */
export type LongWork<Done> = { readonly done: true; readonly result: Done } | { readonly done: false }

/**
 * Does something that may take longer than a person waits for a reply: then it goes on, and the record and the lists say
 * what comes of it. What the person must hear about why it was not done is a refusal.
 */
export async function longWork<Done>(
  work: Promise<Done>,
  log: FastifyBaseLogger,
  patience = PATIENCE,
): Promise<LongWork<Done> | Refusal> {
  const outcome = work.then(
    (result) => ({ done: true, result }) as const,
    (error: unknown) => refusalOf(error, log),
  )
  const later = Promise.withResolvers<{ readonly done: false }>()
  const timer = setTimeout(() => later.resolve({ done: false }), patience)
  try {
    const first = await Promise.race([outcome, later.promise])
    if ('thrown' in first) throw first.thrown
    return first
  } finally {
    clearTimeout(timer)
  }
}

/** What a person is told about why something is not done. An outage is told as for every call. */
function refusalOf(error: unknown, log: FastifyBaseLogger): Refusal | { readonly thrown: unknown } {
  if (isDeclined(error)) return { ...refusal('declined'), message: error.message }
  log.error({ err: error }, 'A delivery failed.')
  return isDatabaseAway(error) || Object(error).code === 'STORAGE_AWAY' ? { thrown: error } : refusal('failed_delivery')
}
