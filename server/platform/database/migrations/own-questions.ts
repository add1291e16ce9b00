import { statements } from './statements.ts'

/**
 * What follows from the questions that an office asks. What other systems are told about the form has numbers of the feed
 * of changes, and a table beside it: a release before this one takes each row of that for an application, and reads past
 * a number that it does not find. The first row has no number: the feed begins with what was asked then.
 */
export const ownQuestions = statements(
  `create table form_change (
    id bigint generated always as identity primary key,
    seq bigint unique,
    edition integer not null,
    form_version text not null,
    digest text not null,
    at timestamptz not null default clock_timestamp()
  )`,
  `create trigger form_change_stands before update or delete or truncate on form_change
    for each statement execute function refuse_change()`,
  // Under the lock of every change, so that of several servers one tells it, and numbers become visible in their order.
  `create function tell_form(told_edition integer, told_version text, told_digest text) returns void language plpgsql
    security definer set search_path = pg_catalog, public, pg_temp as $$
  declare
    last text;
  begin
    perform pg_advisory_xact_lock(19);
    select digest into last from form_change order by id desc limit 1;
    if last = told_digest then return; end if;
    insert into form_change (seq, edition, form_version, digest) values (
      case when last is not null
        then nextval(pg_get_serial_sequence('public.application_change', 'seq')::regclass) end,
      told_edition, told_version, told_digest
    );
  end $$`,
  'revoke execute on function tell_form(integer, text, text) from public',
  // What staff filter by, as keyed hashes. A row of other questions than those of today is written again by a job.
  `alter table application_index
    add column facets text[] not null default '{}', add column facets_of text not null default ''`,
  'create index on application_index using gin (facets)',
  'create index on application_index (facets_of)',
)
