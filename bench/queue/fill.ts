import { sql } from 'kysely'
import { connectDatabase, silentLog } from '../../server/index.ts'

const BATCH = 5_000 // rows: a batch ends well before the timeout of a statement

const words = (text: string) => sql`(string_to_array(${sql.lit(text)}, ' '))`
const GIVEN = words('Maya Jonas Zoe Ikenna Sofia Wei Aroha Tomasz Leila Grace Dmitri Ngoc Ada Omar Ruth Hana')
const BEGINNINGS = words('oka sol nun white kowal tana bri hal rui lind mar ste ander gar pe vas dur cal fer yam')
const MIDDLES = words('ber lan fo din ri ven ma tor se nel ka wo lu den ga the mi ros pa chi')
const ENDINGS = words('son ski ez horse berg a man er quist ton ov ini field ley ara ides strom ic wood land')

/**
 * Stores this many applications as an office may have them: three in five are submitted, with two documents, a PDF and a
 * receipt, and were handed over by a delivery and by a call; half are handled. One in fifty may be a duplicate. The rows
 * have no answers: only what the queue reads.
 */
export async function fillQueue(settings: Parameters<typeof connectDatabase>[0], count: number): Promise<void> {
  const { db, close } = await connectDatabase(settings, silentLog)
  await sql`insert into staff_person (issuer, subject, name, role)
    select 'bench', n, 'Person ' || n, 'processor' from generate_series(1, 10) as n`.execute(db)
  await sql`insert into delivery (target, made_by, after_seq, through_seq, configuration, manifest)
    values ('bench', 'bench', 0, ${count}, '{}', '{}')`.execute(db)
  for (let first = 1; first <= count; first += BATCH) {
    const ids = sql`application join generate_series(${first}::int, ${first + BATCH - 1}::int) as n
      on account_id = 'stored' || n where true`
    const submitted = sql`${ids} and n % 5 < 3`
    const statements = [
      sql`insert into "user" (id, name, email, "emailVerified") select 'stored' || n, '', n || '@mail.example', true
        from generate_series(${first}::int, ${Math.min(count, first + BATCH - 1)}::int) as n`,
      sql`insert into application (account_id, created_at)
        select id, now() - substr(id, 7)::int * interval '5 minutes' from "user" where id in
          (select 'stored' || n from generate_series(${first}::int, ${first + BATCH - 1}::int) as n)`,
      sql`insert into submission (application_id, reference, submitted_at, form_version, snapshot)
        select id, 'R' || n, created_at + interval '3 days', 'bench', '{}' from ${submitted}`,
      sql`update application_index set
          name = initcap(family) || ', ' || given, sort_name = family || ', ' || lower(given),
          name_words = array_to_tsvector(array[family, lower(given)]),
          birth_date = (date '1985-01-01' + person * 7919 % 9000)::text,
          phones = array[(4060000000 + person)::text], ssn_hash = 'hash' || person, indexed_at = now(), kind = 'DS',
          term = ${words('202730 202750 202770 202830')}[1 + n % 4],
          major = ${words('GEOL ACCT ANTH ARCH ART')}[1 + n / 3 % 5]
        from (
          select id, n, person, ${GIVEN}[1 + person * 7 % 16] as given, ${BEGINNINGS}[1 + person * 3 % 20] ||
            ${MIDDLES}[1 + person / 20 % 20] || ${ENDINGS}[1 + person / 400 % 20] as family
          from (select id, n, n - case when n % 50 = 0 then 7 else 0 end as person from ${ids}) as numbered
        ) as named where application_id = id`,
      sql`insert into document (application_id, answer_key, file_key, result_key, status)
        select id, 'document' || which, id || '/' || which, id || '.' || which, 'COMPLETED'
        from generate_series(1, 2) as which, ${submitted}`,
      sql`insert into application_pdf (application_id, status) select id, 'COMPLETED' from ${submitted}`,
      sql`insert into sent_mail (key, kind, application_id, sent_at) select id, 'receipt', id, now() from ${submitted}`,
      sql`insert into handling (application_id, state, assignee_id)
        select id, ${words('in_hand handled')}[1 + n / 2 % 2], 1 + n % 1000 / 100 from ${submitted} and n % 2 = 0`,
      sql`insert into delivery_row (delivery_id, application_id, seq, version, kind)
        select 1, id, n, 1, 'submitted' from ${submitted}`,
      sql`insert into acknowledgement (target, application_id, version, result, made_by)
        select 'bench', id, 1, 'accepted', 'bench' from ${submitted}`,
      sql`insert into audit (actor, action, subject, detail)
        select 'api:bench', 'application exported', id, '{"version": 1}' from ${submitted}`,
    ]
    for (const statement of statements) await statement.execute(db)
  }
  await sql`vacuum analyze`.execute(db)
  await close()
}
