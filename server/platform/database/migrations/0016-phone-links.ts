import { statements } from './statements.ts'

/**
 * Links that let another phone add the document of one question. One ends with the session that made it, so that
 * nobody can add anything after a log-out.
 */
export const phoneLinks = statements(
  `create table phone_link (
    hash text primary key,
    session_id text not null references "session" ("id") on delete cascade,
    account_id text not null,
    answer_key text not null,
    file_key text,
    expires_at timestamptz not null
  )`,
  'create index phone_link_session_id_idx on phone_link (session_id)',
)
