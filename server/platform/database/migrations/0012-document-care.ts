import { statements } from './statements.ts'

/**
 * What a document's file goes through after its upload, and what looking after the storage has to remember: a token that
 * only the database in use and its storage share, what was removed, and why a sweep stopped.
 */
export const documentCare = statements(
  // Where the bytes lie that were scanned and converted: no upload form can write there.
  'alter table document add column original_key text unique',
  // Attempts that ended in the converter's own crash, and attempts that got no turn.
  'alter table document add column crashes integer not null default 0',
  'alter table document add column delays integer not null default 0',
  // Whether the place that its upload form could write to is empty for good.
  'alter table document add column upload_ended boolean not null default false',
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
)
