import { statements } from './statements.ts'

/** Rate-limit counters that several processes share, and the audit log. */
export const safeguards = statements(
  `create table rate_limit (
    key text primary key,
    count integer not null,
    window_ends timestamptz not null
  )`,
  'create index on rate_limit (window_ends)',
  `create table audit (
    id bigint generated always as identity primary key,
    at timestamptz not null default clock_timestamp(),
    actor text not null,
    action text not null,
    subject text not null,
    detail jsonb not null default '{}'
  )`,
  'create index on audit (subject, at)',
  `create trigger audit_stands before update or delete or truncate on audit
    for each statement execute function refuse_change()`,
)
