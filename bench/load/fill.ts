import { sql } from 'kysely'
import { questionsByKey } from '../../engine/index.ts'
import { form, veteran } from '../../form/testing/index.ts'
import { connectDatabase, silentLog } from '../../server/index.ts'

const BATCH = 2_000 // rows: a batch ends well before the timeout of a statement

/** Stores this many applications, each with an account, a session and three rows of history; creates the tables. */
export async function fill(settings: Parameters<typeof connectDatabase>[0], count: number): Promise<void> {
  const { db, close } = await connectDatabase(settings, silentLog)
  const answers = JSON.stringify(longAnswers)
  const writings = JSON.stringify(
    Object.fromEntries(Object.keys(longAnswers).map((key) => [key, [1, 'device0000000000', 1, 1, 1, true]])),
  )
  for (let first = 1; first <= count; first += BATCH) {
    const numbers = sql`generate_series(${first}::int, ${Math.min(count, first + BATCH - 1)}::int) as n`
    await sql`insert into "user" (id, name, email, "emailVerified")
      select 'stored' || n, '', 'stored' || n || '@mail.example', true from ${numbers}`.execute(db)
    await sql`insert into session (id, "expiresAt", token, "updatedAt", "userId")
      select 'stored' || n, now() + interval '1 hour', 'stored' || n, now(), 'stored' || n from ${numbers}`.execute(db)
    await sql`with stored as (
        insert into application (account_id, answers, writings, revision)
        select 'stored' || n, ${answers}::jsonb, ${writings}::jsonb, 3 from ${numbers} returning id
      )
      insert into answer_history (application_id, revision, changed)
      select id, revision, '{"first_name": "Ada"}' from stored, generate_series(1, 3) as revision`.execute(db)
  }
  await sql`analyze`.execute(db)
  await close()
}

const typed = Object.fromEntries(
  Object.entries(veteran.answer).flatMap(([key, value]) =>
    value === undefined || !questionsByKey(form).has(key) || questionsByKey(form).get(key)?.kind === 'upload'
      ? []
      : [[key, value]],
  ),
)
const { decision_essay: essay = '' } = typed
const tooLong = JSON.stringify(typed).length - 15_000

/** A long application: everything that a veteran types and chooses, 15 KB as JSON. */
export const longAnswers: Readonly<Record<string, string>> = { ...typed, decision_essay: essay.slice(tooLong).trim() }
