import { statements } from './statements.ts'

/**
 * Which rights the reader of a desk's link has, null for a link of the operator or of a release before this one. And of a
 * token: who answers for it, what it is for, and who confirmed one that reads numbers or demographic answers. Until then
 * its hash waits where earlier releases do not look, so that none of them accepts it.
 */
export const gradesAndTokens = statements(
  'alter table service_link add column rights jsonb',
  `alter table export_token
    add column owner_id bigint references staff_person (id),
    add column purpose text not null default '',
    add column waiting_hash text,
    add column confirmed_by bigint references staff_person (id),
    add column confirmed_at timestamptz`,
  'create index on export_token (owner_id)',
  // Who made a token at the desk answers for it: it ends with their access.
  `update export_token set owner_id = (audit.detail ->> 'person')::bigint
    from audit
    where audit.action = 'export token made' and audit.subject = export_token.id
      and audit.detail ->> 'person' is not null
      and exists (select from staff_person where id = (audit.detail ->> 'person')::bigint)`,
)
