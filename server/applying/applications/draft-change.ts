import { type Kysely, sql } from 'kysely'
import { type Application, canonicalAnswers, SERVER } from '../../../engine/index.ts'
import {
  type PlaceOf,
  type StoredAnswers,
  type StoredWrite,
  statement,
  type Tables,
} from '../../platform/database/index.ts'
import { type IndexRow, indexRow, indexUpdate, isIndexed } from '../application-index/index.ts'
import type { ApplicationDeps } from './application-deps.ts'
import { type ApplicationWithRow, isSubmittedRow, versionOfRow } from './application-row.ts'
import type { KnownRow } from './recent-answers.ts'
import { type Answers, sealAnswers } from './stored-answers.ts'

/** Who writes: a device, with its number for the write of each key, and its browser. The server itself has none. */
export type Writer = {
  readonly device: string
  readonly numbers: Readonly<Record<string, number>>
  readonly browser?: string | undefined
}

/** The ways to change the row of an application. */
export type RowChange = {
  /** Merges answers by key, in their canonical form (Q87), and records them in the history; returns the new revision. */
  readonly write: (changed: Answers, by?: Writer) => number
  /** Records writes of keys whose answers do not change. */
  readonly recordWrites: (writes: Readonly<Record<string, StoredWrite>>) => void
  /** Replaces what is stored beside the answers. */
  readonly put: (parts: Partial<Pick<Application, 'add_another' | 'tabs'>>) => void
}

/** What one device wrote at one time (milliseconds). */
type HistoryRow = {
  readonly revision: number
  readonly changed: StoredAnswers
  readonly device: string
  readonly at: number
}

const serverWriter: Writer = { device: SERVER, numbers: {} }

/** Milliseconds: the history records at most one write per device, key and minute, not each keystroke. */
const HISTORY_INTERVAL = 60_000
/** In either direction: clocks are set back, and those of two servers differ. */
const isApart = (one: number, other: number) => Math.abs(one - other) >= HISTORY_INTERVAL

/** The changes of an application, and the ways to make all of them in one statement. */
type DraftChange = {
  readonly change: RowChange
  /** For a transaction that has locked the row. */
  readonly store: (transaction: Kysely<Tables>) => Promise<void>
  /** Whether there is nothing to store. */
  readonly isEmpty: () => boolean
  /**
   * If the row still has this version and was not submitted. Returns what is known of it then; undefined if nothing was
   * stored.
   */
  readonly storeUnlessChanged: (db: Kysely<Tables>, version: string) => Promise<KnownRow | undefined>
}

/**
 * Collects changes of an application until they are stored. An answer that was stored for a minute, or came from another
 * device, is always recorded in the history before it is replaced.
 */
export function draftChange(
  { form, keyRing, now }: ApplicationDeps,
  { id, row, sealer, application }: ApplicationWithRow,
): DraftChange {
  let revision = row.revision
  const answers: Record<string, StoredAnswers[string]> = {}
  let opened: Answers = {}
  const writings: Record<string, StoredWrite> = {}
  const history: HistoryRow[] = []
  const browsers: Record<string, string> = {}
  let beside: Parameters<RowChange['put']>[0] = {}
  const record = (row: HistoryRow) => {
    if (Object.keys(row.changed).length > 0) history.push(row)
  }
  const change: RowChange = {
    write: (given, { device, numbers, browser } = serverWriter) => {
      if (browser !== undefined && device !== '') browsers[device] = browser
      const changed = canonicalAnswers(form, given)
      const at = now().getTime()
      opened = { ...opened, ...changed }
      const replaced = new Map<string, HistoryRow & { changed: Record<string, StoredAnswers[string]> }>()
      const recorded: Record<string, StoredAnswers[string]> = {}
      for (const [key, value] of Object.entries(sealAnswers(changed, id, form, sealer))) {
        const last = writings[key] ?? row.writings[key]
        const isOwn = device !== '' && device !== SERVER && last?.[1] === device
        const isReplacedUnrecorded = last !== undefined && !last[5] && (!isOwn || isApart(at, last[3]))
        if (isReplacedUnrecorded) {
          // Each with the device that wrote it, and the time.
          const [, writer, , since] = last
          const name = `${writer} ${since}`
          const same = replaced.get(name) ?? { revision, changed: {}, device: writer, at: since }
          same.changed[key] = answers[key] ?? row.answers[key] ?? ''
          replaced.set(name, same)
        }
        const recordedAt = !isOwn ? undefined : isReplacedUnrecorded ? at : last?.[4]
        const isRecorded = recordedAt === undefined || isApart(at, recordedAt)
        if (isRecorded) recorded[key] = value
        answers[key] = value
        writings[key] = [revision + 1, device, numbers[key] ?? 0, at, isRecorded ? at : (recordedAt ?? at), isRecorded]
      }
      for (const each of replaced.values()) record(each)
      revision += 1
      record({ revision, changed: recorded, device, at })
      return revision
    },
    recordWrites: (writes) => void Object.assign(writings, writes),
    put: (parts) => {
      beside = { ...beside, ...parts }
    },
  }
  const isEmpty = () =>
    revision === row.revision && [answers, writings, beside].every((each) => Object.keys(each).length === 0)
  const storeOver = (db: Kysely<Tables>, version: string | null) => {
    const index =
      Object.keys(opened).some(isIndexed) && indexRow({ ...application.answer, ...opened }, { form, keyRing })
    return storeRow(db, { id, version, answers, writings, ...beside, revision, history, browsers }, index)
  }
  return {
    change,
    store: async (transaction) => {
      if (!isEmpty()) await storeOver(transaction, null)
    },
    isEmpty,
    storeUnlessChanged: async (db, known) => {
      const version = await storeOver(db, known)
      if (version === undefined) return undefined
      const merged = { answers: { ...row.answers, ...answers }, writings: { ...row.writings, ...writings } }
      return {
        version,
        sealer,
        row: { ...row, ...merged, revision },
        opened: { ...application.answer, ...opened },
      }
    },
  }
}

/** What is stored in one statement. */
type ChangedRow = Parameters<RowChange['put']>[0] & {
  readonly id: string
  /** Which the row must still have, without a submission; null if it is locked. */
  readonly version: string | null
  readonly answers: StoredAnswers
  readonly writings: Readonly<Record<string, StoredWrite>>
  readonly revision: number
  readonly history: readonly HistoryRow[]
  readonly browsers: Readonly<Record<string, string>>
}

/** Stores a change, and its place in the index. Returns the row's version then; undefined if nothing was stored. */
async function storeRow(db: Kysely<Tables>, row: ChangedRow, index: IndexRow | false): Promise<string | undefined> {
  const values = {
    id: row.id,
    version: row.version,
    revision: row.revision,
    answers: JSON.stringify(row.answers),
    writings: JSON.stringify(row.writings),
    addAnother: row.add_another ? JSON.stringify(row.add_another) : null,
    tabs: row.tabs ? JSON.stringify(row.tabs) : null,
    history: JSON.stringify(row.history),
    browsers: JSON.stringify(row.browsers),
  }
  const [stored] = index ? await updateRowAndIndex(db, { ...values, ...index }) : await updateRow(db, values)
  return stored?.version
}

/** The values of that statement; JSON as text. */
type Values = Pick<ChangedRow, 'id' | 'version' | 'revision'> & {
  readonly answers: string
  readonly writings: string
  readonly addAnother: string | null
  readonly tabs: string | null
  readonly history: string
  readonly browsers: string
}

/** The devices of an application that are known by their browser; more than anybody has. */
const MOST_BROWSERS = 50

const updating = (value: PlaceOf<Values>) => sql`
  with edited as (
    update application set
      answers = answers || ${value('answers')}::jsonb,
      writings = writings || ${value('writings')}::jsonb,
      add_another = coalesce(${value('addAnother')}::jsonb, add_another),
      tabs = coalesce(${value('tabs')}::jsonb, tabs),
      browsers = case
        when (select count(*) from jsonb_object_keys(browsers)) < ${sql.lit(MOST_BROWSERS)}
        then browsers || ${value('browsers')}::jsonb else browsers end,
      revision = ${value('revision')},
      updated_at = clock_timestamp()
    where id = ${value('id')}
      and (${value('version')}::text is null or ${versionOfRow} = ${value('version')} and not ${isSubmittedRow})
    returning id, ${versionOfRow} as version
  ), recorded as (
    insert into answer_history (application_id, revision, changed, device, at)
    select edited.id, each.revision, each.changed, each.device, to_timestamp(each.at / 1000.0)
    from edited, jsonb_to_recordset(${value('history')}::jsonb)
      as each (revision bigint, changed jsonb, device text, at bigint)
  )`
type Stored = { readonly version: string }
const updateRow = statement((_, value: PlaceOf<Values>) => sql<Stored>`${updating(value)} select version from edited`)
const updateRowAndIndex = statement(
  (_, value: PlaceOf<Values & IndexRow>) => sql<Stored>`${updating(value)}, indexed as (
    ${indexUpdate(value)} where application_id = (select id from edited)
  ) select version from edited`,
)
