import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { databasesForTests } from '../../testing/index.ts'
import { isStartupError } from '../settings/index.ts'
import { inTransaction } from './index.ts'
import { passwordHashes } from './migrations/accounts.ts'
import { compressedSubmissions, sealedRecords } from './migrations/stored-answers.ts'

databasesForTests('the tables', (on) => {
  test('both databases return the same values for the same columns', async () => {
    const { db } = on.database
    const row = await db
      .insertInto('application')
      .values({ account_id: 'values' })
      .returningAll()
      .executeTakeFirstOrThrow()
    expect(row).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      account_id: 'values',
      former_account_id: null,
      answers: {},
      add_another: {},
      browsers: {},
      opened_gates: {},
      sealed: null,
      tabs: {},
      writings: {},
      revision: 0,
      last_page: '',
      data_key: null,
      reminders_stopped_at: null,
      created_at: expect.any(Date),
      updated_at: expect.any(Date),
    })
    const answers = { first_name: 'Zoë "漢字" 😀', ssn: { kid: 'a', nonce: 'n', data: 'd' }, empty: '' }
    await db
      .updateTable('application')
      .set({ answers: JSON.stringify(answers) })
      .where('id', '=', row.id)
      .execute()
    const saved = await db
      .selectFrom('application')
      .select('answers')
      .where('id', '=', row.id)
      .executeTakeFirstOrThrow()
    expect(saved.answers).toEqual(answers)
    const listed = await sql<{
      count: number
      list: string[]
    }>`select count(*), array['a','b'] as list from application`.execute(db)
    expect(listed.rows).toEqual([{ count: 1, list: ['a', 'b'] }])
  })

  test('concurrent saves of different keys are all stored, each with its own revision', async () => {
    const { db } = on.database
    const { id } = await db
      .insertInto('application')
      .values({ account_id: 'saves' })
      .returning('id')
      .executeTakeFirstOrThrow()
    const save = (key: string) =>
      inTransaction(db, async (transaction) => {
        const changed = JSON.stringify({ [key]: 'given' })
        const { revision } = await transaction
          .updateTable('application')
          .set(({ eb }) => ({ answers: sql`answers || ${changed}::jsonb`, revision: eb('revision', '+', 1) }))
          .where('id', '=', id)
          .returning('revision')
          .executeTakeFirstOrThrow()
        await transaction.insertInto('answer_history').values({ application_id: id, revision, changed }).execute()
        return revision
      })
    const numbers = Array.from({ length: 40 }, (_, index) => index + 1)
    const revisions = await Promise.all(numbers.map((number) => save(`key_${number}`)))
    expect(revisions.toSorted((one, other) => one - other)).toEqual(numbers)
    const { answers } = await db
      .selectFrom('application')
      .select('answers')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect(Object.keys(answers)).toHaveLength(40)
  })

  test('submissions, history and audit rows can be neither changed nor removed', async () => {
    const { db } = on.database
    const { id } = await db
      .insertInto('application')
      .values({ account_id: 'stands' })
      .returning('id')
      .executeTakeFirstOrThrow()
    await db.insertInto('answer_history').values({ application_id: id, revision: 1, changed: '{}' }).execute()
    await db.insertInto('audit').values({ actor: 'test', action: 'look', subject: id }).execute()
    const submission = { application_id: id, reference: 'ABC', form_version: '1', snapshot: '{}' }
    await db.insertInto('submission').values(submission).execute()
    const immutable = { code: '23001', message: expect.stringContaining('its rows stand as they were written') }
    for (const [table, column] of [
      ['answer_history', 'revision'],
      ['submission', 'reference'],
      ['audit', 'actor'],
    ]) {
      for (const change of [`update ${table} set ${column} = ${column}`, `delete from ${table}`, `truncate ${table}`]) {
        await expect(sql.raw(change).execute(db), change).rejects.toMatchObject(immutable)
      }
    }
  })

  test('an unknown status and a repeated status are refused', async () => {
    const { db } = on.database
    const { id } = await db
      .insertInto('application')
      .values({ account_id: 'status' })
      .returning('id')
      .executeTakeFirstOrThrow()
    const add = (status: string) => sql`insert into web_status values (${id}, ${status})`.execute(db)
    await add('started')
    await expect(add('started')).rejects.toMatchObject({ code: '23505' })
    await expect(add('finished')).rejects.toMatchObject({ code: '23514' })
  })

  test('an installation of an earlier release goes on hashing passwords as that release does', async () => {
    const { db } = on.database
    const method = async () =>
      (await db.selectFrom('installation').select('hashes_passwords_with').executeTakeFirstOrThrow())
        .hashes_passwords_with
    expect(await method()).toBe('argon2id')
    await sql`alter table installation drop column hashes_passwords_with`.execute(db)
    await passwordHashes.up(db)
    expect(await method()).toBe('scrypt')
  })

  test('an installation of an earlier release stores everything as that release reads it', async () => {
    const { db } = on.database
    const begins = () =>
      db.selectFrom('installation').select(['compresses_signed', 'seals_records']).executeTakeFirstOrThrow()
    expect(await begins()).toEqual({ compresses_signed: true, seals_records: true })
    await db.insertInto('application').values({ account_id: 'earlier' }).execute()
    await sql`alter table installation drop column compresses_signed, drop column signed_compressed_through,
      drop column seals_records`.execute(db)
    for (const table of ['application', 'answer_history', 'validation_report'])
      await sql`alter table ${sql.table(table)} drop column sealed`.execute(db)
    await compressedSubmissions.up(db)
    await sealedRecords.up(db)
    expect(await begins()).toEqual({ compresses_signed: false, seals_records: false })
  })

  test('the release before this one reads and writes application PDFs under the name that it knows', async () => {
    const { db } = on.database
    const { id } = await db
      .insertInto('application')
      .values({ account_id: 'earlier pdf' })
      .returning('id')
      .executeTakeFirstOrThrow()
    const stored = () =>
      db.selectFrom('application_pdf').select(['status', 'file', 'version']).where('application_id', '=', id).execute()
    const record = (status: string) =>
      sql`insert into copy (application_id, status) values (${id}, ${status})
        on conflict (application_id) do update set status = excluded.status, updated_at = clock_timestamp()
        where copy.status <> 'COMPLETED'`.execute(db)
    for (const status of ['UNPROCESSED', 'COMPLETED', 'IN_PROGRESS']) await record(status)
    expect(await stored()).toEqual([{ status: 'COMPLETED', file: null, version: 1 }])
    await inTransaction(db, async (transaction) => {
      await sql`select file from copy where application_id = ${id} for update`.execute(transaction)
      await sql`update copy set file = 'sealed' where application_id = ${id}`.execute(transaction)
    })
    expect(await stored()).toMatchObject([{ file: 'sealed' }])
    const { rows } = await sql`select status from application left join copy on copy.application_id = application.id
      where application.id = ${id}`.execute(db)
    expect(rows).toEqual([{ status: 'COMPLETED' }])
    await expect(record('FINISHED')).rejects.toMatchObject({ code: '23514' })
  })

  test('no function of the database knows application PDFs by their earlier name', async () => {
    const { rows } = await sql<{ proname: string }>`select proname from pg_proc
      where pronamespace = 'public'::regnamespace and prosrc ~ '\\mcopy\\M'`.execute(on.database.db)
    expect(rows).toEqual([])
  })

  test('everything is there after reopening', async () => {
    await on.database.db
      .insertInto('rate_limit')
      .values({ key: 'kept', count: 3, window_ends: new Date(0) })
      .execute()
    const { db } = await on.reopen()
    const kept = await db.selectFrom('rate_limit').selectAll().where('key', '=', 'kept').execute()
    expect(kept).toEqual([{ key: 'kept', count: 3, window_ends: new Date(0) }])
  })

  test('a database of a newer release stops the start', async () => {
    await sql`insert into kysely_migration values ('9999-later', '2099-01-01')`.execute(on.database.db)
    const fault = await on.reopen().catch((error) => error)
    expect(isStartupError(fault)).toBe(true)
    expect(fault.message).toMatch(/^The database belongs to a newer release, which added 9999-later/)
  })
})
