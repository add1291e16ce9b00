import { statements } from './statements.ts'

/**
 * One row that says which installation this database is: its id, which stands before every key of its storage, and the
 * fingerprint of the secret key that its sealed values need, null until the first start with a key.
 */
export const installation = statements(
  `create table installation (
    only_row boolean primary key default true check (only_row),
    id uuid not null default gen_random_uuid(),
    secret_key_fingerprint text,
    created_at timestamptz not null default clock_timestamp()
  )`,
  'insert into installation default values',
)
