import { sql, type Transaction } from 'kysely'
import {
  type Changes,
  changesBetween,
  type EditionContent,
  editionContent,
  type Finding,
  finding,
  type ListedEdition,
  type StaffReply,
  valuesIn,
  withChanges,
} from '../../../api/index.ts'
import { formatDateTime, momentIn } from '../../../engine/index.ts'
import { admissions } from '../../../form/index.ts'
import { inTransaction, type Tables } from '../../platform/database/index.ts'
import { type Refusal, refusal } from '../../platform/http/index.ts'
import { beginsAt, type Edition, hashOf, isInEffect, stamped } from '../../running/institution/index.ts'
import { checkContent, checkDraft, isCareful, needsReason, sameContent } from './check-draft.ts'
import { type EditionDeps, type Editor, editionBelow, listed, lockDraft, readDraft, writeDraft } from './draft.ts'
import { differencesIn } from './editables.ts'
import { releaseChanges } from './release-changes.ts'
import { languagesOfRoom, publishedTranslations, wordedEditables } from './translations.ts'

type Published = StaffReply<'publishForm'>

/**
 * Publishes the draft that was checked, now or at a time by the institution's clock. What changes a signed statement waits
 * for a second person. Nothing of an application is written.
 */
export async function publishDraft(
  deps: EditionDeps,
  editor: Editor,
  given: { readonly of: string; readonly title: string; readonly reason: string; readonly takes_effect: string | null },
): Promise<Published | Refusal> {
  const { institution } = deps.editions.active()
  if (institution.editions === 'file') return refusal('form_led_by_file')
  const takesEffect =
    given.takes_effect === null ? null : momentIn(institution.time_zone, Date.parse(`${given.takes_effect}Z`))
  const wait = takesEffect === null ? 0 : takesEffect.getTime() - deps.now().getTime()
  if (!(wait >= 0 && wait < YEAR)) return refusal('edition_time_past')
  const published = await inTransaction(deps.database.db, async (transaction) => {
    const { revision } = await lockDraft(transaction)
    const { of, findings, differences, content, over } = await checkDraft(deps, transaction)
    if (of !== given.of) return refusal('draft_unchecked')
    if (content === undefined) return refusal('form_stopped')
    if (differences.length === 0) return refusal('nothing_to_publish')
    if (needsReason(findings) && given.reason === '') return refusal('form_reason_needed')
    if (await isWaitingFor(transaction, takesEffect)) return refusal('edition_waits')
    const { title, reason } = given
    const isWaiting = waitsForPerson(deps, findings)
    const made = { over, content, findings, title, reason, takesEffect, isWaiting }
    const number = await insertEdition(transaction, editor, made)
    await writeDraft(transaction, revision + 1, {})
    return { number, isWaiting }
  })
  if ('refused' in published) return published
  await deps.editions.refresh()
  const { number, isWaiting } = published
  if (isWaiting) return { number, message: `Edition ${number} waits for a second person to confirm it.` }
  if (takesEffect === null) return { number, message: `Edition ${number} is in effect.` }
  return { number, message: `Edition ${number} takes effect on ${formatDateTime(takesEffect, institution.time_zone)}.` }
}

const YEAR = 366 * 86_400_000 // ms

/** Whether another edition waits for a moment after this one would begin, and would then undo it. */
async function isWaitingFor(transaction: Transaction<Tables>, takesEffect: Date | null): Promise<boolean> {
  const waiting = await transaction
    .selectFrom('edition')
    .select('number')
    .where('called_off_at', 'is', null)
    .where(({ not }) => not(isInEffect))
    .where(
      sql<boolean>`((confirmed_at is null and is_careful) or ${beginsAt} > ${takesEffect ?? sql`clock_timestamp()`})`,
    )
    .executeTakeFirst()
  return waiting !== undefined
}

type New = {
  /** What it follows. */
  readonly over: Edition
  readonly content: EditionContent
  readonly findings: readonly Finding[]
  readonly title: string
  readonly reason: string
  readonly takesEffect: Date | null
  /** For another person, who must confirm it. */
  readonly isWaiting: boolean
  readonly sameAs?: number | undefined
}

/** Whether an edition waits until another person has confirmed it, which an institution of one person may forgo. */
const waitsForPerson = ({ editions }: EditionDeps, findings: readonly Finding[]): boolean =>
  isCareful(findings) && editions.active().institution.second_person !== false

async function insertEdition(
  transaction: Transaction<Tables>,
  editor: Editor | undefined,
  { over, content: given, findings, title, reason, takesEffect, isWaiting, sameAs }: New,
): Promise<number> {
  const { number } = await nextNumber(transaction)
  const content = stamped(given, over.content, number)
  await transaction
    .insertInto('edition')
    .values({
      number,
      form_version: admissions.version,
      content: JSON.stringify(content),
      hash: hashOf(content),
      report: JSON.stringify(findings),
      title,
      reason,
      same_as: sameAs ?? null,
      source: 'desk',
      published_by: editor?.id ?? null,
      is_careful: isWaiting,
      // Not before now by this clock, whatever that of the server said: it would come before the one in effect.
      takes_effect_at: sql<Date>`greatest(${takesEffect}::timestamptz, clock_timestamp())`,
    })
    .execute()
  return number
}

/** The number of the next edition. Who publishes has locked the draft, so nobody else takes it. */
const nextNumber = (transaction: Transaction<Tables>) =>
  transaction
    .selectFrom('edition')
    .select(sql<number>`coalesce(max(number), 0) + 1`.as('number'))
    .executeTakeFirstOrThrow()

/** Publishes an earlier edition again, as a new one, by the same check. */
export async function rollBack(
  deps: EditionDeps,
  editor: Editor,
  { to, reason }: { readonly to: number; readonly reason: string },
): Promise<Published | Refusal> {
  const earlier = await deps.editions.numbered(to)
  if (!earlier) return refusal('no_such_edition')
  return publishContent(deps, earlier.content, { editor, title: `Back to edition ${to}`, reason, sameAs: to })
}

/** Publishes a content as it is, now, by the same check. Without an editor it is the operator who does. */
export async function publishContent(
  deps: EditionDeps,
  given: EditionContent,
  { editor, ...about }: Pick<New, 'title' | 'reason' | 'sameAs'> & { readonly editor?: Editor },
): Promise<Published | Refusal> {
  if (deps.editions.active().institution.editions === 'file') return refusal('form_led_by_file')
  const published = await inTransaction(deps.database.db, async (transaction) => {
    await lockDraft(transaction)
    const over = await editionBelow(deps, transaction)
    const { content, findings } = await checkContent(deps, transaction, over, given)
    if (content === undefined) return refusal('form_stopped')
    const { number: next } = await nextNumber(transaction)
    if (sameContent(stamped(content, over.content, next), over.content)) return refusal('nothing_to_publish')
    if (needsReason(findings) && about.reason === '') return refusal('form_reason_needed')
    if (await isWaitingFor(transaction, null)) return refusal('edition_waits')
    const isWaiting = waitsForPerson(deps, findings)
    const made = { ...about, over, content, findings, takesEffect: null, isWaiting }
    return { number: await insertEdition(transaction, editor, made), isWaiting }
  })
  if ('refused' in published) return published
  await deps.editions.refresh()
  const { number, isWaiting } = published
  const equal = about.sameAs === undefined ? '' : `, equal to ${about.sameAs},`
  return {
    number,
    message: isWaiting
      ? `Edition ${number}${equal} waits for a second person to confirm it.`
      : `Edition ${number}${equal} is in effect.`,
  }
}

/** Lets an edition take effect that waits for a second person; `isSame` says whether two ids are one person's. */
export async function confirmEdition(
  deps: EditionDeps,
  editor: Editor,
  number: number,
  isSame: (one: number, other: number) => Promise<boolean>,
): Promise<{ readonly message: string } | Refusal> {
  const { db } = deps.database
  const row = await db
    .selectFrom('edition')
    .select(['published_by', 'is_careful', 'confirmed_at', 'called_off_at'])
    .where('number', '=', number)
    .executeTakeFirst()
  if (!row) return refusal('no_such_edition')
  if (!row.is_careful || row.confirmed_at || row.called_off_at) return refusal('edition_in_effect')
  if (row.published_by !== null && (await isSame(row.published_by, editor.id))) return refusal('own_edition')
  await db
    .updateTable('edition')
    .set({ confirmed_at: sql<Date>`clock_timestamp()`, confirmed_by: editor.id })
    .where('number', '=', number)
    .where('confirmed_at', 'is', null)
    .where('called_off_at', 'is', null)
    .execute()
  await deps.editions.refresh()
  return { message: `Edition ${number} is confirmed.` }
}

/** Calls off an edition that waits. What it would have changed is in the draft again, below what was changed since. */
export async function callOff(
  deps: EditionDeps,
  editor: Editor,
  number: number,
): Promise<{ readonly message: string } | Refusal> {
  const waiting = await deps.editions.numbered(number)
  if (!waiting) return refusal('no_such_edition')
  const done = await inTransaction(deps.database.db, async (transaction) => {
    const draft = await lockDraft(transaction)
    const { numUpdatedRows } = await transaction
      .updateTable('edition')
      .set({ called_off_at: sql<Date>`clock_timestamp()`, called_off_by: editor.id })
      .where('number', '=', number)
      .where('called_off_at', 'is', null)
      .where(({ not }) => not(isInEffect))
      .executeTakeFirst()
    if (numUpdatedRows === 0n) return refusal('edition_in_effect')
    const below = await editionBelow(deps, transaction)
    const given: Changes = changesBetween(below.content, waiting.content)
    const at = deps.now().toISOString()
    const revision = draft.revision + 1
    const again = Object.fromEntries(
      Object.entries(given).map(([place, value]) => [
        place,
        { value, by: editor.name, person: editor.id, at, revision },
      ]),
    )
    await writeDraft(transaction, revision, { ...again, ...draft.stored })
    return { message: `Edition ${number} is called off. Its changes are in the draft again.` }
  })
  return done
}

/** What differs between an edition and a later or an earlier one, or the draft. */
export async function compareEditions(
  deps: EditionDeps,
  { from, to }: { readonly from: number; readonly to: number | null },
): Promise<StaffReply<'compareForm'> | Refusal> {
  const before = await deps.editions.numbered(from)
  if (!before) return refusal('no_such_edition')
  const after = to === null ? await draftedContent(deps) : (await deps.editions.numbered(to))?.content
  if (!after) return refusal(to === null ? 'form_stopped' : 'no_such_edition')
  return { differences: differencesIn(valuesIn(before.content), valuesIn(after)) }
}

/** What the draft makes of the edition below it; undefined if it is of the wrong shape. */
async function draftedContent(deps: EditionDeps): Promise<EditionContent | undefined> {
  const { db } = deps.database
  const over = await editionBelow(deps, db)
  const { changes } = await readDraft(db)
  return editionContent.safeParse(withChanges(over.content, changes)).data
}

/** Everything that the page of the form shows; `systems` are those that are given applications, by their own names. */
export async function readForm(deps: EditionDeps, systems: readonly string[] = []): Promise<StaffReply<'readForm'>> {
  const { db } = deps.database
  const below = await editionBelow(deps, db)
  return {
    editions: await listEditions(deps),
    over: below.number,
    editables: wordedEditables(below, systems),
    languages: languagesOfRoom(below),
    translations: publishedTranslations(below),
    structure: publishedStructure(below),
    draft: listed(await readDraft(db)),
    is_read_only: below.institution.editions === 'file',
    time_zone: below.institution.time_zone,
    release: { over: below.base, now: admissions.version, changes: releaseChanges(below) },
  }
}

const publishedStructure = ({ content }: Edition) =>
  Object.fromEntries(Object.entries(valuesIn(content)).filter(([place]) => place.startsWith('/structure/')))

const LISTED = 100

async function listEditions({ database: { db }, editions }: EditionDeps): Promise<readonly ListedEdition[]> {
  const rows = await db
    .selectFrom('edition')
    .leftJoin('staff_person as publisher', 'publisher.id', 'published_by')
    .leftJoin('staff_person as confirmer', 'confirmer.id', 'confirmed_by')
    .selectAll('edition')
    .select(['publisher.name as publisher', 'confirmer.name as confirmer', isInEffect.as('has_begun')])
    .orderBy('number', 'desc')
    .limit(LISTED + 1)
    .execute()
  const active = editions.active().number
  const contents = rows.map(({ content }) => editionContent.safeParse(content).data)
  return rows.slice(0, LISTED).map((row, index): ListedEdition => {
    const [own, before] = [
      contents[index],
      contents.slice(index + 1).find((_, later) => isPart(rows[index + 1 + later])),
    ]
    return {
      number: row.number,
      title: row.title,
      reason: row.reason,
      state: stateOf(row, active),
      same_as: row.same_as,
      form_version: row.form_version,
      published_at: row.published_at.toISOString(),
      published_by: row.publisher ?? (row.source === 'desk' ? 'The operator' : null),
      confirmed_by: row.confirmer,
      takes_effect_at: row.takes_effect_at.toISOString(),
      differences: own && before ? differencesIn(valuesIn(before), valuesIn(own)) : [],
      findings: finding.array().catch([]).parse(row.report),
    }
  })
}

const isPart = (row: { readonly called_off_at: Date | null } | undefined) => row?.called_off_at === null

function stateOf(
  row: {
    readonly number: number
    readonly called_off_at: Date | null
    readonly confirmed_at: Date | null
    readonly is_careful: boolean
    readonly has_begun: boolean
  },
  active: number,
): ListedEdition['state'] {
  if (row.called_off_at) return 'called_off'
  if (row.number === active) return 'active'
  if (row.has_begun) return 'earlier'
  return row.is_careful && !row.confirmed_at ? 'waits_for_person' : 'waits_for_time'
}
