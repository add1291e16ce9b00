import { sql } from 'kysely'
import type { StaffReply } from '../../../api/index.ts'
import { say } from '../../../engine/index.ts'
import { optionLabel } from './listed-application.ts'
import type { StaffDeps } from './staff.ts'

const DAYS = 30
const IDLE_DAYS = 7

/** How many applications there are, and what waits for somebody. */
export async function readStatistics(deps: StaffDeps): Promise<StaffReply<'readStatistics'>> {
  const { db } = deps.database
  const zone = deps.institution.time_zone
  const [{ rows: now }, { rows: days }, terms, withdrawn, majors] = await Promise.all([
    sql<{ what: string; count: number }>`
      select 'Started, not submitted' as what, count(*) as count from application_index where status = 'started'
      union all select 'Missing something at their last Submit', count(*) from application_index
        where status = 'validating'
      union all select 'Submitted', count(*) from application_index where status = 'submitted'
      union all select 'Submitted, new', count(*) from application_index where work = 'new'
      union all select 'Submitted, in hand', count(*) from application_index where work = 'in_hand'
      union all select 'Submitted, waiting for the applicant', count(*) from application_index where work = 'waiting'
      union all select 'Submitted, something came', count(*) from application_index where work = 'came'
      union all select 'Submitted, handled', count(*) from application_index where work = 'handled'
      union all select 'Withdrawn', count(*) from application_index where status = 'withdrawn'
      union all select ${say('Not submitted, untouched for {days} days', { days: IDLE_DAYS })}, count(*)
        from application_index join application on id = application_id
        where status in ('started', 'validating') and updated_at < clock_timestamp() - make_interval(days => ${IDLE_DAYS})
      union all select 'Documents that failed to convert', count(*) from document where status = 'FAILED'
      union all select 'Documents waiting to be converted', count(*) from document
        where status in ('UNPROCESSED', 'IN_PROGRESS')
      union all select 'Mails refused', count(*) from sent_mail where refused_at is not null
      union all select 'Mails waiting', count(*) from sent_mail
        where sent_at is null and refused_at is null
          and (blocked_at is null or blocked_at > clock_timestamp() - interval '2 hours')
      union all select 'Jobs waiting', count(*) from pgboss.job where state < 'active'`.execute(db),
    sql<{ day: string; count: number }>`
      select to_char(day, 'YYYY-MM-DD') as day, count(application_id) as count
      from generate_series(
        date_trunc('day', ${deps.now()}::timestamptz at time zone ${zone}) - make_interval(days => ${DAYS - 1}),
        date_trunc('day', ${deps.now()}::timestamptz at time zone ${zone}), interval '1 day'
      ) as day
      left join application_index on submitted_at >= day at time zone ${zone}
        and submitted_at < (day + interval '1 day') at time zone ${zone} and status = 'submitted'
      group by day order by day`.execute(db),
    countedBy(deps, 'term', 'submitted'),
    countedBy(deps, 'term', 'withdrawn'),
    countedBy(deps, 'major', 'submitted'),
  ])
  return {
    now: now.map(({ what, count }) => ({ what, count: Number(count) })),
    submitted_by_day: days.map(({ day, count }) => ({ day, count: Number(count) })),
    submitted_by_term: terms,
    withdrawn_by_term: withdrawn,
    submitted_by_major: majors,
  }
}

/** How many applications of a status there are of each term or major, the most first. */
async function countedBy(deps: StaffDeps, column: 'term' | 'major', status: 'submitted' | 'withdrawn') {
  const rows = await deps.database.db
    .selectFrom('application_index')
    .select(`${column} as code`)
    .select(({ fn }) => [fn.max(`${column}_label`).as('label'), fn.countAll<number>().as('count')])
    .where('status', '=', status)
    .groupBy(column)
    .orderBy('count', 'desc')
    .execute()
  return rows.map(({ code, label, count }) => {
    const row = { term: code, term_label: label, major: code, major_label: label }
    return { label: optionLabel(deps, column, row) || 'Not asked', count: Number(count) }
  })
}
