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
