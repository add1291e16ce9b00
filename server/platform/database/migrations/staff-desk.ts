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

/** What a provider sends that may be used only once. */
export const staffSignIn = statements(
  'create table staff_used_once (hash text primary key, expires_at timestamptz not null)',
)

/** Links of the staff desk tell who may see gender, ethnicity and race from who may see other sensitive answers. */
export const demographicsApart = statements(
  'alter table service_link add column may_read_demographics boolean not null default true',
)

/**
 * What the staff desk needs of the index: that an application was withdrawn, what its term and major were called, every
 * order with an end for what has no submission, and indexes for what is read of one application or one account. With
 * 100,000 applications saves wait for a second or two.
 */
export const deskIndex = statements(
  `alter table application_index
    add column term_label text not null default '', add column major_label text not null default ''`,
  `create function index_withdrawal() returns trigger language plpgsql
    security definer set search_path = pg_catalog, public, pg_temp as $$
    begin
      update application_index set status = 'withdrawn' where application_id = new.application_id;
      return null;
    end $$`,
  'revoke execute on function index_withdrawal() from public',
  `create trigger withdrawal_is_indexed after insert on withdrawal
    for each row execute function index_withdrawal()`,
  `update application_index set status = 'withdrawn' from withdrawal
    where withdrawal.application_id = application_index.application_id`,
  // The order by submission, with what was never submitted last either way.
  `create index application_index_newest on application_index
    (coalesce(submitted_at, '-infinity'), started_at, application_id)`,
  `create index application_index_oldest on application_index
    (coalesce(submitted_at, 'infinity'), started_at, application_id)`,
  'create index on application_index (status, started_at, application_id)',
  "create index on application_index (term, term_label) where term_label <> ''",
  "create index on application_index (major, major_label) where major_label <> ''",
  'create index on document (application_id)',
  'create index on application (coalesce(account_id, former_account_id))',
  'create index on document_request (document_id)',
  'create index on reopening (application_id)',
  'create index on sent_mail (account_id)',
  'create index on verification (value)',
)

/**
 * Which rights the reader of a desk's link has, null for a link of the operator or of a release before this one. And of a
 * token: who answers for it, what it is for, and who confirmed one that reads numbers or demographic answers. Until then
 * its hash waits where earlier releases do not look, so that none of them accepts it.
 */
export const gradesAndTokens = statements(
  'alter table service_link add column rights jsonb',
  `alter table export_token
    add column owner_id bigint references staff_person (id),
    add column purpose text not null default '',
    add column waiting_hash text,
    add column confirmed_by bigint references staff_person (id),
    add column confirmed_at timestamptz`,
  'create index on export_token (owner_id)',
  // Who made a token at the desk answers for it: it ends with their access.
  `update export_token set owner_id = (audit.detail ->> 'person')::bigint
    from audit
    where audit.action = 'export token made' and audit.subject = export_token.id
      and audit.detail ->> 'person' is not null
      and exists (select from staff_person where id = (audit.detail ->> 'person')::bigint)`,
)

/**
 * People who signed in with a link of the operator are known by their name as it is compared: of one width, in lower case,
 * with single blanks. Of those who were two only by that, the one whose access was ended counts, else the first.
 */
export const staffSubjects = statements(
  `with folded as (
    select id, lower(regexp_replace(normalize(subject, NFKC), '\\s+', ' ', 'g')) as subject,
      row_number() over (
        partition by lower(regexp_replace(normalize(subject, NFKC), '\\s+', ' ', 'g')) order by ended_at is null, id
      ) as place
    from staff_person where issuer = 'operator'
  )
  update staff_person set subject = folded.subject || case place when 1 then '' else ' #' || place end
  from folded where staff_person.id = folded.id and staff_person.subject <> folded.subject`,
)
