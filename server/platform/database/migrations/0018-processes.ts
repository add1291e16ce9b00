import { statements } from './statements.ts'

/** Every process that uses this database, and when it last said that it is alive. */
export const processes = statements(
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
