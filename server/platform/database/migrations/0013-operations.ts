import { statements } from './statements.ts'

/** What running the server needs: the keys in use, the outcome of each mail, limits on what one person can store. */
export const operations = statements(
  // One row for each key that was ever the first one of a process, and so may have encrypted something.
  `create table secret_key (
    id text primary key,
    fingerprint text not null,
    first_used_at timestamptz not null default clock_timestamp()
  )`,
  'alter table installation drop column secret_key_fingerprint',
  'alter table sent_mail add column refused_at timestamptz, add column refused_status integer',
  // Earlier releases did not record this. Most were sent, and sending again would mail everybody a second receipt.
  'update sent_mail set sent_at = enqueued_at where sent_at is null',
  // Keep only the newest report of each application.
  `delete from validation_report older using validation_report newer
    where older.application_id = newer.application_id and older.id < newer.id`,
  'create unique index on validation_report (application_id)',
  `alter table temporary_answers add column network text not null default '', add column bytes integer not null default 0`,
  'create index on temporary_answers (network)',
)
