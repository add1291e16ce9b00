import { statements } from './statements.ts'

/**
 * Erasing an application: one function of the tables' owner removes its rows from every table, the append-only ones
 * too, and leaves a row of ids and dates (docs/decisions/0072). Nothing else may remove rows from append-only tables.
 */
export const erasure = statements(
  // An application that was erased. No foreign keys: what it names is gone, or may go.
  `create table erasure (
    application_id uuid primary key,
    reference text,
    cause text not null check (cause in ('applicant', 'staff', 'retention', 'list')),
    asked_by bigint,
    confirmed_by bigint,
    erased_at timestamptz not null default clock_timestamp(),
    files_erased_at timestamptz
  )`,
  'create index on erasure (erased_at) where files_erased_at is null',
  `create table erasure_request (
    id bigint generated always as identity primary key,
    application_id uuid not null references application (id),
    reason text not null,
    asked_by bigint not null references staff_person (id),
    asked_at timestamptz not null default clock_timestamp()
  )`,
  'create unique index on erasure_request (application_id)',
  `create table hold (
    application_id uuid primary key references application (id),
    reason text not null,
    made_by bigint not null references staff_person (id),
    made_at timestamptz not null default clock_timestamp()
  )`,
  // What may be changed or removed while an application is erased: its own rows, one by one.
  `create function refuse_change_unless_erased() returns trigger language plpgsql as $$
  begin
    if current_setting('causeway.erasing', true) is distinct from old.application_id::text then
      raise exception '% may not be changed or emptied: its rows stand as they were written', tg_table_name
        using errcode = 'restrict_violation';
    end if;
    if tg_op = 'DELETE' then return old; end if;
    return new;
  end $$`,
  // Of the audit log, what was written about the erased application may go, and whole rows when they are old.
  `create function refuse_change_of_audit() returns trigger language plpgsql as $$
  begin
    if tg_op = 'DELETE' and old.at < nullif(current_setting('causeway.audit_begins', true), '')::timestamptz then
      return old;
    end if;
    if tg_op = 'UPDATE' and current_setting('causeway.erasing', true) = old.subject
      and to_jsonb(new) - 'detail' = to_jsonb(old) - 'detail'
    then
      return new;
    end if;
    raise exception 'audit may not be changed or emptied: its rows stand as they were written'
      using errcode = 'restrict_violation';
  end $$`,
  ...[
    ['answer_history', 'delete', 'refuse_change_unless_erased()'],
    ['submission', 'delete', 'refuse_change_unless_erased()'],
    ['application_note', 'update or delete', 'refuse_change_unless_erased()'],
    ['acknowledgement', 'update or delete', 'refuse_change_unless_erased()'],
    ['audit', 'update or delete', 'refuse_change_of_audit()'],
  ].flatMap(([table, when, check]) => [
    `drop trigger ${table}_stands on ${table}`,
    `create trigger ${table}_stands before truncate on ${table} for each statement execute function refuse_change()`,
    `create trigger ${table}_row_stands before ${when} on ${table} for each row execute function ${check}`,
  ]),
  `create function erase_application(erased uuid, why text, asker bigint, confirmer bigint) returns boolean
    language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
  declare
    owner text;
    number text;
  begin
    select account_id into owner from application where id = erased for update;
    if owner is null then return false; end if;
    if why <> 'list' and exists (select from hold where application_id = erased) then
      raise exception 'application % is on hold', erased using errcode = 'restrict_violation';
    end if;
    select reference into number from submission where application_id = erased;
    insert into erasure (application_id, reference, cause, asked_by, confirmed_by)
      values (erased, number, why, asker, confirmer)
      on conflict (application_id) do update set files_erased_at = null;
    if number is not null then
      -- As when an application is submitted: numbers of the feed become visible in their order.
      perform pg_advisory_xact_lock(19);
      insert into application_change (application_id, version, kind)
        select erased, coalesce(max(version), 1), 'erased' from application_change where application_id = erased;
    end if;
    perform set_config('causeway.erasing', erased::text, true);
    delete from answer_history where application_id = erased;
    delete from web_status where application_id = erased;
    delete from validation_report where application_id = erased;
    delete from submission where application_id = erased;
    delete from copy where application_id = erased;
    delete from sent_mail where application_id = erased;
    delete from service_link where application_id = erased;
    delete from document where application_id = erased;
    delete from application_note where application_id = erased;
    delete from handling where application_id = erased;
    delete from hold where application_id = erased;
    delete from erasure_request where application_id = erased;
    delete from application_index where application_id = erased;
    -- What people wrote about it; the rows stay as far as they are ids, actions and dates.
    update acknowledgement set reason = '' where application_id = erased and reason <> '';
    update audit set detail = detail - 'reason' where subject = erased::text and detail ? 'reason';
    update delivery_row set suspended = null where application_id = erased;
    delete from application where id = erased;
    if number is not null then
      perform set_config('causeway.erasing', number, true);
      update audit set detail = detail - 'reason' where subject = number and detail ? 'reason';
    end if;
    perform set_config('causeway.erasing', '', true);
    if not exists (select from application where account_id = owner) then
      delete from successful_login where account_id = owner;
      delete from phone_link where account_id = owner;
      delete from sent_mail where account_id = owner;
      delete from verification where value = owner;
      delete from "user" where id = owner;
    end if;
    return true;
  end $$`,
  `create function erase_old_audit(before timestamptz) returns bigint
    language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
  declare
    removed bigint;
  begin
    if before > now() - interval '1 year' then
      raise exception 'the audit log is kept for at least a year' using errcode = 'restrict_violation';
    end if;
    perform set_config('causeway.audit_begins', before::text, true);
    delete from audit where at < before;
    get diagnostics removed = row_count;
    perform set_config('causeway.audit_begins', '', true);
    return removed;
  end $$`,
  // Else a trigger on a table of somebody's own could erase with these rights.
  `revoke execute on function erase_application(uuid, text, bigint, bigint), erase_old_audit(timestamptz) from public`,
)

/**
 * Accounts that were erased, with or without an application, so that a restored database loses them again
 * (docs/decisions/0072). A trigger writes them, whatever removes an account; a sign-up that was never confirmed is none.
 */
export const erasedAccounts = statements(
  `create table erased_account (
    account_id text primary key,
    erased_at timestamptz not null default clock_timestamp(),
    listed_at timestamptz
  )`,
  'create index on erased_account (erased_at) where listed_at is null',
  `create function record_erased_account() returns trigger
    language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
  begin
    delete from successful_login where account_id = old.id;
    delete from phone_link where account_id = old.id;
    delete from sent_mail where account_id = old.id and application_id is null;
    delete from verification where value = old.id;
    if old."emailVerified" then
      insert into erased_account (account_id) values (old.id) on conflict (account_id) do update set listed_at = null;
    end if;
    return null;
  end $$`,
  `create trigger erased_account_is_recorded after delete on "user"
    for each row execute function record_erased_account()`,
  'revoke execute on function record_erased_account() from public',
)

/**
 * What was ended, so that a restored database does not let it live again (docs/decisions/0072): tokens of other systems,
 * access of staff, passwords, and, as one moment for all, sessions and links. Triggers write it, whatever ends them. A
 * person of the staff is named by a hash of issuer and subject, because a restored database may give another the number.
 */
export const revocations = statements(
  `create table revocation (
    id uuid primary key default gen_random_uuid(),
    kind text not null check (kind in ('token', 'staff', 'password', 'sessions')),
    subject text not null,
    at timestamptz not null default clock_timestamp(),
    listed_at timestamptz
  )`,
  'create index on revocation (kind) where listed_at is null',
  'create index revocation_about on revocation (subject, kind)',
  // Rows of sessions are few, and replaced at each listing.
  `create index revocation_of_sessions on revocation (id) where kind = 'sessions'`,
  `create function staff_subject(issuer text, subject text) returns text language sql immutable
    set search_path = pg_catalog as $$ select encode(sha256(convert_to(issuer || ' ' || subject, 'UTF8')), 'hex') $$`,
  ...(
    [
      ['export_token', 'ended_at', `'token', new.id::text`, 'old.ended_at is null and new.ended_at is not null'],
      [
        'staff_person',
        'ended_at',
        `'staff', staff_subject(new.issuer, new.subject)`,
        'old.ended_at is null and new.ended_at is not null',
      ],
      [
        'account',
        'password',
        `'password', new."userId"`,
        'old.password is distinct from new.password and new.password is not null',
      ],
    ] as const
  ).flatMap(([table, column, values, when]) => [
    `create function record_ended_${table}() returns trigger
      language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
    begin
      insert into revocation (kind, subject) select ${values}
        where ${table === 'account'} or not exists (select from revocation where (kind, subject) = (${values}));
      return null;
    end $$`,
    `create trigger ended_${table}_is_recorded after update of ${column} on ${table}
      for each row when (${when}) execute function record_ended_${table}()`,
    `revoke execute on function record_ended_${table}() from public`,
  ]),
  // Somebody who came after the backup and whose access was ended has no row in a restored database.
  `create function keep_staff_ended() returns trigger
    language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
  begin
    select min(at) into new.ended_at from revocation
      where kind = 'staff' and subject = staff_subject(new.issuer, new.subject);
    return new;
  end $$`,
  `create trigger staff_stays_ended before insert on staff_person
    for each row when (new.ended_at is null) execute function keep_staff_ended()`,
  'revoke execute on function keep_staff_ended() from public',
  // One row until it is listed, however many are ended; what had run out by itself is no matter.
  `create function record_ended_sessions() returns trigger
    language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
  begin
    if exists (select from ended where coalesce(to_jsonb(ended) ->> 'expiresAt', to_jsonb(ended) ->> 'ends_at',
        to_jsonb(ended) ->> 'expires_at')::timestamptz > clock_timestamp())
      and not exists (select from revocation where kind = 'sessions' and listed_at is null) then
      insert into revocation (kind, subject) values ('sessions', '');
    end if;
    return null;
  end $$`,
  ...['session', 'staff_session', 'service_link'].map(
    (table) => `create trigger ended_${table}s_are_recorded after delete on ${table}
      referencing old table as ended for each statement execute function record_ended_sessions()`,
  ),
  'revoke execute on function record_ended_sessions() from public',
)

/** What proves an erasure, and what tells a restored database which receipts it lacks (docs/decisions/0072). */
export const certificatesAndReceipts = statements(
  // How much was removed, and what a search of the database's files for it found.
  `alter table erasure
    add column removed jsonb not null default '{}',
    add column searched jsonb`,
  'alter table erased_account add column scrubbed_at timestamptz',
  // `listed_under` is the secret key under which the storage lists a receipt; null until then.
  `create table receipt (
    application_id uuid not null references application (id) on delete cascade,
    version integer not null,
    listed_under text,
    primary key (application_id, version)
  )`,
  'create index on receipt (application_id) where listed_under is null',
  'insert into receipt (application_id, version) select application_id, version from submission',
  // One that the storage lists and this database did not have. The owner's name and address are sealed.
  `create table lost_receipt (
    application_id uuid not null,
    version integer not null,
    reference text not null,
    submitted_at timestamptz not null,
    owner jsonb not null,
    found_at timestamptz not null default clock_timestamp(),
    primary key (application_id, version)
  )`,
)
