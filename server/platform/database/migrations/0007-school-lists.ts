import { statements } from './statements.ts'

/** Imported school lists, shared by all server processes: one row per file, its schools as gzipped JSON. */
export const schoolLists = statements(
  `create table school_list (
    source text primary key,
    content bytea not null,
    kept integer not null,
    imported_at timestamptz not null default clock_timestamp()
  )`,
)
