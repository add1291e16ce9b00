import { statements } from './statements.ts'

/**
 * What staff find applications by, without opening encrypted answers: a row per application, written in the same
 * transaction as what it describes. A row whose `indexed_at` is null has no answers yet (`npm run index-applications`).
 * Of the Social Security number only keyed hashes are here, of the whole number and of its end.
 */
export const applicationIndex = statements(
  `create table application_index (
    application_id uuid primary key references application (id),
    name text not null default '',
    sort_name text not null default '',
    name_words tsvector not null default '',
    birth_date text not null default '',
    phones text[] not null default '{}',
    term text not null default '',
    major text not null default '',
    kind text not null default '',
    ssn_hash text,
    ssn_end_hash text,
    ssn_key_id text,
    status text not null default 'started',
    started_at timestamptz not null default clock_timestamp(),
    submitted_at timestamptz,
    reference text unique,
    indexed_at timestamptz
  )`,
  `insert into application_index (application_id, started_at, submitted_at, reference, status)
    select id, created_at, submitted_at, reference, case
      when submitted_at is not null then 'submitted'
      when exists (select from web_status where application_id = id and status = 'validating') then 'validating'
      else 'started'
    end
    from application left join submission on application_id = id`,
  // Triggers, so that a server of an earlier release writes the rows too. They run with the rights of the tables' owner,
  // because the servers' user gets its rights on a new table a moment after it is there.
  `create function index_application() returns trigger language plpgsql
    security definer set search_path = pg_catalog, public, pg_temp as $$
    begin
      insert into application_index (application_id, started_at) values (new.id, new.created_at);
      return null;
    end $$`,
  `create trigger application_is_indexed after insert on application
    for each row execute function index_application()`,
  `create function index_status() returns trigger language plpgsql
    security definer set search_path = pg_catalog, public, pg_temp as $$
    begin
      update application_index set status = new.status
        where application_id = new.application_id and new.status = 'validating' and status = 'started';
      return null;
    end $$`,
  `create trigger web_status_is_indexed after insert on web_status
    for each row execute function index_status()`,
  `create function index_submission() returns trigger language plpgsql
    security definer set search_path = pg_catalog, public, pg_temp as $$
    begin
      update application_index
        set status = 'submitted', submitted_at = new.submitted_at, reference = new.reference
        where application_id = new.application_id;
      return null;
    end $$`,
  `create trigger submission_is_indexed after insert on submission
    for each row execute function index_submission()`,
  // Else a trigger on a table of somebody's own could write the index with these rights.
  'revoke execute on function index_application(), index_status(), index_submission() from public',
  'create index on application_index (submitted_at, application_id)',
  'create index on application_index (started_at, application_id)',
  'create index on application_index (sort_name, birth_date, application_id)',
  'create index on application_index using gin (name_words)',
  'create index on application_index using gin (phones)',
  'create index on application_index (birth_date)',
  'create index on application_index (ssn_hash)',
  'create index on application_index (ssn_end_hash)',
  'create index on application_index (application_id) where indexed_at is null',
)
