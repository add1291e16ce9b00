import { statements } from './statements.ts'

/** What was submitted, its application PDF, and the mails that must be sent once. */
export const submissions = statements(
  `create table submission (
    application_id uuid primary key references application (id),
    reference text not null unique,
    submitted_at timestamptz not null default clock_timestamp(),
    form_version text not null,
    snapshot jsonb not null
  )`,
  `create trigger submission_stands before update or delete or truncate on submission
    for each statement execute function refuse_change()`,
  `create table copy (
    application_id uuid primary key references application (id),
    status text not null check (status in ('UNPROCESSED', 'IN_PROGRESS', 'COMPLETED', 'FAILED')),
    message text,
    file text,
    updated_at timestamptz not null default clock_timestamp()
  )`,
  `create table sent_mail (
    id bigint generated always as identity primary key,
    key text not null unique,
    kind text not null,
    application_id uuid references application (id),
    account_id text,
    enqueued_at timestamptz not null default clock_timestamp(),
    sent_at timestamptz
  )`,
)
