import { statements } from './statements.ts'

/** What the browser of each device that wrote in an application is called, so that a conflict can name it. */
export const writingBrowsers = statements("alter table application add column browsers jsonb not null default '{}'")
