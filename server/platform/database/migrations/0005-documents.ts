import { statements } from './statements.ts'

/**
 * Uploaded documents, from the permission to upload on. At most one counts for each question; DETACHED ones wait for
 * the sweep. `result_key` is where the PDF is or will be stored.
 */
export const documents = statements(
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
    updated_at timestamptz not null default clock_timestamp()
  )`,
  `create unique index document_in_place on document (application_id, answer_key)
    where status in ('UNPROCESSED', 'IN_PROGRESS', 'COMPLETED', 'FAILED')`,
  'create index on document (status, updated_at)',
)
