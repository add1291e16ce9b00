import type { z } from 'zod'

/** A kind of job. One constant per kind, shared by whoever enqueues it and whoever handles it. */
export type Queue<Data extends object> = {
  /** Letters, digits, hyphens. */
  readonly name: string
  /** Ids and file names, never answers or addresses: a job's data is kept as it is for a week. */
  readonly data: z.ZodType<Data>
  /** How often a failed job is tried again. */
  readonly retryLimit: number
  /** Seconds before the first further try. */
  readonly retryDelay: number
  /** Whether each further try waits about twice as long as the one before. */
  readonly retryBackoff: boolean
  /** Seconds that a further try waits at most; without it the wait goes on doubling. */
  readonly retryDelayMax?: number
  /** Seconds a job may take; then its signal is aborted and it counts as failed. */
  readonly expireInSeconds: number
  /** How many jobs of this kind one process does at a time; 1 unless said. */
  readonly workers?: number
  /** Enqueues an empty job at these times (cron, UTC), once for all processes together; `data` must accept `{}`. */
  readonly cron?: string
}

/**
 * Does a job. It runs **at least once**: a job whose process was killed, or took too long, runs again, perhaps beside its
 * own first run. A handler is therefore idempotent: it looks at what is done already before it does the rest.
 * Throwing means failed, to be tried again.
 */
export type Handler<Data extends object> = (data: Data, job: { readonly signal: AbortSignal }) => Promise<void>
