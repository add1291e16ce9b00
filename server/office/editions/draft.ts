import type { Kysely, Transaction } from 'kysely'
import { z } from 'zod'
import {
  type Changes,
  changedValue,
  editionContent,
  isSame,
  namesIn,
  type StaffReply,
  valuesIn,
} from '../../../api/index.ts'
import { type Database, inTransaction, type Tables } from '../../platform/database/index.ts'
import { type Refusal, refusal } from '../../platform/http/index.ts'
import type { Edition, Editions } from '../../running/institution/index.ts'
import type { Dependents } from './what-depends.ts'

/** The dependencies of every function in this folder. */
export type EditionDeps = {
  readonly database: Pick<Database, 'db'>
  readonly editions: Editions
  readonly now: () => Date
  /** What else depends on what is published; a check without it says nothing of that. */
  readonly dependents?: Dependents
}

/** Who edits: the id and name of a member of staff. */
export type Editor = { readonly id: number; readonly name: string }

const storedSchema = z.record(
  z.string(),
  z.object({ value: changedValue.nullable(), by: z.string(), person: z.int(), at: z.string(), revision: z.int() }),
)
type Stored = z.output<typeof storedSchema>

/** The draft: what was changed, by whom, and how often. */
export type Draft = { readonly revision: number; readonly stored: Stored; readonly changes: Changes }

const EMPTY: Draft = { revision: 0, stored: {}, changes: {} }

/** The one draft, or what it is before the first change. */
export async function readDraft(db: Kysely<Tables> | Transaction<Tables>): Promise<Draft> {
  const row = await db.selectFrom('edition_draft').select(['revision', 'changes']).executeTakeFirst()
  return row === undefined ? EMPTY : draftOf(row)
}

function draftOf({ revision, changes }: { readonly revision: number; readonly changes: unknown }): Draft {
  const stored = storedSchema.parse(changes)
  return {
    revision,
    stored,
    changes: Object.fromEntries(
      Object.entries(stored).flatMap(([place, { value }]) => (isComment(place) ? [] : [[place, value] as const])),
    ),
  }
}

/** The edition that a change is made over: the one that was published last and not called off. */
export async function editionBelow(
  { editions }: Pick<EditionDeps, 'editions'>,
  db: Kysely<Tables> | Transaction<Tables>,
): Promise<Edition> {
  const rows = await db
    .selectFrom('edition')
    .select('number')
    .where('called_off_at', 'is', null)
    .orderBy('number', 'desc')
    .limit(1)
    .execute()
  const [last] = rows
  return (last && (await editions.numbered(last.number, db))) ?? editions.active()
}

const MOST_CHANGES = 5_000

/**
 * Takes changes into the draft, each by its place. What somebody else has changed there since `revision` stays as they
 * wrote it, and is reported with what was given. A value that is published already is no change.
 */
export async function saveDraft(
  deps: EditionDeps,
  editor: Editor,
  { revision, changes }: { readonly revision: number; readonly changes: Changes },
): Promise<StaffReply<'saveFormDraft'> | Refusal> {
  const unknown = Object.entries(changes).find(([place, value]) => !isEditable(place) && !isCommentOf(place, value))
  if (unknown !== undefined) return refusal('malformed')
  if (deps.editions.active().institution.editions === 'file') return refusal('form_led_by_file')
  const below = valuesIn((await editionBelow(deps, deps.database.db)).content)
  return inTransaction(deps.database.db, async (transaction) => {
    const draft = await lockDraft(transaction)
    const next = draft.revision + 1
    const at = deps.now().toISOString()
    const conflicts: StaffReply<'saveFormDraft'>['conflicts'][number][] = []
    const stored: Record<string, Stored[string]> = { ...draft.stored }
    for (const [place, value] of Object.entries(changes)) {
      const known = stored[place]
      const isOthers = known !== undefined && known.revision > revision && known.person !== editor.id
      if (isOthers && !isSame(known.value, value))
        conflicts.push({ place, theirs: known.value, mine: value, by: known.by })
      else if (isSame(value, below[place] ?? null)) delete stored[place]
      else stored[place] = { value, by: editor.name, person: editor.id, at, revision: next }
    }
    if (Object.keys(stored).length > MOST_CHANGES) return refusal('malformed')
    await writeDraft(transaction, next, stored)
    return { ...listed(draftOf({ revision: next, changes: stored })), conflicts }
  })
}

const isEditable = (place: string): boolean => {
  const [first = ''] = namesIn(place)
  return Object.hasOwn(editionContent.shape, first)
}

/** What somebody says to colleagues about an item, `/comments/<item>/<number>`: it goes with the draft, and no edition has it. */
const isComment = (place: string): boolean => place.startsWith('/comments/')

const isCommentOf = (place: string, value: Changes[string]): boolean =>
  isComment(place) &&
  namesIn(place).length === 3 &&
  (value === null || (typeof value === 'string' && value.length <= MOST_OF_A_COMMENT))

const MOST_OF_A_COMMENT = 2_000

/** The draft as the desk reads it. */
export const listed = ({ revision, stored }: Draft) => ({
  revision,
  changes: Object.entries(stored).flatMap(([place, { value, by, at }]) =>
    isComment(place) ? [] : [{ place, value, by, at }],
  ),
  comments: Object.entries(stored).flatMap(([place, { value, by, at }]) =>
    isComment(place) && typeof value === 'string' ? [{ place, text: value, by, at }] : [],
  ),
})

/** The draft, which nobody else changes until the transaction ends. */
export async function lockDraft(transaction: Transaction<Tables>): Promise<Draft> {
  await transaction
    .insertInto('edition_draft')
    .values({ revision: 0, changes: '{}' })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const row = await transaction.selectFrom('edition_draft').selectAll().forUpdate().executeTakeFirstOrThrow()
  return draftOf(row)
}

/** Replaces what the draft has. Its revisions only rise, so that a page that saw an earlier one is noticed. */
export const writeDraft = (transaction: Transaction<Tables>, revision: number, stored: Stored) =>
  transaction
    .updateTable('edition_draft')
    .set({ revision, changes: JSON.stringify(stored) })
    .execute()
