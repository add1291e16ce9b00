import { statements } from './statements.ts'

/** How many of those who have begun the draft with this hash concerns: sums, and nothing of any one application. */
export const editionCount = statements(
  `create table edition_count (
    only_one boolean primary key default true check (only_one),
    of text not null,
    total integer not null,
    done integer not null default 0,
    result jsonb,
    counted_at timestamptz,
    check ((result is null) = (counted_at is null))
  )`,
)

/**
 * What the office publishes: editions, of which none is ever altered, and the one draft of the next. An edition may only
 * be confirmed, or called off before it takes effect. What is signed names the edition that was shown.
 */
export const editions = statements(
  `create table edition (
    number integer primary key,
    form_version text not null,
    content jsonb not null,
    hash text not null,
    report jsonb not null,
    title text not null,
    reason text not null default '',
    same_as integer references edition (number),
    source text not null check (source in ('file', 'desk')),
    published_at timestamptz not null default clock_timestamp(),
    published_by bigint references staff_person (id),
    is_careful boolean not null default false,
    takes_effect_at timestamptz not null,
    confirmed_at timestamptz,
    confirmed_by bigint references staff_person (id),
    called_off_at timestamptz,
    called_off_by bigint references staff_person (id)
  )`,
  `create table edition_draft (
    only_one boolean primary key default true check (only_one),
    revision integer not null default 1,
    changes jsonb not null
  )`,
  `create function keep_edition() returns trigger language plpgsql as $$
  begin
    if tg_op = 'UPDATE' and to_jsonb(new) - array['confirmed_at', 'confirmed_by', 'called_off_at', 'called_off_by']
        = to_jsonb(old) - array['confirmed_at', 'confirmed_by', 'called_off_at', 'called_off_by']
      and (old.confirmed_at is null or old.confirmed_at is not distinct from new.confirmed_at)
      and (old.called_off_at is null or old.called_off_at is not distinct from new.called_off_at)
    then return new; end if;
    raise exception 'edition may not be changed or emptied: its rows stand as they were published';
  end $$`,
  'create trigger keep_edition before update or delete on edition for each row execute function keep_edition()',
  'create trigger keep_editions before truncate on edition for each statement execute function keep_edition()',
  'alter table submission add column edition integer',
  'alter table earlier_submission add column edition integer',
  // As it was, with the edition.
  `create or replace function replace_submission(replaced uuid) returns boolean
    language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
  begin
    if not is_reopened(replaced) then return false; end if;
    insert into earlier_submission
        (application_id, version, reference, submitted_at, form_version, snapshot, pdf_key, language, edition)
      select application_id, submission.version, reference, submitted_at, form_version, snapshot, file_key, language,
        edition
      from submission left join application_pdf using (application_id) where application_id = replaced;
    perform set_config('causeway.replacing', replaced::text, true);
    delete from submission where application_id = replaced;
    perform set_config('causeway.replacing', '', true);
    update application_pdf
      set status = 'UNPROCESSED', message = null, file = null, file_key = null, version = version + 1
      where application_id = replaced;
    update reopening set ended_at = clock_timestamp(), outcome = 'signed'
      where application_id = replaced and ended_at is null;
    return true;
  end $$`,
)
