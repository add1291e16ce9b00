import { statements } from './statements.ts'

/**
 * What happens to a document's file after its upload, and what the storage sweep has to remember: a token shared only
 * by the database in use and its storage, the files that were removed, and why a sweep stopped.
 */
export const documentCare = statements(
  // Where the scanned and converted bytes are; no upload form can write there.
  'alter table document add column original_key text unique',
  // Attempts that the converter's own crash ended, and attempts that the machine was too busy to run.
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
