import type { Transaction } from 'kysely'
import type { BaseLogger } from 'pino'
import type { ApplicationDeps } from '../../applying/applications/index.ts'
import type { Tables } from '../../platform/database/index.ts'
import type { Jobs } from '../../platform/jobs/index.ts'
import type { Limits } from '../../platform/limits/index.ts'
import type { Settings } from '../../platform/settings/index.ts'
import type { Storage } from '../../platform/storage/index.ts'
import type { Converter } from '../conversion/index.ts'
import type { Scan } from './malware-scan.ts'

/** The dependencies of every function in this folder. */
export type DocumentsDeps = ApplicationDeps & {
  readonly storage: Storage
  readonly converter: Converter
  readonly jobs: Jobs
  readonly limits: Limits
  /** Undefined if no scanner is configured. */
  readonly scan: Scan | undefined
  readonly settings: Pick<Settings, 'baseUrl'>
  readonly log: Pick<BaseLogger, 'info' | 'warn' | 'error'>
  /** What follows in the same transaction when a document that staff asked for has come. */
  readonly onAnswered: (transaction: Transaction<Tables>) => Promise<void>
}
