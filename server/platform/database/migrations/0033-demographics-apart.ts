import { statements } from './statements.ts'

/** Links of the staff desk tell who may see gender, ethnicity and race from who may see other sensitive answers. */
export const demographicsApart = statements(
  'alter table service_link add column may_read_demographics boolean not null default true',
)
