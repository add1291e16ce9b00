import { statements } from './statements.ts'

/** Staff: who they are, their sessions and sign-in links, and what they write beside applications. */
export const staffDesk = statements(
  `create table staff_person (
    id bigint generated always as identity primary key,
    issuer text not null,
    subject text not null,
    name text not null,
    role text not null,
    first_seen_at timestamptz not null default clock_timestamp(),
    last_seen_at timestamptz not null default clock_timestamp(),
    ended_at timestamptz,
    unique (issuer, subject)
  )`,
  `create table staff_link (
    hash text primary key,
    person_name text not null,
    role text not null,
    is_emergency boolean not null,
    made_by text not null,
    expires_at timestamptz not null,
    used_at timestamptz
  )`,
  `create table staff_session (
    id bigint generated always as identity primary key,
    hash text not null unique,
    person_id bigint not null references staff_person (id),
    role text not null,
    provider_session text,
    signed_in_at timestamptz not null,
    used_at timestamptz not null,
    ends_at timestamptz not null
  )`,
  'create index on staff_session (person_id)',
  `create table application_note (
    id bigint generated always as identity primary key,
    application_id uuid not null references application (id),
    person_id bigint not null references staff_person (id),
    text text not null,
    at timestamptz not null default clock_timestamp()
  )`,
  'create index on application_note (application_id, id)',
  `create trigger application_note_stands before update or delete or truncate on application_note
    for each statement execute function refuse_change()`,
  `create table handling (
    application_id uuid primary key references application (id),
    state text not null default 'new' check (state in ('new', 'in_hand', 'handled')),
    assignee_id bigint references staff_person (id),
    version integer not null default 1,
    changed_at timestamptz not null default clock_timestamp()
  )`,
  'create index on handling (state)',
  'create index on handling (assignee_id)',
  `create table staff_view (
    id bigint generated always as identity primary key,
    person_id bigint not null references staff_person (id),
    name text not null,
    search text not null,
    unique (person_id, name)
  )`,
  `alter table service_link
    add column staff_session_id bigint references staff_session (id) on delete cascade,
    add column may_read_sensitive boolean not null default true`,
  'create index on service_link (staff_session_id)',
  'create index on audit (at, id)',
  'create index on audit (subject, id)',
)
