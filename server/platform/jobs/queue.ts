import type { z } from 'zod'

/** When a failed job is tried again. */
export type Retries = {
  /** How often a failed job is retried. */
  readonly retryLimit: number
  /** Seconds before the first retry. */
  readonly retryDelay: number
  /** Whether each retry waits about twice as long as the one before. */
  readonly retryBackoff: boolean
  /** The longest wait before a retry, in seconds; without it the wait keeps doubling. */
  readonly retryDelayMax?: number
}

/** A kind of job. One constant per kind, shared by the code that enqueues it and the code that handles it. */
export type Queue<Data extends object> = Retries & {
  /** Letters, digits, hyphens. */
  readonly name: string
  /** Ids and file names, never answers or addresses: job data is stored in plain text for a week. */
  readonly data: z.ZodType<Data>
  /** Seconds a job may take; after that its signal is aborted and it counts as failed. */
  readonly expireInSeconds: number
  /** How many jobs of this kind one process runs at a time; default 1. */
  readonly workers?: number
  /** How many more run only jobs with a priority of 1 or higher, so that others cannot hold them up; default 0. */
  readonly urgentWorkers?: number
  /** Enqueues an empty job at these times (cron, UTC), once for all processes together; `data` must accept `{}`. */
  readonly cron?: string
}

/**
 * Does a job. It runs **at least once**: a job whose process was killed, or that took too long, runs again, possibly
 * while its first run is still going. So a handler must be idempotent: it checks what is already done before doing the
 * rest. Throwing means that the job failed and is retried.
 */
export type Handler<Data extends object> = (data: Data, job: { readonly signal: AbortSignal }) => Promise<void>
