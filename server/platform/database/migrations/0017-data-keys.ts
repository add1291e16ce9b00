import { statements } from './statements.ts'

/**
 * A data key for each application, and one for the seals of PDFs (docs/decisions/0061). Existing installations use them
 * from the first `npm run keys`, when no process of an earlier release runs any more.
 */
export const dataKeys = statements(
  'alter table application add column data_key jsonb',
  `alter table installation add column has_data_keys boolean not null default true, add column pdf_seal_key jsonb`,
  // A new installation is made in the same transaction as this column.
  'update installation set has_data_keys = created_at >= now()',
  // Where the encrypted PDF is in the storage; null for one that is in the column "file".
  'alter table copy add column file_key text',
  // What is written once may be encrypted again with another key, one application at a time, and nothing else.
  `create function refuse_change_of_content() returns trigger language plpgsql as $$
  begin
    if current_setting('causeway.encrypting_again', true) is distinct from old.application_id::text
      or to_jsonb(new) - tg_argv[0] <> to_jsonb(old) - tg_argv[0]
      or without_encrypted(to_jsonb(new) -> tg_argv[0]) <> without_encrypted(to_jsonb(old) -> tg_argv[0])
    then
      raise exception '% may not be changed or emptied: its rows stand as they were written', tg_table_name
        using errcode = 'restrict_violation';
    end if;
    return new;
  end $$`,
  `create function without_encrypted(content jsonb) returns jsonb language sql immutable as $$
    select coalesce(jsonb_object_agg(key, case when jsonb_typeof(value) = 'object' then 'null' else value end), '{}')
    from jsonb_each(content)
  $$`,
  ...(
    [
      ['answer_history', 'changed'],
      ['submission', 'snapshot'],
    ] as const
  ).flatMap(([table, column]) => [
    `drop trigger ${table}_stands on ${table}`,
    `create trigger ${table}_stands before delete or truncate on ${table}
      for each statement execute function refuse_change()`,
    `create trigger ${table}_content_stands before update on ${table}
      for each row execute function refuse_change_of_content('${column}')`,
  ]),
)
