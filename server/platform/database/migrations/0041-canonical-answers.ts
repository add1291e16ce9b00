import { statements } from './statements.ts'

/**
 * Answers that earlier releases saved are put into their canonical form in the background, by id; this says how far that
 * has come (Q87).
 */
export const canonicalAnswersSoFar = statements(
  `alter table installation add column canonical_through uuid not null default '00000000-0000-0000-0000-000000000000'`,
)
