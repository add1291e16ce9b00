import { statements } from './statements.ts'

/** Answers passed on by a link until it expires. */
export const temporaryAnswers = statements(
  `create table temporary_answers (
    token_hash text primary key,
    answers jsonb not null,
    expires_at timestamptz not null
  )`,
  'create index on temporary_answers (expires_at)',
)
