import { statements } from './statements.ts'

/** What was ended is found by what it is about; rows of sessions are few, and replaced at each listing. */
export const revocationIndexes = statements(
  'create index if not exists revocation_about on revocation (subject, kind)',
  `create index if not exists revocation_of_sessions on revocation (id) where kind = 'sessions'`,
)
