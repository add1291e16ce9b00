import { statements } from './statements.ts'

/**
 * Compresses the answers of an application and their writings with LZ4: writing them takes half the time that it takes
 * with PostgreSQL's own method, and a quarter more space (docs/decisions/0065). What is stored already is compressed
 * anew when its application is next saved. A PostgreSQL that was built without LZ4 keeps its own method.
 */
export const fasterCompression = statements(
  `do $$ begin
    alter table application alter answers set compression lz4, alter writings set compression lz4;
  exception when feature_not_supported then null;
  end $$`,
)

/**
 * Answers that earlier releases saved are put into their canonical form in the background, by id; this says how far that
 * has come (Q87).
 */
export const canonicalAnswersSoFar = statements(
  `alter table installation add column canonical_through uuid not null default '00000000-0000-0000-0000-000000000000'`,
)

/** What the browser of each device that wrote in an application is called, so that a conflict can name it. */
export const writingBrowsers = statements("alter table application add column browsers jsonb not null default '{}'")

/** Which gates were opened whose "yes" is sensitive, encrypted: beside the counts of entries, which are not. */
export const openedGates = statements("alter table application add column opened_gates jsonb not null default '{}'")

/**
 * What is signed is compressed before it is encrypted (docs/decisions/0061). Servers of the release before cannot read
 * that, so an installation of theirs begins with the first `npm run keys`; a new one begins at once. What was signed before
 * is compressed in the background, by id.
 */
export const compressedSubmissions = statements(
  `alter table installation
    add column compresses_signed boolean not null default false,
    add column signed_compressed_through uuid not null default '00000000-0000-0000-0000-000000000000'`,
  `update installation set compresses_signed = true
    where not exists (select from application) and not exists (select from process)`,
)

/**
 * What an application holds is one encrypted value without names of keys, and so are each row of its history and its
 * report of errors (docs/decisions/0061). Servers of the release before cannot read that, so an installation of theirs
 * begins with the first `npm run keys`; a new one begins at once. Whatever is sealed has nothing beside it in the clear,
 * and a length in steps, whoever writes it.
 */
export const sealedRecords = statements(
  'alter table application add column sealed bytea',
  'alter table answer_history add column sealed bytea',
  'alter table validation_report add column sealed bytea',
  // What is encrypted cannot be compressed, so PostgreSQL need not try.
  ...['application', 'answer_history', 'validation_report'].map(
    (table) => `alter table ${table} alter sealed set storage external`,
  ),
  // What is left to seal, which is nothing before long.
  'create index application_in_clear on application (id) where sealed is null',
  // Not valid: without a search through rows that cannot break it.
  `alter table application add constraint application_is_sealed_whole check (
    sealed is null or data_key is not null and octet_length(sealed) % 2048 = 0
      and '{}' = all (array[answers, writings, add_another, opened_gates, tabs, browsers])
  ) not valid`,
  `alter table answer_history add constraint answer_history_is_sealed_whole check (
    sealed is null or octet_length(sealed) % 512 = 0 and changed = '{}' and device is null
  ) not valid`,
  `alter table validation_report add constraint validation_report_is_sealed_whole check (
    sealed is null or octet_length(sealed) % 512 = 0 and problems = '{}'
  ) not valid`,
  // A row of the history may be sealed, one application at a time; what is sealed stands.
  `create or replace function refuse_change_of_history() returns trigger language plpgsql as $$
  begin
    if current_setting('causeway.encrypting_again', true) is distinct from old.application_id::text
      or to_jsonb(new) - '{changed,device,sealed}'::text[] <> to_jsonb(old) - '{changed,device,sealed}'::text[]
      or old.sealed is not null
      or new.sealed is null and (
        new.device is distinct from old.device or without_encrypted(new.changed) <> without_encrypted(old.changed)
      )
    then
      raise exception '% may not be changed or emptied: its rows stand as they were written', tg_table_name
        using errcode = 'restrict_violation';
    end if;
    return new;
  end $$`,
  `create or replace trigger answer_history_content_stands before update on answer_history
    for each row execute function refuse_change_of_history()`,
  'alter table installation add column seals_records boolean not null default false',
  `update installation set seals_records = true
    where not exists (select from application) and not exists (select from process)`,
)
