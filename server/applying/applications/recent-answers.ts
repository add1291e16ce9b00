import type { Selectable } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { DocumentAnswer } from '../../../engine/index.ts'
import type { Tables } from '../../platform/database/index.ts'
import type { Sealer } from '../../platform/secrets/index.ts'
import type { Answers } from './stored-answers.ts'

/** One version of an application's row, and its answers decrypted. */
export type KnownRow = {
  readonly version: string
  readonly row: WithDocuments<ApplicationRow>
  readonly opened: Answers
  readonly sealer: Sealer
  /** That none of them is hidden, as after each save. */
  readonly isWithoutHidden?: boolean
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

/** About what an application takes: 300 bytes for each key in the three objects, measured, and its text. */
function bytesOf({ row: { answers }, opened }: KnownRow): number {
  let bytes = 1_000
  for (const key in opened) {
    const stored = answers[key]
    bytes += 300 + 2 * (opened[key]?.length ?? 0) + (typeof stored === 'object' ? stored.data.length : 0)
  }
  return bytes
}

/** What reading an application takes beside its answers. */
export const besideAnswers = ['id', 'add_another', 'opened_gates', 'tabs', 'revision', 'last_page', 'data_key'] as const

/** What reading it takes. Changing it takes its writings too, which are as long as the answers. */
export const columns = [...besideAnswers, 'answers'] as const
export type Row = Pick<Selectable<Tables['application']>, (typeof columns)[number]>
export type WithDocuments<Of> = Of & { readonly document_answer: Readonly<Record<string, DocumentAnswer>> }

/** What changing it takes. */
export type ApplicationRow = Row & Pick<Selectable<Tables['application']>, 'writings'>
