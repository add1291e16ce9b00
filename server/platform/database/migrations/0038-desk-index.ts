import { statements } from './statements.ts'

/**
 * What the staff desk needs of the index: that an application was withdrawn, what its term and major were called, every
 * order with an end for what has no submission, and indexes for what is read of one application or one account. With
 * 100,000 applications saves wait for a second or two.
 */
export const deskIndex = statements(
  `alter table application_index
    add column term_label text not null default '', add column major_label text not null default ''`,
  `create function index_withdrawal() returns trigger language plpgsql
    security definer set search_path = pg_catalog, public, pg_temp as $$
    begin
      update application_index set status = 'withdrawn' where application_id = new.application_id;
      return null;
    end $$`,
  'revoke execute on function index_withdrawal() from public',
  `create trigger withdrawal_is_indexed after insert on withdrawal
    for each row execute function index_withdrawal()`,
  `update application_index set status = 'withdrawn' from withdrawal
    where withdrawal.application_id = application_index.application_id`,
  // The order by submission, with what was never submitted last either way.
  `create index application_index_newest on application_index
    (coalesce(submitted_at, '-infinity'), started_at, application_id)`,
  `create index application_index_oldest on application_index
    (coalesce(submitted_at, 'infinity'), started_at, application_id)`,
  'create index on application_index (status, started_at, application_id)',
  "create index on application_index (term, term_label) where term_label <> ''",
  "create index on application_index (major, major_label) where major_label <> ''",
  'create index on document (application_id)',
  'create index on application (coalesce(account_id, former_account_id))',
  'create index on document_request (document_id)',
  'create index on reopening (application_id)',
  'create index on sent_mail (account_id)',
  'create index on verification (value)',
)
