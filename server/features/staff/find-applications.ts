import { type Expression, type Kysely, type SqlBool, sql } from 'kysely'
import type { StaffBody, StaffReply } from '../../../api/index.ts'
import type { Tables } from '../../platform/database/index.ts'
import { type Refusal, refusal } from '../../platform/http/index.ts'
import { digitsOf, foldedWords, ssnEndHash } from '../application-index/index.ts'
import { describeListed, listedColumns } from './listed-application.ts'
import { queueRows } from './queue-rows.ts'
import type { StaffDeps } from './staff.ts'

type Asked = StaffBody<'findApplications'>

/** Up to how many matches are counted: counting all of 100,000 would take longer than finding a page of them. */
const COUNTED_UP_TO = 1000

const columns = { submitted: 'submitted_at', started: 'started_at', name: 'sort_name' } as const

/** A page of the applications that match, in the order asked for; without those never submitted if by submission. */
export async function findApplications(
  deps: StaffDeps,
  { search, filter, sort, order, after, limit }: Asked,
): Promise<StaffReply<'findApplications'> | Refusal> {
  const { db } = deps.database
  const problem = problemWith(search)
  if (problem !== undefined) return { ...refusal('unusable_search'), message: problem }
  const last = after === undefined ? undefined : readCursor(after, sort)
  if (last === null) return { ...refusal('unusable_search'), message: 'This page of the list is no longer there.' }
  const matching = matchingRows(deps, db, search, filter).$if(sort === 'submitted', (query) =>
    query.where('submitted_at', 'is not', null),
  )
  const column = sql.ref(`application_index.${columns[sort]}`)
  const direction = order === 'up' ? 'asc' : 'desc'
  const than = sql.raw(order === 'up' ? '>' : '<')
  const type = sql.raw(sort === 'name' ? 'text' : 'timestamptz')
  const [rows, counted] = await Promise.all([
    matching
      .select(listedColumns)
      .select(sql<string>`${column}::text`.as('sorted_by'))
      .$if(last !== undefined, (query) =>
        query.where(
          sql<SqlBool>`(${column}, application_index.application_id) ${than} (${last?.[0]}::${type}, ${last?.[1]}::uuid)`,
        ),
      )
      .orderBy(column, direction)
      .orderBy('application_index.application_id', direction)
      .limit(limit + 1)
      .execute(),
    db
      .selectFrom(matching.select(sql`1`.as('one')).limit(COUNTED_UP_TO).as('matching'))
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow(),
  ])
  const page = rows.slice(0, limit)
  const final = page.at(-1)
  return {
    applications: await describeListed(deps, page),
    next: rows.length > limit && final ? writeCursor(sort, final.sorted_by, final.application_id) : null,
    matching: Number(counted.count),
    counted_up_to: COUNTED_UP_TO,
  }
}

function problemWith({ name, birth_date, phone, ssn_end }: Asked['search']): string | undefined {
  if (name !== undefined && foldedWords(name).length === 0) return 'A name has at least one letter.'
  if (phone !== undefined && digitsOf(phone).length < 7) return 'A phone number has at least seven digits.'
  if (ssn_end !== undefined && name === undefined && birth_date === undefined)
    return 'Search by the end of a Social Security number only together with a name or a birth date.'
  return undefined
}

/** The rows that match all of it. */
function matchingRows(
  { keyRing }: Pick<StaffDeps, 'keyRing'>,
  db: Kysely<Tables>,
  search: Asked['search'],
  filter: Asked['filter'],
) {
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
    filter.handling === undefined
      ? undefined
      : filter.handling === 'new'
        ? notHandled(sql`state <> 'new'`)
        : sql<SqlBool>`handling.state = ${filter.handling}`,
    filter.assignee === undefined
      ? undefined
      : filter.assignee === 0
        ? notHandled(sql`assignee_id is not null`)
        : sql<SqlBool>`assignee_id = ${filter.assignee}`,
  ]
  return queueRows(db).where(({ and }) => and(conditions.filter((each) => each !== undefined)))
}

/** No row at all counts too. The planner takes an outer join and `is null` for a rare match, and sorts all of them. */
const notHandled = (so: Expression<unknown>) =>
  sql<SqlBool>`not exists (select from handling as other where other.application_id = application_index.application_id and ${so})`

const writeCursor = (sort: string, value: string, id: string) =>
  Buffer.from(JSON.stringify([sort, value, id])).toString('base64url')

/** Null for what this function's counterpart did not write, or for another order. */
function readCursor(text: string, sort: Asked['sort']): readonly [value: string, id: string] | null {
  try {
    const [of, value, id]: unknown[] = JSON.parse(Buffer.from(text, 'base64url').toString())
    const isTime = sort === 'name' || (typeof value === 'string' && !Number.isNaN(Date.parse(value)))
    const isWhole =
      typeof value === 'string' && typeof id === 'string' && /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(id)
    return of === sort && isTime && isWhole ? [value, id] : null
  } catch {
    return null
  }
}
