import { statements } from './statements.ts'

/** The staff's queue shows what became of the mails of each application. */
export const mailsOfAnApplication = statements(
  'create index on sent_mail (application_id) where application_id is not null',
)

/**
 * One row: the newest time that counts as right, and for how long processes have worked in a time that is more than a day
 * away from it. It begins with the newest time that an earlier release wrote.
 */
export const clock = statements(
  `create table clock (
    only_row boolean primary key default true check (only_row),
    right_at timestamptz not null,
    doubted_at timestamptz,
    doubted_seconds double precision not null default 0
  )`,
  `insert into clock (right_at) select coalesce(greatest(
    (select max(beat_at) from process), (select max(updated_at) from application)
  ), clock_timestamp())`,
)

/** When the owner of a draft wanted no more reminders about it. */
export const remindersStopped = statements('alter table application add column reminders_stopped_at timestamptz')

/** Mails that the mail server refused for a reason other than their address: when last. And the codes of its replies. */
export const mailsBlocked = statements('alter table sent_mail add column blocked_at timestamptz, add column reply text')
