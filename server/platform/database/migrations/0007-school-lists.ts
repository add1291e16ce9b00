import { statements } from './statements.ts'

/** The imported lists of schools, so that every server process has the same: one row per file, its schools as gzipped JSON. */
export const schoolLists = statements(
  `create table school_list (
    source text primary key,
    content bytea not null,
    kept integer not null,
    imported_at timestamptz not null default clock_timestamp()
  )`,
)
