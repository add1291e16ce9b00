import type { Selectable } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { DocumentAnswer } from '../../../engine/index.ts'
import type { Tables } from '../../platform/database/index.ts'
import type { Sealer } from '../../platform/secrets/index.ts'
import type { StoredRecord } from './stored-record.ts'

/** One version of an application's row, and what is sealed in it decrypted. */
export type KnownRow = {
  readonly version: string
  readonly row: WithDocuments<RowInClear>
  readonly record: StoredRecord
  readonly sealer: Sealer
  /** The mark of the form under which none of them is hidden, as after each save. */
  readonly nothingHiddenIn?: symbol
}

/** Remembers by owner, so that who leaves a field every ten seconds needs nothing read anew (docs/decisions/0065). */
export type RecentAnswers = {
  readonly get: (owner: string) => KnownRow | undefined
  readonly set: (owner: string, known: KnownRow) => void
  /** Counts one reading of the answers. */
  readonly count: (from: 'memory' | 'database') => void
}

const REMEMBERED = 5 * 60_000 // milliseconds

/** Remembers as much as fits, by the latest use. */
export function createRecentAnswers(
  megabytes: number,
  count: RecentAnswers['count'] = () => {},
): RecentAnswers & { readonly size: () => number } {
  const accounts = new LRUCache<string, KnownRow>({
    maxSize: megabytes * 1_000_000,
    sizeCalculation: bytesOf,
    ttl: REMEMBERED,
    // Else those of the last people would stay until others come.
    ttlAutopurge: true,
    // Asked anew each time: a test moves the clock after the library was loaded.
    perf: { now: () => performance.now() },
  })
  return {
    get: (owner) => accounts.get(owner),
    set: (owner, known) => void accounts.set(owner, known),
    count,
    size: () => accounts.size,
  }
}

/** About what an application takes: 250 bytes for each key in answers and writings, measured, and its text. */
function bytesOf({ record: { answers, packed } }: KnownRow): number {
  let bytes = 1_000 + (packed ? packed.base.length + packed.text.length : 0)
  for (const key in answers) bytes += 250 + 2 * (answers[key]?.length ?? 0)
  return bytes
}

type Application = Selectable<Tables['application']>

/** The columns that say nothing of answers. */
export const inClear = ['id', 'revision', 'last_page', 'data_key'] as const
export type RowInClear = Pick<Application, (typeof inClear)[number]>

/** The columns that hold the contents: sealed as one value, or as an earlier release stored them. */
export const contentColumns = [
  'sealed',
  'answers',
  'writings',
  'browsers',
  'add_another',
  'tabs',
  'opened_gates',
] as const
export type Row = RowInClear & Pick<Application, (typeof contentColumns)[number]>
export type WithDocuments<Of> = Of & { readonly document_answer: Readonly<Record<string, DocumentAnswer>> }
