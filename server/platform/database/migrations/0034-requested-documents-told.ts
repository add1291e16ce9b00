import { statements } from './statements.ts'

/**
 * Each document that staff asked for knows the change by which other systems are told of it. So it belongs to the version
 * that was signed last when it came and to later ones, and a delivery holds it from that change on (docs/decisions/0078).
 */
export const requestedDocumentsTold = statements(
  'alter table document_request add column change_seq bigint references application_change (seq)',
  // The change was written at the end of the transaction that answered the request.
  `update document_request set change_seq = (
      select min(seq) from application_change
      where application_id = document_request.application_id and kind = 'corrected' and at >= ended_at
    ) where document_id is not null`,
  `create function record_requested_document() returns trigger language plpgsql
    security definer set search_path = pg_catalog, public, pg_temp as $$
  declare
    told bigint;
  begin
    perform pg_advisory_xact_lock(19);
    insert into application_change (application_id, version, kind)
      select application_id, version, 'corrected' from submission where application_id = new.application_id
      returning seq into told;
    update document_request set change_seq = told where id = new.id;
    return null;
  end $$`,
  'drop trigger document_is_told on document_request',
  `create constraint trigger document_is_told after update on document_request
    deferrable initially deferred for each row
    when (old.document_id is null and new.document_id is not null) execute function record_requested_document()`,
  // Else a trigger on a table of somebody's own could write the feed with these rights.
  'revoke execute on function record_requested_document() from public',
)
