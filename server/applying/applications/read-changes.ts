import { sql } from 'kysely'
import type { Body, Reply } from '../../../api/index.ts'
import { careOf, questionsByKey, SERVER } from '../../../engine/index.ts'
import type { StoredAnswers } from '../../platform/database/index.ts'
import { isDatabaseTime } from '../../platform/database/index.ts'
import { type Refusal, refusal } from '../../platform/http/index.ts'
import type { ApplicationDeps } from './application-deps.ts'
import { applicationOf, isSubmitted } from './application-row.ts'
import { openAnswers } from './stored-answers.ts'

/** How many changes one reply has. */
const PAGE = 30

type Row = {
  readonly id: string
  readonly at: string
  readonly device: string | null
  readonly key: string
  readonly value: StoredAnswers[string]
  readonly before: StoredAnswers[string] | null
  /** The name of that device's browser. */
  readonly browser: string | null
}
type Change = Reply<'answerChanges'>['changes'][number]

/**
 * What was changed in an account's application, newest first: the history, and what was written since within the minute
 * that shares a row of it (docs/decisions/0020). Refused once it is submitted, because it does not change any more.
 */
export async function readChanges(
  deps: ApplicationDeps,
  owner: string,
  { device, before }: Body<'answerChanges'>,
): Promise<Reply<'answerChanges'> | Refusal> {
  const { form, database } = deps
  const { id, sealer } = await applicationOf(deps, database.db, owner)
  if (await isSubmitted(database.db, id)) return refusal('already_submitted')
  const from = before === undefined ? undefined : placeIn(before)
  if (before !== undefined && from === undefined) return refusal('malformed')
  const rows = await changesOf(deps, id, from)
  const opened = (key: string, value: Row['before']) => openAnswers({ [key]: value ?? '' }, id, sealer)[key] ?? ''
  const changes = rows.slice(0, PAGE).flatMap((row): readonly Change[] => {
    const values = { before: opened(row.key, row.before), after: opened(row.key, row.value) }
    if (values.before === values.after) return [] // encrypted, so the database could not tell
    return [
      {
        at: new Date(row.at).toISOString(),
        key: row.key,
        device: whichDevice(row.device, device),
        browser: row.browser ?? undefined,
        values: careOf(form, row.key) === 'none' ? values : null,
      },
    ]
  })
  const last = rows[PAGE] && rows[PAGE - 1]
  return { changes, next: last ? `${last.at} ${last.id} ${last.key}` : null }
}

const whichDevice = (written: string | null, here: string): Change['device'] => {
  if (written === SERVER) return 'server'
  if (written === null || written === '') return 'unknown'
  return written === here ? 'this' : 'another'
}

/** One more row than a page has, after the place at which the page before ended. */
async function changesOf(
  { database, form }: ApplicationDeps,
  id: string,
  from: ReturnType<typeof placeIn>,
): Promise<readonly Row[]> {
  // A code has no question, and what no form asks any more has no label.
  const keys = [...questionsByKey(form).values()].filter(({ kind }) => kind !== 'code').map(({ key }) => key)
  const { rows } = await sql<Row>`
    with written as (
      select answer_history.id, at, device, key, value
      from answer_history, jsonb_each(changed) where application_id = ${id}
      union all
      select ${NOT_RECORDED}, to_timestamp((write.value ->> 3)::bigint / 1000.0), write.value ->> 1, write.key,
        coalesce(answers -> write.key, '""')
      from application, jsonb_each(writings) as write
      where id = ${id} and write.value ->> 5 = 'false'
    ), changed as (
      select written.*, lag(value) over (partition by key order by id) as before from written where key = any(${keys}::text[])
    )
    select id::text, to_char(at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at, device, key, value, before, browsers ->> device as browser
    from changed, (select browsers from application where id = ${id}) as application
    where value is distinct from coalesce(before, '""')
      and (${from?.at ?? null}::timestamptz is null
        or (at, id, key) < (${from?.at ?? null}::timestamptz, ${from?.id ?? null}::bigint, ${from?.key ?? null}::text))
    order by at desc, id desc, key desc limit ${PAGE + 1}`.execute(database.db)
  return rows
}

/** The id of what the history has not recorded yet: after every other one. */
const NOT_RECORDED = sql.raw('9223372036854775807')

/** The place that the `next` of a reply names. */
function placeIn(text: string): { readonly at: string; readonly id: string; readonly key: string } | undefined {
  const [, at, id, key] = /^(\S{1,40}) (\d{1,19}) (\w{1,200})$/.exec(text) ?? []
  if (at === undefined || id === undefined || key === undefined || !isDatabaseTime(at)) return undefined
  return BigInt(id) > LARGEST ? undefined : { at, id, key }
}

const LARGEST = 2n ** 63n - 1n // a bigint of PostgreSQL
