import { type Kysely, sql, type Transaction } from 'kysely'
import {
  type Application,
  canonicalAnswers,
  isDescriptionKey,
  questionsByKey,
  type Repeated,
  SERVER,
} from '../../../engine/index.ts'
import { inTransaction, type PlaceOf, type StoredWrite, statement, type Tables } from '../../platform/database/index.ts'
import { type Refusal, refusal } from '../../platform/http/index.ts'
import { type IndexRow, indexRow, indexUpdate, isFacet, isIndexed } from '../application-index/index.ts'
import type { ApplicationDeps } from './application-deps.ts'
import {
  type ApplicationWithRow,
  applicationIn,
  isSubmittedRow,
  lockedApplicationOf,
  lockedApplicationWithId,
  markOf,
  readCurrent,
  rowsUnlessKnown,
  versionOfRow,
} from './application-row.ts'
import { detachDocuments, moveDocuments } from './attached-documents.ts'
import type { KnownRow } from './recent-answers.ts'
import { type Answers, sealAnswers, sealGates, sortedByForm } from './stored-answers.ts'
import { type Changes, type Contents, changedRecord, sealHistory, sealRecord } from './stored-record.ts'

/** An application that nobody else can change until the transaction ends. */
type LockedApplication = ApplicationWithRow & { readonly transaction: Transaction<Tables> }

/** An unsubmitted application, with the ways to write into it; all is stored together once the work is done. */
export type EditedRow = ApplicationWithRow & Omit<RowChange, 'put'>

/** The same, locked, with the ways to change what is beside its answers. */
type EditedApplication = LockedApplication &
  RowChange & {
    /** Detaches the documents of these questions and returns their ids; the caller must empty the answers. */
    readonly detach: (keys: readonly string[]) => Promise<readonly string[]>
    /** Moves the documents of later entries of a block down when one entry is removed. */
    readonly move: (block: Repeated, removed: number) => Promise<void>
  }

/**
 * The only way to write into an application: in one transaction, locked, and refused once it is submitted, because what
 * was signed does not change (Q25). `work` makes its changes through its argument, so every answer reaches the history.
 */
export const editApplication = <Result>(
  deps: ApplicationDeps,
  owner: string,
  work: (edited: EditedApplication) => Promise<Result>,
): Promise<Result | Refusal> => lockApplication(deps, owner, (locked) => editLocked(deps, locked, work))

/** The same for the application with this id, whether or not it is the current one of its account. */
export const editApplicationWithId = <Result>(
  deps: ApplicationDeps,
  id: string,
  work: (edited: EditedApplication) => Promise<Result>,
): Promise<Result | Refusal> => lockApplicationWithId(deps, id, (locked) => editLocked(deps, locked, work))

async function editLocked<Result>(
  deps: ApplicationDeps,
  locked: LockedApplication,
  work: (edited: EditedApplication) => Promise<Result>,
): Promise<Result | Refusal> {
  const { id, transaction } = locked
  if (locked.isSubmitted) return refusal('already_submitted')
  const { store, change } = draftChange(deps, locked)
  const result = await work({
    ...locked,
    ...change,
    detach: (keys) => detachDocuments(transaction, id, keys),
    move: (block, removed) => moveDocuments(transaction, id, block, removed),
  })
  await store(transaction)
  return result
}

/** Work that changes only the row, and names the questions whose documents go. */
type WorkOnRow<Result> = (edited: EditedRow) => {
  readonly result: Result
  readonly detached: readonly string[]
  /** Whether it leaves something that the form hides, because another edition asks it. */
  readonly leavesHidden?: boolean
}

/**
 * The same for work that changes only the row. It needs no lock unless documents go: its one statement changes nothing
 * if the row is no longer the one that the work saw, and then the work is done again: after the row in memory, over the row
 * that is read, and then with a lock. A submission changes the row too (docs/decisions/0065), so nothing is written
 * after it.
 */
export async function editRow<Result>(
  deps: ApplicationDeps,
  owner: string,
  work: WorkOnRow<Result>,
): Promise<Result | Refusal> {
  const { recent } = deps
  const known = recent?.get(owner)
  const saved = known && (await editVersion(deps, owner, known.version, applicationIn(deps.form, known), work))
  if (saved?.isStored) {
    recent?.count('memory')
    return saved.result
  }
  const read = await readCurrent(deps, rowToChange, owner)
  if (read.isSubmitted) return refusal('already_submitted')
  const edited = await editVersion(deps, owner, read.row.version, read, work)
  if (edited) return edited.result
  return editApplication(deps, owner, async (locked) => {
    // The account has turned to another of its applications meanwhile.
    if (locked.id !== read.id) return refusal('other_account')
    const again = work(locked)
    await locked.detach(again.detached)
    return again.result
  })
}

/** Does the work over this version of the row. Returns undefined if that was not the row's, or documents go. */
async function editVersion<Result>(
  deps: ApplicationDeps,
  owner: string,
  version: string,
  read: ApplicationWithRow,
  work: WorkOnRow<Result>,
): Promise<{ readonly result: Result; readonly isStored: boolean } | undefined> {
  const { database, form, recent } = deps
  const { storeUnlessChanged, isEmpty, change } = draftChange(deps, read)
  const { result, detached, leavesHidden = false } = work({ ...read, ...change })
  if (detached.some((key) => questionsByKey(form).get(key)?.kind === 'upload')) return undefined
  if (isEmpty()) return { result, isStored: false }
  const known = await storeUnlessChanged(database.db, version)
  if (!known) return undefined
  const isClean = !leavesHidden && Object.keys(read.parked).length === 0
  recent?.set(owner, { ...known, ...(isClean ? { nothingHiddenIn: markOf(form) } : {}) })
  return { result, isStored: true }
}

const rowToChange = statement(rowsUnlessKnown)

/**
 * Writes back what was signed, when a reopened application was not signed again. What was answered meanwhile stays in
 * the history.
 */
export async function writeBack(
  deps: ApplicationDeps,
  { transaction, ...locked }: LockedApplication,
  signed: Application,
): Promise<void> {
  const { store, change } = draftChange(deps, locked)
  // What is parked is left alone, unless it was signed.
  const { answers: answer } = locked.record
  const keys = new Set([...Object.keys(locked.application.answer), ...Object.keys(signed.answer)])
  const changed = [...keys].filter(
    (key) => !isDescriptionKey(deps.form, key) && (answer[key] ?? '') !== (signed.answer[key] ?? ''),
  )
  if (changed.length > 0) change.write(Object.fromEntries(changed.map((key) => [key, signed.answer[key] ?? ''])))
  change.put({ add_another: signed.add_another, tabs: signed.tabs })
  await store(transaction)
}

/** Locks an application for work that writes nothing into it: submitting it and changing its status. */
export const lockApplication = <Result>(
  deps: ApplicationDeps,
  owner: string,
  work: (locked: LockedApplication) => Promise<Result>,
): Promise<Result> =>
  inTransaction(deps.database.db, async (transaction) =>
    work({ ...(await lockedApplicationOf(deps, transaction, owner)), transaction }),
  )

/** The same for the application with this id, inside a transaction or in one of its own. Throws if there is none. */
export const lockApplicationWithId = <Result>(
  deps: ApplicationDeps,
  id: string,
  work: (locked: LockedApplication) => Promise<Result>,
  db = deps.database.db,
): Promise<Result> =>
  inTransaction(db, async (transaction) => {
    const locked = await lockedApplicationWithId(deps, transaction, id)
    if (!locked) throw new Error(`The application ${id} is missing.`)
    return work({ ...locked, transaction })
  })

/** Who writes: a device, with its number for the write of each key, and its browser. The server itself has none. */
export type Writer = {
  readonly device: string
  readonly numbers: Readonly<Record<string, number>>
  readonly browser?: string | undefined
}

/** The ways to change the row of an application. */
type RowChange = {
  /** Merges answers by key, in their canonical form (Q87), and records them in the history; returns the new revision. */
  readonly write: (changed: Answers, by?: Writer) => number
  /** Records writes of keys whose answers do not change. */
  readonly recordWrites: (writes: Readonly<Record<string, StoredWrite>>) => void
  /** Replaces what is stored beside the answers. */
  readonly put: (parts: Pick<Changes, 'add_another' | 'tabs' | 'opened_gates'>) => void
}

/** What one device wrote at one time (milliseconds). */
type HistoryRow = {
  readonly revision: number
  readonly changed: Answers
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
function draftChange(
  { form, keyRing, now }: ApplicationDeps,
  { id, row, record, sealer, application }: ApplicationWithRow,
): DraftChange {
  let revision = row.revision
  const answers: Record<string, string> = {}
  const writings: Record<string, StoredWrite> = {}
  const history: HistoryRow[] = []
  const browsers: Record<string, string> = {}
  let beside: Parameters<RowChange['put']>[0] = {}
  const addToHistory = (row: HistoryRow) => {
    if (hasAny(row.changed)) history.push(row)
  }
  const change: RowChange = {
    write: (given, { device, numbers, browser } = serverWriter) => {
      if (browser !== undefined && device !== '' && isNewBrowser(record, device, browser)) browsers[device] = browser
      const changed = canonicalAnswers(form, given)
      const at = now().getTime()
      const replaced = new Map<string, HistoryRow & { changed: Record<string, string> }>()
      const recorded: Record<string, string> = {}
      for (const [key, value] of Object.entries(changed)) {
        const last = writings[key] ?? record.writings[key]
        const isOwn = device !== '' && device !== SERVER && last?.[1] === device
        const isReplacedUnrecorded = last !== undefined && !last[5] && (!isOwn || isApart(at, last[3]))
        if (isReplacedUnrecorded) {
          // Each with the device that wrote it, and the time.
          const [, writer, , since] = last
          const name = `${writer} ${since}`
          const same = replaced.get(name) ?? { revision, changed: {}, device: writer, at: since }
          same.changed[key] = answers[key] ?? record.answers[key] ?? ''
          replaced.set(name, same)
        }
        const recordedAt = !isOwn ? undefined : isReplacedUnrecorded ? at : last?.[4]
        const isRecorded = recordedAt === undefined || isApart(at, recordedAt)
        if (isRecorded) recorded[key] = value
        answers[key] = value
        writings[key] = [revision + 1, device, numbers[key] ?? 0, at, isRecorded ? at : (recordedAt ?? at), isRecorded]
      }
      for (const each of replaced.values()) addToHistory(each)
      revision += 1
      addToHistory({ revision, changed: recorded, device, at })
      return revision
    },
    recordWrites: (writes) => void Object.assign(writings, writes),
    put: (parts) => {
      beside = { ...beside, ...parts }
    },
  }
  const isEmpty = () => revision === row.revision && ![answers, writings, beside].some(hasAny)
  const changes = (): Changes => ({
    ...beside,
    ...(hasAny(answers) && { answers }),
    ...(hasAny(writings) && { writings }),
    ...(hasAny(browsers) && { browsers }),
  })
  const storeOver = async (db: Kysely<Tables>, version: string | null) => {
    const index =
      Object.keys(answers).some((key) => isIndexed(key) || isFacet(form, key)) &&
      indexRow({ ...application.answer, ...sortedByForm(form, answers).asked }, { form, keyRing })
    const next = changedRecord(record, changes())
    const values = { id, version, revision, ...(next.packed ? sealed(next) : inClear()) }
    const [stored] = index ? await updateRowAndIndex(db, { ...values, ...index }) : await updateRow(db, values)
    return stored && { version: stored.version, sealer, row: { ...row, revision }, record: next }
  }
  const sealed = (next: KnownRow['record']): Stored => ({
    ...NOTHING_IN_CLEAR,
    sealed: sealRecord(next, id, sealer),
    history: JSON.stringify(
      history.map(({ revision, changed, device, at }) => ({
        ...{ revision, at, changed: {}, device: null },
        sealed: sealHistory({ changed, device }, id, revision, sealer).toString('base64'),
      })),
    ),
  })
  const inClear = (): Stored => {
    const { add_another, tabs, opened_gates } = beside
    const sealEach = (each: Answers) => sealAnswers(each, id, form, sealer)
    return {
      sealed: null,
      answers: JSON.stringify(sealEach(answers)),
      writings: JSON.stringify(writings),
      browsers: JSON.stringify(browsers),
      addAnother: add_another ? JSON.stringify(add_another) : null,
      openedGates: opened_gates ? JSON.stringify(sealGates(opened_gates, id, form, sealer)) : null,
      tabs: tabs ? JSON.stringify(tabs) : null,
      history: JSON.stringify(history.map((each) => ({ ...each, changed: sealEach(each.changed) }))),
    }
  }
  return {
    change,
    store: async (transaction) => {
      if (!isEmpty()) await storeOver(transaction, null)
    },
    isEmpty,
    storeUnlessChanged: storeOver,
  }
}

const hasAny = (map: object) => Object.keys(map).length > 0

/** The devices of an application that are known by their browser; more than anybody has. */
const MOST_BROWSERS = 50

const isNewBrowser = ({ browsers }: Contents, device: string, browser: string) =>
  browsers[device] !== browser && Object.keys(browsers).length < MOST_BROWSERS

/** What one statement stores: the sealed record, or what changes of one that an earlier release stored; JSON as text. */
type Stored = {
  readonly sealed: Uint8Array | null
  readonly answers: string
  readonly writings: string
  readonly browsers: string
  readonly addAnother: string | null
  readonly openedGates: string | null
  readonly tabs: string | null
  readonly history: string
}

const NOTHING_IN_CLEAR = {
  ...{ answers: '{}', writings: '{}', browsers: '{}' },
  ...{ addAnother: null, openedGates: null, tabs: null },
} as const

/** The values of that statement. */
type Values = Stored & {
  readonly id: string
  /** Which the row must still have, without a submission; null if it is locked. */
  readonly version: string | null
  readonly revision: number
}

const updating = (value: PlaceOf<Values>) => sql`
  with edited as (
    update application set
      sealed = ${value('sealed')},
      answers = answers || ${value('answers')}::jsonb,
      writings = writings || ${value('writings')}::jsonb,
      browsers = browsers || ${value('browsers')}::jsonb,
      add_another = coalesce(${value('addAnother')}::jsonb, add_another),
      opened_gates = coalesce(${value('openedGates')}::jsonb, opened_gates),
      tabs = coalesce(${value('tabs')}::jsonb, tabs),
      revision = ${value('revision')},
      updated_at = clock_timestamp()
    where id = ${value('id')}
      and (${value('version')}::text is null or ${versionOfRow} = ${value('version')} and not ${isSubmittedRow})
    returning id, ${versionOfRow} as version
  ), recorded as (
    insert into answer_history (application_id, revision, sealed, changed, device, at)
    select edited.id, each.revision, decode(each.sealed, 'base64'), each.changed, each.device,
      to_timestamp(each.at / 1000.0)
    from edited, jsonb_to_recordset(${value('history')}::jsonb)
      as each (revision bigint, sealed text, changed jsonb, device text, at bigint)
  )`
type Version = { readonly version: string }
const updateRow = statement((_, value: PlaceOf<Values>) => sql<Version>`${updating(value)} select version from edited`)

const updateRowAndIndex = statement(
  (_, value: PlaceOf<Values & IndexRow>) => sql<Version>`${updating(value)}, indexed as (
    ${indexUpdate(value)} where application_id = (select id from edited)
  ) select version from edited`,
)
