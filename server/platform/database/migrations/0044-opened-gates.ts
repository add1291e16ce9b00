import { statements } from './statements.ts'

/** Which gates were opened whose "yes" is sensitive, encrypted: beside the counts of entries, which are not. */
export const openedGates = statements("alter table application add column opened_gates jsonb not null default '{}'")
