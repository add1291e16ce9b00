import type { Kysely } from 'kysely'
import type { Doer } from '../../platform/control/index.ts'
import type { Tables } from '../../platform/database/index.ts'
import type { StaffSession } from './staff-sessions.ts'

/** What staff do that the audit log records. */
type StaffAction =
  | 'staff signed in'
  | 'staff signed out'
  | 'staff sign-in refused'
  | 'staff call refused'
  | 'staff link made'
  | 'staff access ended'
  | 'applications searched'
  | 'application read'
  | 'original downloaded'
  | 'service view opened'
  | 'note added'
  | 'number revealed'
  | 'held data made'
  | 'handling changed'
  | 'password link sent'
  | 'sessions ended'
  | 'application reopened'
  | 'application closed'
  | 'document asked for'
  | 'document no longer asked for'
  | 'erasure asked for'
  | 'erasure canceled'
  | 'application erased'
  | 'lost receipt settled'
  | 'edition published'
  | 'preview link made'
  | 'edition confirmed'
  | 'edition called off'
  | 'hold made'
  | 'hold lifted'
  | 'record read'
  | 'record exported'
  | 'delivery read'
  | 'code maps read'
  | 'tokens read'
  | 'acknowledgements read'
  | 'acknowledgements recorded'

/** The actor of a person's rows in the audit log. */
export const actorOf = ({ name }: { readonly name: string }): string => `staff:${name}`

/** Who does something that other features record, as they take it. */
export const doerOf = ({ person }: Pick<StaffSession, 'person'>): Doer & { readonly person: number } => ({
  by: person.name,
  actor: actorOf(person),
  person: person.id,
})

/** Records what a person did, and to whom: `subject` is the id of an application or a person. */
export const recordStaff = (
  db: Kysely<Tables>,
  action: StaffAction,
  person: { readonly id: number; readonly name: string } | string,
  subject: string,
  detail: Readonly<Record<string, unknown>> = {},
): Promise<unknown> => {
  const [actor, who] = typeof person === 'string' ? [person, {}] : [actorOf(person), { person: person.id }]
  return db
    .insertInto('audit')
    .values({ actor, action, subject, detail: JSON.stringify({ ...who, ...detail }) })
    .execute()
}
