import { type Kysely, sql } from 'kysely'
import { type Institution, isStaffRole, type Reply, type StaffRole } from '../../../api/index.ts'
import { say, toSay } from '../../../engine/index.ts'
import { handedOver } from '../../handing-over/acknowledgements/index.ts'
import { nameOfRecipient } from '../../handing-over/deliveries/index.ts'
import type { Tables } from '../../platform/database/index.ts'

type Disclosed = Reply<'heldData'>['application']

/** What of the record an applicant reads as somebody's reading, in words of theirs. */
const readings = {
  'application read': toSay('Opened your application at the staff desk'),
  'service view opened': toSay('Read your answers'),
  'service link made': toSay('Made a link for reading your answers'),
  'packet made': toSay('Took your application with its documents'),
  'original downloaded': toSay('Took the original of a document with its signature'),
  'number revealed': toSay('Saw your Social Security number in full'),
  'held data made': toSay('Made a file of everything we hold about you'),
  'application exported': toSay('Received your application'),
  'document exported': toSay('Received a document'),
  'packet exported': toSay('Received your application with its documents'),
  'number exported': toSay('Received your Social Security number in full'),
} as const satisfies Readonly<Record<string, string>>

const readerByRole: Readonly<Record<StaffRole, string>> = {
  viewer: toSay('Staff: viewer'),
  processor: toSay('Staff: processor'),
  data_steward: toSay('Staff: data steward'),
  form_editor: toSay('Staff: form editor'),
  registrar: toSay('Staff: registrar'),
  administrator: toSay('Staff: administrator'),
}

const actions = Object.keys(readings) as (keyof typeof readings)[]

/** Who read an application, by role and time and without a name, the oldest first. */
export async function readersOf(
  db: Kysely<Tables>,
  institution: Pick<Institution, 'recipients'>,
  applicationId: string,
): Promise<Disclosed['readers']> {
  const rows = await db
    .selectFrom('audit')
    .leftJoin('staff_person', (join) =>
      join.on(sql`(audit.detail ->> 'person')::bigint`, '=', sql.ref('staff_person.id')),
    )
    .select(['audit.at', 'audit.actor', 'audit.action'])
    // What was recorded before the record had roles is told by the role of the last sign-in.
    .select(sql<string | null>`coalesce(audit.detail ->> 'role', staff_person.role)`.as('role'))
    .where('audit.subject', '=', applicationId)
    .where('audit.action', 'in', actions)
    .orderBy('audit.id')
    .execute()
  const named = nameOfRecipient(institution)
  return rows.map(({ at, actor, action, role }) => {
    const staff = say(role !== null && isStaffRole(role) ? readerByRole[role] : toSay('Staff: operator'))
    const what = actions.find((each) => each === action)
    return {
      at: at.toISOString(),
      who: actor.startsWith('api:') ? named(actor) : staff,
      what: what === undefined ? action : say(readings[what]),
    }
  })
}

/** To whom an application was handed over, the oldest first. */
export async function recipientsOf(
  db: Kysely<Tables>,
  institution: Pick<Institution, 'recipients'>,
  applicationId: string,
): Promise<Disclosed['recipients']> {
  const named = nameOfRecipient(institution)
  const given = await db
    .selectFrom(handedOver(db, [applicationId]).as('given'))
    .select(['target', 'at'])
    .orderBy('at')
    .execute()
  return given.map(({ target, at }) => ({ name: named(target), at: at.toISOString() }))
}

/** Why an application may not be erased, and what staff wrote about it where the institution shows that. */
export async function staffWordsOf(
  db: Kysely<Tables>,
  institution: Pick<Institution, 'release_notes'>,
  applicationId: string,
): Promise<Pick<Disclosed, 'hold' | 'notes'>> {
  const hold = await db
    .selectFrom('hold')
    .select(['made_at', 'reason'])
    .where('application_id', '=', applicationId)
    .executeTakeFirst()
  const notes = await db
    .selectFrom('application_note')
    .select(['at', 'text'])
    .where('application_id', '=', applicationId)
    .orderBy('id')
    .execute()
  return {
    hold: hold ? { since: hold.made_at.toISOString(), reason: hold.reason } : null,
    notes: institution.release_notes ? notes.map(({ at, text }) => ({ at: at.toISOString(), text })) : null,
  }
}
