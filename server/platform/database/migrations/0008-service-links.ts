import { statements } from './statements.ts'

/** Links that let staff read one application for a limited time; only the hash of the token is stored. */
export const serviceLinks = statements(
  `create table service_link (
    id bigint generated always as identity primary key,
    hash text not null unique,
    application_id uuid not null references application (id),
    expires_at timestamptz not null
  )`,
  'create index on service_link (application_id)',
  'create index on service_link (expires_at)',
)
