import { Readable } from 'node:stream'
import { type Kysely, sql } from 'kysely'
import { z } from 'zod'
import { recordExportPath, recordFilter, type StaffBody, type StaffReply } from '../../../api/index.ts'
import { csvOf } from '../../platform/csv/index.ts'
import type { Tables } from '../../platform/database/index.ts'
import { type App, isStorable, refusal, refuse } from '../../platform/http/index.ts'
import { recordStaff } from './record-staff.ts'
import { requireStaff, sessionIn } from './serve-staff-call.ts'
import type { StaffDeps } from './staff.ts'

/** Rows of the audit log, newest first. Days are those of the institution. */
export async function readRecord(
  { database: { db }, institution }: StaffDeps,
  { actor, action, subject, from, to, before, limit }: StaffBody<'readRecord'>,
): Promise<StaffReply<'readRecord'>> {
  const zone = institution.time_zone
  const named = subject?.trim().toUpperCase() ?? ''
  const rows = await db
    .selectFrom('audit')
    .selectAll()
    .$if(actor !== undefined, (query) => query.where(sql<boolean>`position(lower(${actor}) in lower(actor)) > 0`))
    .$if(action !== undefined, (query) => query.where(sql<boolean>`position(lower(${action}) in lower(action)) > 0`))
    .$if(subject !== undefined, (query) =>
      query.where(({ eb, or, selectFrom }) =>
        or([
          eb('subject', '=', subject?.trim() ?? ''),
          eb(
            'subject',
            'in',
            selectFrom('submission').select(sql<string>`application_id::text`.as('id')).where('reference', '=', named),
          ),
          eb(
            'subject',
            'in',
            selectFrom('erasure').select(sql<string>`application_id::text`.as('id')).where('reference', '=', named),
          ),
        ]),
      ),
    )
    .$if(from !== undefined, (query) => query.where('at', '>=', sql<Date>`${from}::timestamp at time zone ${zone}`))
    .$if(to !== undefined, (query) =>
      query.where('at', '<', sql<Date>`(${to}::timestamp + interval '1 day') at time zone ${zone}`),
    )
    .$if(before !== undefined, (query) => query.where('id', '<', before ?? 0))
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute()
  const page = rows.slice(0, limit)
  const applications = page.flatMap((row) => (isId(row.subject) ? [{ application_id: row.subject }] : []))
  const nameOf = await namesOf(db, applications)
  const personOf = await peopleIn(db, page)
  return {
    rows: page.map(({ at, ...row }) => ({
      ...row,
      reference: nameOf({ application_id: row.subject }).reference,
      detail: Object.fromEntries(
        Object.entries({ ...row.detail }).map(([name, value]) => [name, personOf(name, value)]),
      ),
      at: at.toISOString(),
    })),
    next: rows.length > limit ? (page.at(-1)?.id ?? null) : null,
  }
}

/** What names a person in a row by a number. */
const PEOPLE: ReadonlySet<string> = new Set(['person', 'asked_by', 'assignee_id'])

/**
 * Says who the people in the rows are, beside their numbers: the name they have now, and what their issuer calls them,
 * which no two people share and nobody can choose.
 */
async function peopleIn(db: Kysely<Tables>, rows: readonly { readonly detail: unknown }[]) {
  const numbers = rows.flatMap(({ detail }) =>
    Object.entries(Object(detail)).flatMap(([name, value]) =>
      PEOPLE.has(name) && Number.isInteger(value) ? [Number(value)] : [],
    ),
  )
  const people =
    numbers.length === 0
      ? []
      : await db
          .selectFrom('staff_person')
          .select(['id', 'name', 'issuer', 'subject'])
          .where('id', 'in', numbers)
          .execute()
  const inWords = new Map(
    people.map(({ id, ...each }) => [id, `${id} (${each.name}: ${each.subject} at ${each.issuer})`]),
  )
  return (name: string, value: unknown): unknown => (PEOPLE.has(name) ? (inWords.get(Number(value)) ?? value) : value)
}

const isId = (subject: string): boolean => z.uuid().safeParse(subject).success

const AT_ONCE = 1000 // rows
const columns = ['at', 'actor', 'action', 'subject', 'reference', 'detail'] as const

/** POST a filter: all of the record that it finds, newest first, as CSV for a spreadsheet, to who has just signed in. */
export function serveRecordExport(app: App, deps: StaffDeps): void {
  app.route({
    method: 'POST',
    url: recordExportPath,
    exposeHeadRoute: false,
    config: { staffCall: 'record export', isRefusedWhenBusy: true },
    onRequest: requireStaff(app, deps, 'export_record'),
    schema: { body: recordFilter },
    preValidation: async ({ body }, reply) => (isStorable(body) ? undefined : refuse(reply, refusal('malformed'))),
    handler: async (request, reply) => {
      const filter = recordFilter.parse(request.body)
      const { person, isFresh } = sessionIn(request)
      if (!isFresh) return refuse(reply, refusal('old_sign_in'))
      await recordStaff(deps.database.db, 'record exported', person, String(person.id), filter)
      return reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', 'attachment; filename="record.csv"')
        .send(Readable.from(linesOf(deps, filter)))
    },
  })
}

/** The lines, some at a time, so that a record of any length is never in memory as a whole. */
async function* linesOf(deps: StaffDeps, filter: z.output<typeof recordFilter>): AsyncGenerator<string> {
  yield `\uFEFF${lines([columns])}`
  let before: number | undefined
  do {
    const { rows, next } = await readRecord(deps, { ...filter, before, limit: AT_ONCE })
    yield lines(
      rows.map((row) => [row.at, row.actor, row.action, row.subject, row.reference, JSON.stringify(row.detail)]),
    )
    before = next ?? undefined
  } while (before !== undefined)
}

/** What people typed is in some rows, so nothing in them may be a formula. */
const lines = (rows: readonly (readonly string[])[]): string => csvOf(rows, { spreadsheet: true })

/** The names and reference numbers of applications; empty for those that were erased. */
export async function namesOf(db: Kysely<Tables>, rows: readonly { readonly application_id: string }[]) {
  const ids = [...new Set(rows.map(({ application_id }) => application_id))]
  const found =
    ids.length === 0
      ? []
      : await db
          .selectFrom('application_index')
          .select(['application_id', 'name', 'reference'])
          .where('application_id', 'in', ids)
          .execute()
  const byId = new Map(found.map((each) => [each.application_id, each]))
  return ({ application_id }: { readonly application_id: string }) => {
    const { name = '', reference } = byId.get(application_id) ?? {}
    return { application_id, name, reference: reference ?? '' }
  }
}
