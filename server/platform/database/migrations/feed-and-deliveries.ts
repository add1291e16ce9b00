import { statements } from './statements.ts'

/** What other systems are told about submitted applications, what they were given, and what they answered. */
export const deliveries = statements(
  `create table application_change (
    seq bigint generated always as identity primary key,
    application_id uuid not null,
    version integer not null default 1,
    kind text not null check (kind in ('submitted', 'corrected', 'withdrawn', 'erased')),
    at timestamptz not null default clock_timestamp()
  )`,
  'create index on application_change (application_id)',
  // A trigger, so that a server of an earlier release tells it too. It runs at the end of the transaction and lets only
  // one transaction commit at a time: numbers become visible in their order, and a reader misses none.
  `create function record_submitted() returns trigger language plpgsql as $$
    begin
      perform pg_advisory_xact_lock(19);
      insert into application_change (application_id, kind) values (new.application_id, 'submitted');
      return null;
    end $$`,
  `create constraint trigger submission_is_told after insert on submission
    deferrable initially deferred for each row execute function record_submitted()`,
  `insert into application_change (application_id, kind, at)
    select application_id, 'submitted', submitted_at from submission order by submitted_at, application_id`,
  `create trigger application_change_stands before update or delete or truncate on application_change
    for each statement execute function refuse_change()`,
  `create table delivery (
    id bigint generated always as identity primary key,
    target text not null,
    made_by text not null,
    after_seq bigint not null,
    through_seq bigint not null,
    previous_id bigint references delivery (id),
    is_repeat boolean not null default false,
    configuration jsonb not null,
    started_at timestamptz not null default clock_timestamp(),
    touched_at timestamptz not null default clock_timestamp(),
    manifest text,
    sent_at timestamptz,
    expired_at timestamptz
  )`,
  'create unique index on delivery (target) where manifest is null',
  `create table delivery_row (
    delivery_id bigint not null references delivery (id) on delete cascade,
    application_id uuid not null,
    seq bigint not null,
    version integer not null,
    kind text not null,
    suspended jsonb,
    primary key (delivery_id, application_id)
  )`,
  'create index on delivery_row (application_id)',
  `create table acknowledgement (
    id bigint generated always as identity primary key,
    target text not null,
    application_id uuid not null,
    version integer not null,
    result text not null check (result in ('accepted', 'suspended', 'rejected')),
    their_id text not null default '',
    reason text not null default '',
    made_by text not null,
    at timestamptz not null default clock_timestamp()
  )`,
  'create index on acknowledgement (application_id)',
  `create index on audit (actor) where action = 'application exported'`,
  `create trigger acknowledgement_stands before update or delete or truncate on acknowledgement
    for each statement execute function refuse_change()`,
  `create table export_token (
    id text primary key,
    name text not null,
    hash text not null,
    rights jsonb not null,
    networks jsonb not null default '[]',
    made_by text not null,
    made_at timestamptz not null default clock_timestamp(),
    expires_at timestamptz not null,
    last_used_at timestamptz,
    ended_at timestamptz
  )`,
  'create unique index on export_token (name) where ended_at is null',
)

/**
 * A submission changes the row of its application, though none of its values. A save changes the row only if it is
 * still the one that the save has read, so nothing is written into an application after its submission, whichever
 * release takes it.
 */
export const submissionChangesRow = statements(
  `create function change_submitted_row() returns trigger language plpgsql as $$
  begin
    update application set revision = revision where id = new.application_id;
    return null;
  end $$`,
  `create trigger submission_changes_row after insert on submission
    for each row execute function change_submitted_row()`,
)

/**
 * The feed of changes is written with the rights of the tables' owner. So an application that is submitted after the
 * migrations and before `npm run migrate` has given the servers' user its rights is not refused.
 */
export const feedByOwner = statements(
  'alter function record_submitted() security definer set search_path = pg_catalog, public, pg_temp',
  // Else a trigger on a table of somebody's own could write the feed with these rights.
  'revoke execute on function record_submitted() from public',
)

/** Where each webhook of DELIVERIES_FILE stands. */
export const webhooks = statements(
  `create table webhook (
    name text primary key,
    after_seq bigint not null,
    tries integer not null default 0,
    failing_since timestamptz,
    next_try_at timestamptz not null,
    outcome text not null default '',
    sent_at timestamptz,
    turned_off_at timestamptz,
    claim uuid,
    claimed_until timestamptz
  )`,
)

/**
 * The last number that was given to a change of the feed, or that a restored database begins behind. A reader that has
 * seen a higher one read another database.
 */
export const endOfTheFeed = statements(
  `create or replace function end_of_the_feed() returns bigint language sql stable security definer
    set search_path = pg_catalog, public, pg_temp as $$
    select coalesce(pg_sequence_last_value(pg_get_serial_sequence('public.application_change', 'seq')::regclass), 0)
  $$`,
)
