import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { statements } from './statements.ts'

/**
 * The tables of release 0.1.0, which a new database begins with. Times use clock_timestamp() because rows of one
 * transaction need an order, and now() does not advance during a transaction.
 */
const baseline = statements(
  // Accounts have the names and types of better-auth 1.7, which the first releases used (docs/decisions/0094).
  `create table "user" (
    "id" text primary key,
    "name" text not null,
    "email" text not null unique,
    "emailVerified" boolean not null,
    "image" text,
    "createdAt" timestamptz not null default current_timestamp,
    "updatedAt" timestamptz not null default current_timestamp
  )`,
  `create table "session" (
    "id" text primary key,
    "expiresAt" timestamptz not null,
    "token" text not null unique,
    "createdAt" timestamptz not null default current_timestamp,
    "updatedAt" timestamptz not null,
    "ipAddress" text,
    "userAgent" text,
    "userId" text not null references "user" ("id") on delete cascade
  )`,
  `create index "session_userId_idx" on "session" ("userId")`,
  `create table "account" (
    "id" text primary key,
    "accountId" text not null,
    "providerId" text not null,
    "userId" text not null references "user" ("id") on delete cascade,
    "accessToken" text,
    "refreshToken" text,
    "idToken" text,
    "accessTokenExpiresAt" timestamptz,
    "refreshTokenExpiresAt" timestamptz,
    "scope" text,
    "password" text,
    "createdAt" timestamptz not null default current_timestamp,
    "updatedAt" timestamptz not null
  )`,
  `create index "account_userId_idx" on "account" ("userId")`,
  `create table "verification" (
    "id" text primary key,
    "identifier" text not null,
    "value" text not null,
    "expiresAt" timestamptz not null,
    "createdAt" timestamptz not null default current_timestamp,
    "updatedAt" timestamptz not null default current_timestamp
  )`,
  `create index "verification_identifier_idx" on "verification" ("identifier")`,
  // A sign-up waits here until its code is entered; only then is an account created (docs/decisions/0023).
  `create table pending_sign_up (
    id bigint generated always as identity primary key,
    email text not null,
    network_hash text not null,
    proof_hash text not null unique,
    password_hash text not null,
    code_number integer not null default 1,
    code_expires_at timestamptz not null,
    tries_left integer not null,
    is_decoy boolean not null,
    created_at timestamptz not null,
    expires_at timestamptz not null
  )`,
  'create index on pending_sign_up (email)',
  'create index on pending_sign_up (expires_at)',
  // Applications, and what happens to them before submission. A data key for each (docs/decisions/0061).
  `create function refuse_change() returns trigger language plpgsql as $$
  begin
    raise exception '% may not be changed or emptied: its rows stand as they were written', tg_table_name
      using errcode = 'restrict_violation';
  end $$`,
  // What is written once may be encrypted again with another key, one application at a time, and nothing else.
  `create function refuse_change_of_content() returns trigger language plpgsql as $$
  begin
    if current_setting('causeway.encrypting_again', true) is distinct from old.application_id::text
      or to_jsonb(new) - tg_argv[0] <> to_jsonb(old) - tg_argv[0]
      or without_encrypted(to_jsonb(new) -> tg_argv[0]) <> without_encrypted(to_jsonb(old) -> tg_argv[0])
    then
      raise exception '% may not be changed or emptied: its rows stand as they were written', tg_table_name
        using errcode = 'restrict_violation';
    end if;
    return new;
  end $$`,
  `create function without_encrypted(content jsonb) returns jsonb language sql immutable as $$
    select coalesce(jsonb_object_agg(key, case when jsonb_typeof(value) = 'object' then 'null' else value end), '{}')
    from jsonb_each(content)
  $$`,
  `create table application (
    id uuid primary key default gen_random_uuid(),
    account_id text not null unique,
    answers jsonb not null default '{}',
    add_another jsonb not null default '{}',
    tabs jsonb not null default '{}',
    revision bigint not null default 0,
    last_page text not null default '',
    created_at timestamptz not null default clock_timestamp(),
    updated_at timestamptz not null default clock_timestamp(),
    writings jsonb not null default '{}',
    data_key jsonb
  )`,
  `create table answer_history (
    id bigint generated always as identity primary key,
    application_id uuid not null references application (id),
    revision bigint not null,
    changed jsonb not null,
    at timestamptz not null default clock_timestamp()
  )`,
  'create index on answer_history (application_id, revision)',
  `create trigger answer_history_stands before delete or truncate on answer_history
    for each statement execute function refuse_change()`,
  `create trigger answer_history_content_stands before update on answer_history
    for each row execute function refuse_change_of_content('changed')`,
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
  'create unique index on validation_report (application_id)',
  // What was submitted, its application PDF, and the mails that must be sent once.
  `create table submission (
    application_id uuid primary key references application (id),
    reference text not null unique,
    submitted_at timestamptz not null default clock_timestamp(),
    form_version text not null,
    snapshot jsonb not null
  )`,
  `create trigger submission_stands before delete or truncate on submission
    for each statement execute function refuse_change()`,
  `create trigger submission_content_stands before update on submission
    for each row execute function refuse_change_of_content('snapshot')`,
  // The encrypted PDF is in the storage, by file_key, or in the column "file".
  `create table copy (
    application_id uuid primary key references application (id),
    status text not null check (status in ('UNPROCESSED', 'IN_PROGRESS', 'COMPLETED', 'FAILED')),
    message text,
    file text,
    updated_at timestamptz not null default clock_timestamp(),
    file_key text
  )`,
  `create table sent_mail (
    id bigint generated always as identity primary key,
    key text not null unique,
    kind text not null,
    application_id uuid references application (id),
    account_id text,
    enqueued_at timestamptz not null default clock_timestamp(),
    sent_at timestamptz,
    refused_at timestamptz,
    refused_status integer
  )`,
  // Rate-limit counters that several processes share, and the audit log.
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
  // Uploaded documents, from the permission to upload on. At most one counts for each question; DETACHED ones wait for the
  // sweep. An upload form can write to file_key; original_key has the bytes that are scanned and converted, and result_key
  // is where the PDF is or will be. Crashes are attempts that the converter's own end ended; delays, those that the
  // machine was too busy to run. upload_ended: the place that the upload form could write to is empty for good.
  `create table document (
    id uuid primary key default gen_random_uuid(),
    application_id uuid not null references application (id),
    answer_key text not null,
    file_key text not null unique,
    result_key text not null unique,
    file_name text,
    file_size integer,
    status text not null default 'ISSUED'
      check (status in ('ISSUED', 'UNPROCESSED', 'IN_PROGRESS', 'COMPLETED', 'FAILED', 'DETACHED')),
    message text,
    attempts integer not null default 0,
    created_at timestamptz not null default clock_timestamp(),
    updated_at timestamptz not null default clock_timestamp(),
    original_key text unique,
    crashes integer not null default 0,
    delays integer not null default 0,
    upload_ended boolean not null default false,
    scanned_at timestamptz,
    scanned_by text,
    check ((scanned_at is null) = (scanned_by is null))
  )`,
  `create unique index document_in_place on document (application_id, answer_key)
    where status in ('UNPROCESSED', 'IN_PROGRESS', 'COMPLETED', 'FAILED')`,
  'create index on document (status, updated_at)',
  // What the sweep has to remember: a token shared only by the database in use and its storage, the files that were
  // removed, and why a sweep stopped.
  `create table storage_care (
    only_row boolean primary key default true check (only_row),
    token uuid,
    next_token uuid,
    stopped text,
    unknown_files integer,
    counted_at timestamptz
  )`,
  'insert into storage_care default values',
  `create table removed_file (
    key text primary key,
    document_id uuid not null,
    application_id uuid not null,
    reason text not null,
    at timestamptz not null default clock_timestamp()
  )`,
  'create index on removed_file (application_id)',
  // A link that lets another phone add the document of one question ends with the session that made it.
  `create table phone_link (
    hash text primary key,
    session_id text not null references "session" ("id") on delete cascade,
    account_id text not null,
    answer_key text not null,
    file_key text,
    expires_at timestamptz not null
  )`,
  'create index phone_link_session_id_idx on phone_link (session_id)',
  // Answers passed on by a link until it expires.
  `create table temporary_answers (
    token_hash text primary key,
    answers jsonb not null,
    expires_at timestamptz not null,
    network text not null default '',
    bytes integer not null default 0
  )`,
  'create index on temporary_answers (expires_at)',
  'create index on temporary_answers (network)',
  // Imported school lists, shared by all server processes: one row per file, its schools as gzipped JSON.
  `create table school_list (
    source text primary key,
    content bytea not null,
    kept integer not null,
    imported_at timestamptz not null default clock_timestamp()
  )`,
  // Links that let staff read one application for a limited time; only the hash of the token is stored.
  `create table service_link (
    id bigint generated always as identity primary key,
    hash text not null unique,
    application_id uuid not null references application (id),
    expires_at timestamptz not null
  )`,
  'create index on service_link (application_id)',
  'create index on service_link (expires_at)',
  // One row that identifies the installation: with its id every key of its storage begins.
  `create table installation (
    only_row boolean primary key default true check (only_row),
    id uuid not null default gen_random_uuid(),
    created_at timestamptz not null default clock_timestamp(),
    has_data_keys boolean not null default true,
    pdf_seal_key jsonb
  )`,
  'insert into installation default values',
  // One row for each key that was ever the first one of a process, and so may have encrypted something.
  `create table secret_key (
    id text primary key,
    fingerprint text not null,
    first_used_at timestamptz not null default clock_timestamp()
  )`,
  // Every process that uses this database, and when it last said that it is alive.
  `create table process (
    id uuid primary key,
    kind text not null check (kind in ('server', 'worker')),
    does_jobs boolean not null,
    release text not null,
    key_id text not null,
    host text not null,
    started_at timestamptz not null default clock_timestamp(),
    beat_at timestamptz not null default clock_timestamp()
  )`,
)

/** For the names by which 0.1.0 recorded its other migrations, so that it can still run on these tables. */
const included: Migration = {
  up: async (db) => {
    const { rows } = await sql<{ found: boolean }>`select to_regclass('process') is not null as found`.execute(db)
    if (!rows[0]?.found) throw new Error('it belongs to a release before 0.1.0: update to 0.1.0 first')
  },
}

export const upTo010: Readonly<Record<string, Migration>> = {
  '0001-accounts': baseline,
  ...Object.fromEntries(
    [
      '0002-applications',
      '0003-submissions',
      '0004-safeguards',
      '0005-documents',
      '0006-temporary-answers',
      '0007-school-lists',
      '0008-service-links',
      '0009-installation',
      '0010-answer-writings',
      '0011-pending-sign-ups',
      '0012-document-care',
      '0013-operations',
      '0014-attached-documents',
      '0015-document-scans',
      '0016-phone-links-needs-0015',
      '0017-data-keys-needs-0015',
      '0018-processes-needs-0015',
    ].map((name) => [name, included]),
  ),
}
