import { statements } from './statements.ts'

/**
 * How an application stands with the office: the one state machine of what staff must do with it. It is worked out from
 * what happened, whoever wrote that, so releases before this one move it too:
 *
 * - `withdrawn`, by its applicant, ends everything else;
 * - `draft` while nothing is signed;
 * - `came`: since somebody last marked it, a document that was asked for or a signed correction has come;
 * - `waiting` for the applicant: for a document, or for a correction. What did not come in time stays, overdue, until
 *   somebody marks it;
 * - else what it was last marked as: `new`, `in_hand` or `handled`.
 *
 * What comes changes the version of its handling, so that nobody marks what they have not seen.
 */
export const workState = statements(
  'alter table handling add column marked_at timestamptz',
  "update handling set marked_at = changed_at where state <> 'new'",
  `alter table application_index
    add column work text not null default 'draft'
      check (work in ('draft', 'new', 'in_hand', 'waiting', 'came', 'handled', 'withdrawn')),
    add column work_since timestamptz,
    add column work_until timestamptz,
    add column came text check (came in ('document', 'correction'))`,
  // Servers of an earlier release mark without a time.
  `create function time_mark() returns trigger language plpgsql as $$
  begin
    if (tg_op = 'INSERT' and new.state <> 'new' and new.marked_at is null)
      or (tg_op = 'UPDATE' and new.state <> old.state and new.marked_at is not distinct from old.marked_at)
    then
      new.marked_at := clock_timestamp();
    end if;
    return new;
  end $$`,
  'create trigger handling_is_timed before insert or update on handling for each row execute function time_mark()',
  `create function work_on(asked uuid)
    returns table (work text, since timestamptz, until timestamptz, came text) language sql stable as $$
    with mark as (
      select coalesce(state, 'new') as state, coalesce(marked_at, '-infinity') as at
      from (select) as one left join handling on application_id = asked
    ), arrival as (
      select ended_at as at, 'document' as what from document_request
        where application_id = asked and document_id is not null
      union all select ended_at, 'correction' from reopening where application_id = asked and outcome = 'signed'
    ), wait as (
      select made_at as since, until from document_request where application_id = asked and ended_at is null
      -- Who is asked anew to correct it is no longer late with what they were asked before.
      union all select made_at, until from (
        select * from reopening where application_id = asked order by id desc limit 1
      ) as newest where ended_at is null or outcome = 'expired'
    )
    select
      case
        when withdrawal.at is not null then 'withdrawn'
        when submitted_at is null then 'draft'
        when came.at is not null then 'came'
        when asked_for.since is not null then 'waiting'
        else mark.state
      end,
      case
        when withdrawal.at is not null then withdrawal.at
        when submitted_at is null then null
        when came.at is not null then came.at
        when asked_for.since is not null then asked_for.since
        else greatest(mark.at, submitted_at)
      end,
      case when withdrawal.at is null and submitted_at is not null and came.at is null then asked_for.until end,
      case when withdrawal.at is null and submitted_at is not null then came.what end
    from mark
    left join submission on submission.application_id = asked
    left join withdrawal on withdrawal.application_id = asked
    left join lateral (
      select arrival.at, what from arrival where arrival.at > mark.at order by arrival.at desc limit 1
    ) as came on true
    left join lateral (
      select min(since) as since, min(until) as until from wait where until > mark.at
    ) as asked_for on true
  $$`,
  // They run with the rights of the tables' owner, as those that index.
  `create function index_work() returns trigger language plpgsql
    security definer set search_path = pg_catalog, public, pg_temp as $$
  begin
    update application_index
      set work = now.work, work_since = now.since, work_until = now.until, came = now.came
      from work_on(new.application_id) as now
      where application_id = new.application_id
        and (application_index.work, work_since, work_until, application_index.came)
          is distinct from (now.work, now.since, now.until, now.came);
    return null;
  end $$`,
  `create function change_handling() returns trigger language plpgsql
    security definer set search_path = pg_catalog, public, pg_temp as $$
  begin
    insert into handling (application_id) values (new.application_id)
      on conflict (application_id) do update set version = handling.version + 1, changed_at = clock_timestamp();
    return null;
  end $$`,
  ...['submission', 'withdrawal', 'document_request', 'reopening', 'handling'].map(
    (table) =>
      `create trigger ${table}_moves_work after insert or update on ${table}
        for each row execute function index_work()`,
  ),
  `create trigger document_changes_handling after update on document_request for each row
    when (old.document_id is null and new.document_id is not null) execute function change_handling()`,
  `create trigger correction_changes_handling after update on reopening for each row
    when (old.outcome is distinct from new.outcome and new.outcome = 'signed') execute function change_handling()`,
  `create trigger withdrawal_changes_handling after insert on withdrawal
    for each row execute function change_handling()`,
  // Else a trigger on a table of somebody's own could write with these rights.
  'revoke execute on function index_work(), change_handling() from public',
  `update application_index
    set work = now.work, work_since = now.since, work_until = now.until, came = now.came
    from application_index as each, lateral work_on(each.application_id) as now
    where each.application_id = application_index.application_id and each.status in ('submitted', 'withdrawn')`,
  `create index application_index_work on application_index
    (work, coalesce(submitted_at, '-infinity'), started_at, application_id)`,
  // A saved view that everybody at the desk sees.
  'alter table staff_view add column is_shared boolean not null default false',
)
