import { statements } from './statements.ts'

/** How each key of an application was last written: by which device, in which order. */
export const answerWritings = statements(`alter table application add column writings jsonb not null default '{}'`)
