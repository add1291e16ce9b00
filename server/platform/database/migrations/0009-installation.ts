import { statements } from './statements.ts'

/**
 * One row that identifies the installation: its id, with which every key of its storage begins, and the fingerprint of
 * the secret key that its encrypted values need (null until the first start with a key).
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
