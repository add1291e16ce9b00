import { statements } from './statements.ts'

/** What a provider sends that may be used only once. */
export const staffSignIn = statements(
  'create table staff_used_once (hash text primary key, expires_at timestamptz not null)',
)
