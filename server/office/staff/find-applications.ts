import { type Expression, type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely'
import { leaves, type StaffBody, type StaffReply, staffRoles, workListNames, workLists } from '../../../api/index.ts'
import {
  digitsOf,
  facetState,
  facetsOf,
  foldedWords,
  hashOfFacet,
  ssnEndHash,
} from '../../applying/application-index/index.ts'
import { isHandedOver, isHeldBack } from '../../handing-over/acknowledgements/index.ts'
import { isDatabaseTime, type Tables } from '../../platform/database/index.ts'
import { isStorable, type Refusal, refusal, refusalUntil } from '../../platform/http/index.ts'
import { describeListed, listedColumns, queueRows } from './listed-application.ts'
import type { StaffDeps } from './staff.ts'
import type { StaffSession } from './staff-sessions.ts'

type Asked = StaffBody<'findApplications'>

/** Up to how many matches are counted: counting all of 100,000 would take longer than finding a page of them. */
const COUNTED_UP_TO = 1000

/** A page of the applications that match, in the order asked for, which leaves out none. */
export async function findApplications(
  deps: StaffDeps,
  { person, role }: Pick<StaffSession, 'person' | 'role'>,
  { search, filter, sort: asked, order, after, limit }: Asked,
): Promise<StaffReply<'findApplications'> | Refusal> {
  const { db } = deps.database
  const problem = problemWith(search)
  if (problem !== undefined) return { ...refusal('unusable_search'), message: problem }
  if (search.ssn_end !== undefined) {
    // Whoever asks often enough is told the digits: it counts as revealing them.
    if (leaves('search', 'secret', staffRoles[role]) === 'no')
      return { ...refusal('missing_staff_right'), message: NO_DIGITS }
    const allowance = await deps.limits.takeForSession('reveal', String(person.id))
    if (!allowance.allowed) return refusalUntil(allowance.retryAfterSeconds)
  }
  // Of what was never submitted, the order by submission is that by start, which an index has for each status.
  const isOpen = filter.status === 'started' || filter.status === 'validating' || filter.also === 'stopped'
  const sort = asked === 'submitted' && isOpen ? 'started' : asked
  const places = placesIn(sort, order)
  const last = after === undefined ? undefined : readCursor(after, sort, places)
  if (last === null) return { ...refusal('unusable_search'), message: 'This page of the list is no longer there.' }
  const facets = facetsIn(deps, filter.facets ?? {})
  if (facets === undefined) return { ...refusal('unusable_search'), message: NO_FACET }
  const isMatch = matchIn(deps, { person }, search, filter, facets)
  // What the rows show beside the index is not joined to count them, where no search asks for it.
  const counting = search.email === undefined ? indexRows(db) : queueRows(db)
  const direction = sql.raw(order === 'up' ? 'asc' : 'desc')
  const than = sql.raw(order === 'up' ? '>' : '<')
  const [rows, matching] = await Promise.all([
    queueRows(db)
      .where(isMatch)
      .select(listedColumns)
      .select(sql<readonly string[]>`array[${sql.join(places.map(({ of }) => sql`${of}::text`))}]`.as('place'))
      .$if(last !== undefined, (query) =>
        query.where(
          sql<SqlBool>`(${sql.join(places.map(({ of }) => of))}) ${than} (${sql.join(
            places.map(({ type }, index) => sql`${last?.[index]}::${sql.raw(type)}`),
          )})`,
        ),
      )
      .orderBy(sql.join(places.map(({ of }) => sql`${of} ${direction}`)))
      .limit(limit + 1)
      .execute(),
    countUpTo(db, counting.where(isMatch)),
  ])
  const page = rows.slice(0, limit)
  const final = page.at(-1)
  return {
    applications: await describeListed(deps, page),
    next: rows.length > limit && final ? writeCursor(sort, final.place) : null,
    matching,
    counted_up_to: COUNTED_UP_TO,
    is_indexing: facets.length > 0 && (await isIndexing(deps)),
  }
}

const countUpTo = async (db: Kysely<Tables>, rows: ReturnType<typeof indexRows>): Promise<number> => {
  const { count } = await db
    .selectFrom(rows.select(sql`1`.as('one')).limit(COUNTED_UP_TO).as('matching'))
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

const NO_FACET =
  'The list can’t be filtered by this question any more: it is not asked now, or is no filter. Take the filter out.'

/** Conditions on answers to the office's own questions; undefined if one of them is no filter of today. */
function facetsIn(
  { form, keyRing }: Pick<StaffDeps, 'form' | 'keyRing'>,
  asked: Readonly<Record<string, string>>,
): readonly Expression<SqlBool>[] | undefined {
  const conditions = Object.entries(asked).map(([key, value]) => {
    const facet = facetsOf(form).find((each) => each.key === key)
    if (facet === undefined) return undefined
    const has = sql<SqlBool>`facets @> array[${hashOfFacet(facet, value, keyRing)}]::text[]`
    if (facet.kind === 'checkbox' && value === 'no')
      // Of a row that is not written yet nobody knows.
      return sql<SqlBool>`(facets_of = ${facetState(form, keyRing)} and not ${has})`
    return has
  })
  const known = conditions.filter((each) => each !== undefined)
  return known.length === conditions.length ? known : undefined
}

/** Whether rows of the index do not have the answers of today's filters yet: a look at each end of an index. */
async function isIndexing({ database, form, keyRing }: StaffDeps): Promise<boolean> {
  const state = facetState(form, keyRing)
  const { rows } = await sql<{ waits: boolean }>`
    select exists (select from application_index where facets_of < ${state})
      or exists (select from application_index where facets_of > ${state}) as waits`.execute(database.db)
  return rows[0]?.waits === true
}

const NO_DIGITS = 'Your role can’t search by the end of a Social Security number, because it can’t show one.'

/** What a row's place in an order is compared by, and its type. */
type Place = { readonly of: RawBuilder<unknown>; readonly type: 'timestamptz' | 'text' | 'uuid' }

/** As the index of each order has them; what was never submitted has its place at the end. */
function placesIn(sort: Asked['sort'], order: Asked['order']): readonly Place[] {
  const end = sql.lit(order === 'up' ? 'infinity' : '-infinity')
  const places = {
    submitted: [{ of: sql`coalesce(submitted_at, ${end})`, type: 'timestamptz' }, started],
    started: [started],
    name: [
      { of: sql`sort_name`, type: 'text' },
      { of: sql`birth_date`, type: 'text' },
    ],
  } as const
  return [...places[sort], { of: sql`application_index.application_id`, type: 'uuid' }]
}

const started = { of: sql`started_at`, type: 'timestamptz' } as const

function problemWith({ name, birth_date, phone, ssn_end }: Asked['search']): string | undefined {
  if (name !== undefined && foldedWords(name).length === 0) return 'A name has at least one letter.'
  if (phone !== undefined && digitsOf(phone).length < 7) return 'A phone number has at least seven digits.'
  if (ssn_end !== undefined && name === undefined && birth_date === undefined)
    return 'Search by the end of a Social Security number only together with a name or a birth date.'
  return undefined
}

/** Whether a row matches all of it. */
function matchIn(
  { keyRing }: Pick<StaffDeps, 'keyRing'>,
  { person }: Pick<StaffSession, 'person'>,
  search: Asked['search'],
  filter: Asked['filter'],
  facets: readonly Expression<SqlBool>[],
): Expression<SqlBool> {
  const words = foldedWords(search.name ?? '')
  const phone = digitsOf(search.phone ?? '')
  const conditions: (Expression<SqlBool> | undefined)[] = [
    words.length > 0
      ? sql<SqlBool>`name_words @@ to_tsquery('simple', ${words.map((word) => `'${word}':*`).join(' & ')})`
      : undefined,
    search.email === undefined ? undefined : sql<SqlBool>`"user".email = ${search.email.trim().toLowerCase()}`,
    search.phone === undefined ? undefined : sql<SqlBool>`phones @> array[${phone}]::text[]`,
    search.birth_date === undefined ? undefined : sql<SqlBool>`birth_date = ${search.birth_date}`,
    search.reference === undefined ? undefined : sql<SqlBool>`reference = ${search.reference.trim().toUpperCase()}`,
    search.ssn_end === undefined ? undefined : sql<SqlBool>`ssn_end_hash = ${ssnEndHash(search.ssn_end, keyRing)}`,
    filter.status === undefined ? undefined : sql<SqlBool>`application_index.status = ${filter.status}`,
    filter.term === undefined ? undefined : sql<SqlBool>`term = ${filter.term}`,
    filter.major === undefined ? undefined : sql<SqlBool>`major = ${filter.major}`,
    filter.kind === undefined ? undefined : sql<SqlBool>`kind = ${filter.kind}`,
    workIn(filter.work),
    filter.assignee === undefined
      ? undefined
      : filter.assignee === 0
        ? notAssigned
        : sql<SqlBool>`assignee_id = ${filter.assignee === 'me' ? person.id : filter.assignee}`,
    filter.handed_over === 'none'
      ? sql<SqlBool>`application_index.status = 'submitted' and not ${isHandedOver(id)}`
      : undefined,
    filter.handed_over === 'held_back' ? isHeldBack(id) : undefined,
    filter.also === 'duplicates' ? mayBeDuplicate : undefined,
    filter.also === 'stopped' ? hasStopped : undefined,
    ...facets,
  ]
  const asked = conditions.filter((each) => each !== undefined)
  return asked.length === 0 ? sql.lit(true) : sql.join(asked, sql` and `)
}

const id = sql<string>`application_index.application_id`

/** Whether an application stands so with the office. */
function workIn(work: Asked['filter']['work']): Expression<SqlBool> | undefined {
  switch (work) {
    case undefined:
      return undefined
    case 'open':
      return sql<SqlBool>`work in ('new', 'in_hand', 'waiting', 'came')`
    case 'overdue':
      return sql<SqlBool>`work = 'waiting' and work_until <= clock_timestamp()`
    default:
      return sql<SqlBool>`work = ${work}`
  }
}

/** The planner takes an outer join and `is null` for a rare match, and sorts all of them. */
const notAssigned = sql<SqlBool>`not exists (
  select from handling as other where other.application_id = ${id} and assignee_id is not null
)`

/** Of whom another account has the same number, or the same name and birth date. Few have, so those are found first. */
const mayBeDuplicate = sql<SqlBool>`(
  ssn_hash in (select ssn_hash from application_index where ssn_hash is not null group by ssn_hash having count(*) > 1)
  or (sort_name, birth_date) in (
    select sort_name, birth_date from application_index where birth_date <> '' and sort_name <> ', '
    group by sort_name, birth_date having count(*) > 1
  )
) and exists (
  select from application_index as other
  join application as theirs on theirs.id = other.application_id
  join application as own on own.id = ${id}
  where other.application_id <> ${id}
    and coalesce(theirs.account_id, theirs.former_account_id) <> coalesce(own.account_id, own.former_account_id)
    and (other.ssn_hash = application_index.ssn_hash or (other.birth_date <> '' and other.sort_name <> ', '
      and (other.sort_name, other.birth_date) = (application_index.sort_name, application_index.birth_date)))
)`

const STOPPED_DAYS = 7

/** A draft that nobody has touched for a week. */
const hasStopped = sql<SqlBool>`application_index.status in ('started', 'validating') and exists (
  select from application as draft
  where draft.id = ${id} and draft.updated_at < clock_timestamp() - make_interval(days => ${sql.lit(STOPPED_DAYS)})
)`

/** How many applications each list of work has, up to a number. */
export async function countWork(
  deps: StaffDeps,
  { person }: Pick<StaffSession, 'person'>,
): Promise<StaffReply<'countWork'>> {
  const { db } = deps.database
  const counted = await Promise.all(
    workListNames.map(async (name) => ({
      name,
      count: await countUpTo(db, indexRows(db).where(matchIn(deps, { person }, {}, workLists[name], []))),
    })),
  )
  return { lists: counted, counted_up_to: COUNTED_UP_TO }
}

/** The rows of the index, with who has them in hand. PostgreSQL leaves that out where nothing asks for it. */
const indexRows = (db: Kysely<Tables>) =>
  db.selectFrom('application_index').leftJoin('handling', 'handling.application_id', 'application_index.application_id')

const writeCursor = (sort: string, place: readonly string[]) =>
  Buffer.from(JSON.stringify([sort, ...place])).toString('base64url')

/** Null for what this function's counterpart did not write, or for another order. */
function readCursor(text: string, sort: Asked['sort'], places: readonly Place[]): readonly string[] | null {
  try {
    const [of, ...values]: unknown[] = JSON.parse(Buffer.from(text, 'base64url').toString())
    const isWhole = of === sort && values.length === places.length
    const found = places.flatMap(({ type }, index) => {
      const value = values[index]
      return typeof value === 'string' && isOfType[type](value) ? [value] : []
    })
    return isWhole && found.length === places.length ? found : null
  } catch {
    return null
  }
}

const isOfType: Readonly<Record<Place['type'], (value: string) => boolean>> = {
  timestamptz: (value) => /^-?infinity$/.test(value) || isDatabaseTime(value),
  text: isStorable,
  uuid: (value) => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(value),
}

/** The searches that a person has saved, by name, and those that others share. */
export const listViews = async ({ database: { db } }: StaffDeps, { person }: StaffSession) => ({
  views: await db
    .selectFrom('staff_view')
    .innerJoin('staff_person', 'staff_person.id', 'person_id')
    .select(['staff_view.id', 'staff_view.name', 'search', 'is_shared'])
    .select(sql<string | null>`case when person_id <> ${person.id} then staff_person.name end`.as('by'))
    .where(({ eb, or }) => or([eb('person_id', '=', person.id), eb('is_shared', '=', true)]))
    .orderBy(sql`person_id <> ${person.id}`)
    .orderBy('staff_view.name')
    .execute(),
})

/** Saves a search under a name; one's own of the same name is replaced. */
export const saveView = (
  { database: { db } }: StaffDeps,
  { person }: StaffSession,
  { name, search, is_shared }: StaffBody<'saveView'>,
): Promise<StaffReply<'saveView'>> =>
  db
    .insertInto('staff_view')
    .values({ person_id: person.id, name, search, is_shared })
    .onConflict((conflict) => conflict.columns(['person_id', 'name']).doUpdateSet({ search, is_shared }))
    .returning('id')
    .executeTakeFirstOrThrow()

export async function removeView(
  { database: { db } }: StaffDeps,
  { person }: StaffSession,
  id: number,
): Promise<StaffReply<'removeView'> | Refusal> {
  const { numDeletedRows } = await db
    .deleteFrom('staff_view')
    .where('id', '=', id)
    .where('person_id', '=', person.id)
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n ? { message: 'Removed.' } : refusal('no_view')
}
