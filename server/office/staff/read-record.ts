import { sql } from 'kysely'
import { z } from 'zod'
import type { StaffBody, StaffReply } from '../../../api/index.ts'
import { namesOf } from './names-of.ts'
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
  return {
    rows: page.map(({ at, ...row }) => ({
      ...row,
      reference: nameOf({ application_id: row.subject }).reference,
      detail: { ...row.detail },
      at: at.toISOString(),
    })),
    next: rows.length > limit ? (page.at(-1)?.id ?? null) : null,
  }
}

const isId = (subject: string): boolean => z.uuid().safeParse(subject).success
