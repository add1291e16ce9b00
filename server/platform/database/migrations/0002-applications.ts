import { statements } from './statements.ts'

/**
 * Applications and what happens to them before submission. Times use clock_timestamp() because rows of one transaction
 * need an order, and now() does not advance during a transaction.
 */
export const applications = statements(
  `create function refuse_change() returns trigger language plpgsql as $$
  begin
    raise exception '% may not be changed or emptied: its rows stand as they were written', tg_table_name
      using errcode = 'restrict_violation';
  end $$`,
  `create table application (
    id uuid primary key default gen_random_uuid(),
    account_id text not null unique,
    answers jsonb not null default '{}',
    add_another jsonb not null default '{}',
    tabs jsonb not null default '{}',
    document_answer jsonb not null default '{}',
    revision bigint not null default 0,
    last_page text not null default '',
    created_at timestamptz not null default clock_timestamp(),
    updated_at timestamptz not null default clock_timestamp()
  )`,
  `create table answer_history (
    id bigint generated always as identity primary key,
    application_id uuid not null references application (id),
    revision bigint not null,
    changed jsonb not null,
    at timestamptz not null default clock_timestamp()
  )`,
  'create index on answer_history (application_id, revision)',
  `create trigger answer_history_stands before update or delete or truncate on answer_history
    for each statement execute function refuse_change()`,
  `create table web_status (
    application_id uuid not null references application (id),
    status text not null check (status in ('started', 'validating', 'submitted')),
    at timestamptz not null default clock_timestamp(),
    primary key (application_id, status)
  )`,
  `create table successful_login (
    id bigint generated always as identity primary key,
    account_id text not null,
    at timestamptz not null default clock_timestamp()
  )`,
  'create index on successful_login (account_id, at)',
  `create table validation_report (
    id bigint generated always as identity primary key,
    application_id uuid not null references application (id),
    problems jsonb not null,
    at timestamptz not null default clock_timestamp()
  )`,
  'create index on validation_report (application_id, at)',
)
