import { statements } from './statements.ts'

/**
 * The life of an application after it is signed: it may be opened again and signed as a new version, be asked for a
 * document, or be withdrawn, and its account may begin another one (docs/decisions/0078).
 */
export const applicationLife = statements(
  // An account has one current application, which `account_id` names as before, and any number of earlier ones.
  `alter table application alter column account_id drop not null, add column former_account_id text`,
  `alter table application add constraint application_has_owner
    check (num_nonnulls(account_id, former_account_id) = 1) not valid`,
  'create index on application (former_account_id)',
  // What was signed last is in `submission`; what it replaced is here.
  'alter table submission add column version integer not null default 1',
  'alter table copy add column version integer not null default 1',
  `create table earlier_submission (
    application_id uuid not null references application (id),
    version integer not null,
    reference text not null,
    submitted_at timestamptz not null,
    form_version text not null,
    snapshot jsonb not null,
    pdf_key text,
    primary key (application_id, version)
  )`,
  'create index on earlier_submission (reference)',
  // Which documents belong to which version, whatever happens to them in the application afterwards.
  `create table signed_document (
    application_id uuid not null references application (id),
    version integer not null,
    answer_key text not null,
    document_id uuid not null references document (id),
    primary key (application_id, version, answer_key)
  )`,
  'create index on signed_document (document_id)',
  `insert into signed_document
    select application_id, 1, answer_key, document.id from document join submission using (application_id)
    where status = 'COMPLETED'`,
  // A submitted application that its applicant may change until a moment, and how that ended.
  `create table reopening (
    id bigint generated always as identity primary key,
    application_id uuid not null references application (id),
    version integer not null,
    until timestamptz not null,
    reason text not null,
    made_by bigint not null references staff_person (id),
    made_at timestamptz not null default clock_timestamp(),
    ended_at timestamptz,
    outcome text check (outcome in ('signed', 'closed', 'expired', 'withdrawn'))
  )`,
  'create unique index reopening_open on reopening (application_id) where ended_at is null',
  // As when it is submitted: a save that read the row before this finds another one, and is refused.
  `create trigger reopening_end_changes_row after update on reopening for each row
    when (old.ended_at is null and new.ended_at is not null) execute function change_submitted_row()`,
  // A document that staff ask for after the submission; it answers the key "request_<id>".
  `create table document_request (
    id bigint generated always as identity primary key,
    application_id uuid not null references application (id),
    title text not null,
    reason text not null,
    until timestamptz not null,
    made_by bigint not null references staff_person (id),
    made_at timestamptz not null default clock_timestamp(),
    ended_at timestamptz,
    document_id uuid references document (id)
  )`,
  'create index on document_request (application_id)',
  `create table withdrawal (
    application_id uuid primary key references application (id),
    reason text not null default '',
    at timestamptz not null default clock_timestamp()
  )`,
  ...['earlier_submission', 'signed_document', 'withdrawal'].flatMap((table) => [
    `create trigger ${table}_stands before truncate on ${table} for each statement execute function refuse_change()`,
    `create trigger ${table}_row_stands before update or delete on ${table}
      for each row execute function refuse_change_unless_erased()`,
  ]),
  // A signed row may go while its application is erased, and while the next version takes its place.
  `create or replace function refuse_change_unless_erased() returns trigger language plpgsql as $$
  begin
    if current_setting('causeway.erasing', true) is distinct from old.application_id::text
      and (tg_table_name <> 'submission'
        or current_setting('causeway.replacing', true) is distinct from old.application_id::text)
    then
      raise exception '% may not be changed or emptied: its rows stand as they were written', tg_table_name
        using errcode = 'restrict_violation';
    end if;
    if tg_op = 'DELETE' then return old; end if;
    return new;
  end $$`,
  `create function is_reopened(asked uuid) returns boolean language sql stable as $$
    select exists (
      select from reopening where application_id = asked and ended_at is null and until > clock_timestamp()
    )
  $$`,
  // Puts the signed version of a reopened application among the earlier ones, so that the next one can be signed.
  // Returns false and does nothing if its time is over.
  `create function replace_submission(replaced uuid) returns boolean
    language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
  begin
    if not is_reopened(replaced) then return false; end if;
    insert into earlier_submission
      select application_id, submission.version, reference, submitted_at, form_version, snapshot, file_key
      from submission left join copy using (application_id) where application_id = replaced;
    perform set_config('causeway.replacing', replaced::text, true);
    delete from submission where application_id = replaced;
    perform set_config('causeway.replacing', '', true);
    update copy set status = 'UNPROCESSED', message = null, file = null, file_key = null, version = version + 1
      where application_id = replaced;
    update reopening set ended_at = clock_timestamp(), outcome = 'signed'
      where application_id = replaced and ended_at is null;
    return true;
  end $$`,
  `create function keep_signed_documents() returns trigger language plpgsql
    security definer set search_path = pg_catalog, public, pg_temp as $$
  begin
    insert into signed_document
      select application_id, new.version, answer_key, id from document
      where application_id = new.application_id and status = 'COMPLETED';
    return null;
  end $$`,
  `create trigger submission_keeps_documents after insert on submission
    for each row execute function keep_signed_documents()`,
  `create or replace function record_submitted() returns trigger language plpgsql
    security definer set search_path = pg_catalog, public, pg_temp as $$
  begin
    perform pg_advisory_xact_lock(19);
    insert into application_change (application_id, version, kind) values
      (new.application_id, new.version, case when new.version > 1 then 'corrected' else 'submitted' end);
    return null;
  end $$`,
  // Of a withdrawal, and of a document that was asked for.
  `create function record_change() returns trigger language plpgsql
    security definer set search_path = pg_catalog, public, pg_temp as $$
  begin
    perform pg_advisory_xact_lock(19);
    insert into application_change (application_id, version, kind)
      select application_id, version, tg_argv[0] from submission where application_id = new.application_id;
    return null;
  end $$`,
  `create constraint trigger withdrawal_is_told after insert on withdrawal
    deferrable initially deferred for each row execute function record_change('withdrawn')`,
  `create constraint trigger document_is_told after update on document_request
    deferrable initially deferred for each row
    when (old.document_id is null and new.document_id is not null) execute function record_change('corrected')`,
  `create or replace function erase_application(erased uuid, why text, asker bigint, confirmer bigint) returns boolean
    language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
  declare
    owner text;
    was_current boolean;
    number text;
  begin
    select coalesce(account_id, former_account_id), account_id is not null into owner, was_current
      from application where id = erased for update;
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
    delete from earlier_submission where application_id = erased;
    delete from reopening where application_id = erased;
    delete from document_request where application_id = erased;
    delete from withdrawal where application_id = erased;
    delete from signed_document where application_id = erased;
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
    update audit set detail = detail - '{reason,title}'::text[]
      where subject = erased::text and detail ?| '{reason,title}'::text[];
    update delivery_row set suspended = null where application_id = erased;
    delete from application where id = erased;
    if number is not null then
      perform set_config('causeway.erasing', number, true);
      update audit set detail = detail - 'reason' where subject = number and detail ? 'reason';
    end if;
    perform set_config('causeway.erasing', '', true);
    if was_current then
      update application set account_id = owner, former_account_id = null where id = (
        select id from application where former_account_id = owner order by created_at desc limit 1
      );
    end if;
    if not exists (select from application where owner in (account_id, former_account_id)) then
      delete from successful_login where account_id = owner;
      delete from phone_link where account_id = owner;
      delete from sent_mail where account_id = owner;
      delete from verification where value = owner;
      delete from "user" where id = owner;
    end if;
    return true;
  end $$`,
  `revoke execute on function replace_submission(uuid), keep_signed_documents(), record_change() from public`,
)

/**
 * Each document that staff asked for knows the change by which other systems are told of it. So it belongs to the version
 * that was signed last when it came and to later ones, and a delivery holds it from that change on (docs/decisions/0078).
 */
export const requestedDocumentsTold = statements(
  'alter table document_request add column change_seq bigint references application_change (seq)',
  // The change was written at the end of the transaction that answered the request.
  `update document_request set change_seq = (
      select min(seq) from application_change
      where application_id = document_request.application_id and kind = 'corrected' and at >= ended_at
    ) where document_id is not null`,
  `create function record_requested_document() returns trigger language plpgsql
    security definer set search_path = pg_catalog, public, pg_temp as $$
  declare
    told bigint;
  begin
    perform pg_advisory_xact_lock(19);
    insert into application_change (application_id, version, kind)
      select application_id, version, 'corrected' from submission where application_id = new.application_id
      returning seq into told;
    update document_request set change_seq = told where id = new.id;
    return null;
  end $$`,
  'drop trigger document_is_told on document_request',
  `create constraint trigger document_is_told after update on document_request
    deferrable initially deferred for each row
    when (old.document_id is null and new.document_id is not null) execute function record_requested_document()`,
  // Else a trigger on a table of somebody's own could write the feed with these rights.
  'revoke execute on function record_requested_document() from public',
)

/** The language in which an application was read and signed. What was signed before was in English. */
export const languageOfSubmission = statements(
  "alter table submission add column language text not null default 'en'",
  "alter table earlier_submission add column language text not null default 'en'",
  // As it was, with the language. It names each column, so that the next one does not need to replace it.
  `create or replace function replace_submission(replaced uuid) returns boolean
    language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
  begin
    if not is_reopened(replaced) then return false; end if;
    insert into earlier_submission
        (application_id, version, reference, submitted_at, form_version, snapshot, pdf_key, language)
      select application_id, submission.version, reference, submitted_at, form_version, snapshot, file_key, language
      from submission left join application_pdf using (application_id) where application_id = replaced;
    perform set_config('causeway.replacing', replaced::text, true);
    delete from submission where application_id = replaced;
    perform set_config('causeway.replacing', '', true);
    update application_pdf
      set status = 'UNPROCESSED', message = null, file = null, file_key = null, version = version + 1
      where application_id = replaced;
    update reopening set ended_at = clock_timestamp(), outcome = 'signed'
      where application_id = replaced and ended_at is null;
    return true;
  end $$`,
)
