import { type Kysely, sql } from 'kysely'
import { type Application, SERVER } from '../../../engine/index.ts'
import {
  type PlaceOf,
  type StoredAnswers,
  type StoredWrite,
  statement,
  type Tables,
} from '../../platform/database/index.ts'
import { type IndexRow, indexRow, indexUpdate, isIndexed } from '../application-index/index.ts'
import type { ApplicationWithRow } from './application-row.ts'
import type { Applications } from './applications.ts'
import { type Answers, sealAnswers } from './stored-answers.ts'

/** Who writes: a device, with its number for the write of each key. The server itself has neither. */
export type Writer = { readonly device: string; readonly numbers: Readonly<Record<string, number>> }

/** The ways to change the row of an application. */
export type RowChange = {
  /** Merges answers by key and records them in the history; returns the new revision. */
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

/**
 * Collects changes of an application, until `store` makes all of them in one statement. With the version of the row
 * that they were made from, it makes them only if the row is still that one, and says whether it did; without it, the
 * caller's transaction must have locked the row. An answer that was stored for a minute, or came from another device,
 * is always recorded in the history before it is replaced.
 */
export function draftChange(
  { form, keyRing, now }: Applications,
  { id, row, sealer, application }: ApplicationWithRow,
): RowChange & { readonly store: (db: Kysely<Tables>, version?: string) => Promise<boolean> } {
  let revision = row.revision
  const answers: Record<string, StoredAnswers[string]> = {}
  let indexed: Answers | undefined
  const writings: Record<string, StoredWrite> = {}
  const history: HistoryRow[] = []
  let beside: Parameters<RowChange['put']>[0] = {}
  const record = (row: HistoryRow) => {
    if (Object.keys(row.changed).length > 0) history.push(row)
  }
  return {
    write: (changed, { device, numbers } = serverWriter) => {
      const at = now().getTime()
      if (Object.keys(changed).some(isIndexed)) indexed = { ...application.answer, ...indexed, ...changed }
      const replaced = new Map<string, HistoryRow & { changed: Record<string, StoredAnswers[string]> }>()
      const recorded: Record<string, StoredAnswers[string]> = {}
      for (const [key, value] of Object.entries(sealAnswers(changed, id, form, sealer))) {
        const last = writings[key] ?? row.writings[key]
        const isOwn = device !== '' && device !== SERVER && last?.[1] === device
        const isReplacedUnrecorded = last !== undefined && !last[5] && (!isOwn || at - last[3] >= HISTORY_INTERVAL)
        if (isReplacedUnrecorded) {
          // Each with the device that wrote it, and the time.
          const [, writer, , since] = last
          const name = `${writer} ${since}`
          const same = replaced.get(name) ?? { revision, changed: {}, device: writer, at: since }
          same.changed[key] = answers[key] ?? row.answers[key] ?? ''
          replaced.set(name, same)
        }
        const recordedAt = !isOwn ? undefined : isReplacedUnrecorded ? at : last?.[4]
        const isRecorded = recordedAt === undefined || at - recordedAt >= HISTORY_INTERVAL
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
    store: async (db, version) => {
      const changes = { answers, writings, ...beside }
      if (revision === row.revision && Object.values(changes).every((each) => Object.keys(each).length === 0))
        return true
      const edit = {
        id,
        version: version ?? null,
        answers: JSON.stringify(answers),
        writings: JSON.stringify(writings),
        addAnother: json(beside.add_another),
        tabs: json(beside.tabs),
        revision,
        history: JSON.stringify(history),
      }
      const stored = indexed
        ? await storeAndIndex(db, { ...edit, ...indexRow(indexed, keyRing) })
        : await storeRow(db, edit)
      return stored.length > 0
    },
  }
}

/** The values of the statement that makes a change; JSON as text. */
type ChangedRow = {
  readonly id: string
  readonly version: string | null
  readonly answers: string
  readonly writings: string
  readonly addAnother: string | null
  readonly tabs: string | null
  readonly revision: number
  readonly history: string
}

const storing = (value: PlaceOf<ChangedRow>) => sql`
  with edited as (
    update application set
      answers = answers || ${value('answers')}::jsonb,
      writings = writings || ${value('writings')}::jsonb,
      add_another = coalesce(${value('addAnother')}::jsonb, add_another),
      tabs = coalesce(${value('tabs')}::jsonb, tabs),
      revision = ${value('revision')},
      updated_at = clock_timestamp()
    where id = ${value('id')} and xmin::text = coalesce(${value('version')}, xmin::text)
    returning id
  ), recorded as (
    insert into answer_history (application_id, revision, changed, device, at)
    select edited.id, each.revision, each.changed, each.device, to_timestamp(each.at / 1000.0)
    from edited, jsonb_to_recordset(${value('history')}::jsonb)
      as each (revision bigint, changed jsonb, device text, at bigint)
  )`
const storeRow = statement((_, value: PlaceOf<ChangedRow>) => sql`${storing(value)} select id from edited`)
const storeAndIndex = statement(
  (_, value: PlaceOf<ChangedRow & IndexRow>) => sql`${storing(value)}, indexed as (
    ${indexUpdate(value)} where application_id = (select id from edited)
  ) select id from edited`,
)

const json = (value: unknown) => (value === undefined ? null : JSON.stringify(value))
