import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, inject, test, vi } from 'vitest'
import { connectPostgres, earlierRights, type Right, rights } from '../platform/database/index.ts'
import {
  applicantAt,
  completeAnswers,
  endedProgram,
  freePort,
  keyForTests,
  PATIENCE,
  type Program,
  silentLog,
  startPostgres,
  startProgram,
} from '../testing/index.ts'
import { pdfOf } from '../testing/sample-files/index.ts'

const root = join(import.meta.dirname, '../..')

/** A PostgreSQL of its own with the database and the two users of deploy/roles.sql. */
describe.skipIf('skipped' in inject('postgres'))('with a role of its own for the tables', { timeout: 240_000 }, () => {
  let postgres: Exclude<Awaited<ReturnType<typeof startPostgres>>, { skipped: string }>
  let folder = ''
  let environment: Readonly<Record<string, string>> = {}
  let migration: Readonly<Record<string, string>> = {}
  const programs: Program[] = []
  const urlOf = (user: string) => Object.assign(new URL(postgres.url), { username: user, pathname: '/causeway' }).href

  beforeAll(async () => {
    const started = await startPostgres()
    if ('skipped' in started) throw new Error(started.skipped)
    postgres = started
    folder = await mkdtemp(join(tmpdir(), 'causeway-migrate-'))
    await promisify(execFile)('psql', ['-v', 'ON_ERROR_STOP=1', '-f', join(root, 'deploy/roles.sql'), postgres.url], {
      env: { ...process.env, CAUSEWAY_OWNER_PASSWORD: 'one', CAUSEWAY_APP_PASSWORD: 'two' },
    })
    environment = {
      DATABASE_URL: urlOf('causeway_app'),
      SECRET_KEY: keyForTests,
      PORT: String(await freePort()),
      DATA_DIR: join(folder, 'server'),
      DELIVERIES_FILE: join(folder, 'deliveries.json'),
    }
    await writeFile(
      environment.DELIVERIES_FILE ?? '',
      '{ "registrar": { "profile": "plain", "include": ["documents"] } }',
    )
    migration = { DATABASE_URL: urlOf('causeway_app'), MIGRATION_DATABASE_URL: urlOf('causeway_owner') }
  })
  afterEach(async () => {
    for (const program of programs.splice(0)) await program.kill()
  })
  afterAll(async () => {
    await postgres?.stop()
    await rm(folder, { recursive: true, force: true })
  })

  async function query<Row extends pg.QueryResultRow>(user: string, text: string): Promise<Row[]> {
    const client = new pg.Client({ connectionString: urlOf(user) })
    await client.connect()
    try {
      return (await client.query<Row>(text)).rows
    } finally {
      await client.end()
    }
  }
  const migrated = () => endedProgram('migrate.ts', migration)
  const refusal = async () => {
    const { code, errorOutput } = await endedProgram('main.ts', { ...environment, LOG_LEVEL: 'warn' })
    expect(code).toBe(1)
    return errorOutput
  }

  test('a server does not start on an empty database and says which command to run', async () => {
    expect(await refusal()).toMatch(/^The tables are not up to date, .*: run npm run migrate[^\n]*\.\n$/)
  })

  test('the command makes the tables and grants rights, and a second run changes nothing', async () => {
    const done = 'The tables are up to date, and causeway_app has the rights that servers and workers need.\n'
    for (const _ of [1, 2]) expect(await migrated()).toEqual({ code: 0, output: done, errorOutput: '' })
  })

  test('the user of the servers has exactly the rights of the table, and can make nothing', async () => {
    const rows = await query<{ table_name: string; privilege_type: string }>(
      'causeway_app',
      `select table_name, privilege_type from information_schema.role_table_grants
       where grantee = 'causeway_app' and table_schema = 'public'`,
    )
    const given = (name: string) => rows.filter((row) => row.table_name === name).map((row) => row.privilege_type)
    const expected = (allowed: readonly Right[]) =>
      ['select', ...allowed.filter((each) => !each.includes('('))].map((each) => each.toUpperCase()).sort()
    for (const [name, allowed] of Object.entries({ ...rights, ...earlierRights }))
      expect(given(name).sort(), name).toEqual(expected(allowed))
    expect(given('kysely_migration')).toEqual(['SELECT'])
    for (const forbidden of [
      'create table more (id int)',
      'create schema more',
      'create temporary table more (id int)',
      'create table pgboss.more (id int)',
      'alter table application add column more int',
      'drop table pgboss.job',
      'delete from answer_history',
      'update submission set reference = reference',
      'update answer_history set revision = revision',
      'truncate audit',
      `insert into application_change (application_id, kind) values (gen_random_uuid(), 'submitted')`,
    ]) {
      await expect(query('causeway_app', forbidden), forbidden).rejects.toMatchObject({ code: '42501' })
    }
  })

  test('a server and a worker do all their work with these rights', async () => {
    const log = { LOG_LEVEL: 'info' }
    const server = await startProgram('main.ts', { ...environment, ...log, JOBS: 'off' })
    // The worker shares the server's folder of documents here, as several processes share a bucket.
    const worker = await startProgram('worker.ts', { ...environment, ...log })
    programs.push(server, worker)
    const address = `http://127.0.0.1:${environment.PORT}`
    const applicant = await applicantAt(address, environment.DATA_DIR ?? '')
    const answered = async (method: string, path: string, body?: unknown) => {
      const reply = await applicant.call(method, path, body)
      expect(reply, path).toMatchObject({ status: 200 })
      return reply.body
    }
    await answered('PUT', '/api/answer', { ...completeAnswers, email_address: 'maya@mail.example' })
    await answered('PUT', '/api/last-page', { last_page: '/about' })
    await answered('POST', '/api/validations', { first_name: ['Enter your first name.'] })
    await answered('GET', '/api/profile')
    const kept = await applicant.call('POST', '/public/tmp', { answer: { first_name: 'Ada' } })
    expect(kept.status).toBeLessThan(300)
    await applicant.call('POST', '/public/forgot-password', { username: 'maya@mail.example' })
    const wrong = await applicant.call('POST', '/public/login', { username: 'maya@mail.example', password: 'x' })
    expect(wrong.status).toBe(400)
    await answered('PUT', '/api/answer', { us_citizen: 'N', perm_resident: 'N' })
    await applicant.attach('stopintl_copy', 'visa.pdf', await pdfOf('A visa'))
    await vi.waitUntil(async () => (await applicant.conversion('stopintl_copy')) === 'COMPLETED', PATIENCE)
    await answered('PUT', '/api/answer', { us_citizen: 'Y' })
    await answered('POST', '/api/submit')
    await vi.waitUntil(async () => (await applicant.call('GET', '/api/pdf')).body.status === 'COMPLETED', PATIENCE)
    const command = (...words: string[]) =>
      promisify(execFile)(process.execPath, [join(root, 'server/platform/control/command.ts'), ...words], {
        env: { PATH: process.env.PATH, DATA_DIR: environment.DATA_DIR },
      })
    for (const words of [
      ['health'],
      ['service-link', 'maya@mail.example', '--by', 'June Hale'],
      ['revoke-service-links', 'maya@mail.example', '--by', 'June Hale'],
      ['packet', 'maya@mail.example', join(folder, 'packet.pdf'), '--by', 'June Hale'],
      ['deliver', 'registrar', '--by', 'June Hale', '--dry-run'],
      ['deliver', 'registrar', '--by', 'June Hale'],
      ['sweep', 'adopt'],
      ['sweep'],
      ['schools', 'list'],
    ]) {
      await command(...words)
    }
    const applications = join(environment.DATA_DIR ?? '', 'deliveries/registrar-000002/applications.csv')
    expect(await readFile(applications, 'utf8')).toContain('maya@mail.example')
    expect((await applicant.call('GET', '/api/logout')).status).toBeLessThan(400)
    const lines = programs.map((program) => program.output()).join('\n')
    expect(lines).toContain('"msg"')
    expect(lines).not.toMatch(/42501|permission denied|must be owner/)
    for (const program of programs) expect(await program.stop()).toBe(0)
  })

  test('what is submitted before the rights are given is in the feed too', async () => {
    await query('causeway_owner', 'revoke all on application_change from causeway_app')
    const [row] = await query<{ application_id: string }>(
      'causeway_app',
      `with applicant as (insert into application (account_id) values ('early') returning id)
       insert into submission (application_id, reference, form_version, snapshot)
       select id, 'EARLY', '1', '{}' from applicant returning application_id`,
    )
    const feed = await query('causeway_owner', 'select application_id, kind from application_change order by seq')
    expect(feed.at(-1)).toEqual({ ...row, kind: 'submitted' })
    await query('causeway_owner', `grant create on schema public to causeway_app`)
    const ownTrigger = `create table own (id int); create trigger own after insert on own
      for each row execute function record_submitted()`
    await expect(query('causeway_app', ownTrigger)).rejects.toMatchObject({ code: '42501' })
    await query('causeway_owner', 'revoke create on schema public from causeway_app')
    expect((await migrated()).code).toBe(0)
  })

  test('servers of the release before go on writing application PDFs before the rights are given anew', async () => {
    // As the tables were before they got that name, with a user of their own for it.
    await query('causeway_owner', 'drop view copy')
    await query('causeway_owner', 'alter table application_pdf rename to copy')
    // Of later migrations.
    for (const [table, ...columns] of [
      ['application', 'browsers', 'opened_gates', 'sealed', 'reminders_stopped_at'],
      ['answer_history', 'sealed'],
      ['validation_report', 'sealed'],
      ['service_link', 'rights'],
      ['export_token', 'owner_id', 'purpose', 'waiting_hash', 'confirmed_by', 'confirmed_at'],
      ['erasure', 'removed', 'searched'],
      ['erased_account', 'scrubbed_at'],
      ['document', 'signatures', 'kept_key'],
      ['"user"', 'language'],
      ['submission', 'language', 'edition'],
      ['earlier_submission', 'language', 'edition'],
      ['handling', 'marked_at'],
      ['application_index', 'work', 'work_since', 'work_until', 'came'],
      ['staff_view', 'is_shared'],
      ['installation', 'compresses_signed', 'signed_compressed_through', 'seals_records'],
      ['application_index', 'facets', 'facets_of'],
    ])
      await query('causeway_owner', `alter table ${table} ${columns.map((each) => `drop column ${each}`)}`)
    await query(
      'causeway_owner',
      `drop table revocation, receipt, lost_receipt, edition, edition_draft, edition_count, face_file, form_change; drop function keep_edition, keep_face_file, staff_subject, record_ended_export_token, record_ended_staff_person,
        record_ended_account, keep_staff_ended, record_ended_sessions, end_of_the_feed, tell_form,
        time_mark, work_on, index_work, change_handling cascade`,
    )
    await query('causeway_owner', `delete from kysely_migration where name >= '0042'`)
    const database = await connectPostgres(urlOf('causeway_owner'), silentLog)
    await database.close()
    const written = `with applicant as (insert into application (account_id) values ('meanwhile') returning id)
      insert into copy (application_id, status) select id, 'UNPROCESSED' from applicant returning status`
    expect(await query('causeway_app', written)).toEqual([{ status: 'UNPROCESSED' }])
    await expect(query('causeway_app', 'delete from copy')).rejects.toMatchObject({ code: '42501' })
  })

  test('tables of the job queue that are too old stop the start in the same way', async () => {
    expect((await migrated()).code).toBe(0)
    const [version] = await query<{ version: number }>('causeway_owner', 'select version from pgboss.version')
    await query('causeway_owner', `update pgboss.version set version = ${Number(version?.version) - 1}`)
    expect(await refusal()).toMatch(
      /^The tables of the job queue are not up to date, .*: run npm run migrate[^\n]*\.\n$/,
    )
    await query('causeway_owner', `update pgboss.version set version = ${version?.version}`)
  })

  test('tables of an earlier release stop the start until the command has run', async () => {
    await query(
      'causeway_owner',
      `delete from kysely_migration where name >= (select max(name) from kysely_migration where name like '____-%')`,
    )
    expect(await refusal()).toMatch(/^The tables are not up to date, /)
    await query('causeway_owner', 'drop schema public cascade')
    await query('causeway_owner', 'create schema public')
    expect((await migrated()).code).toBe(0)
    programs.push(await startProgram('main.ts', environment))
    expect(await programs.pop()?.stop()).toBe(0)
  })

  test('settings that do not fit together end the command with one sentence, and nothing is changed', async () => {
    const admin = new pg.Client({ connectionString: postgres.url })
    await admin.connect()
    await admin.query('create database other owner causeway_owner')
    await admin.query('grant connect on database other to causeway_app')
    await admin.end()
    const other = (user: string) => Object.assign(new URL(urlOf(user)), { pathname: '/other' }).href
    const away = (user: string) => Object.assign(new URL(urlOf(user)), { port: '1' }).href
    for (const [given, sentence] of [
      [
        { MIGRATION_DATABASE_URL: other('causeway_owner') },
        'DATABASE_URL and MIGRATION_DATABASE_URL name different databases (causeway and other); nothing was changed.',
      ],
      [{ DATABASE_URL: urlOf('nobody_such') }, 'DATABASE_URL names the user nobody_such, which does not exist.'],
      [
        { MIGRATION_DATABASE_URL: away('causeway_owner') },
        expect.stringMatching(/^MIGRATION_DATABASE_URL names a database that cannot be reached/),
      ],
      [
        { DATABASE_URL: other('causeway_app'), MIGRATION_DATABASE_URL: '' },
        'The user of DATABASE_URL may not change the tables: put the user who owns them into MIGRATION_DATABASE_URL.',
      ],
      [
        { DATABASE_URL: other('causeway_app'), MIGRATION_DATABASE_URL: other('causeway_app') },
        'MIGRATION_DATABASE_URL names a user who may not change the tables: it must be the one who owns them.',
      ],
    ] as const) {
      const { code, errorOutput } = await endedProgram('migrate.ts', { ...migration, ...given })
      expect({ code, sentence: errorOutput.trimEnd() }).toEqual({ code: 1, sentence })
    }
    const unreachable = await endedProgram('migrate.ts', { ...migration, DATABASE_URL: away('causeway_app') })
    expect(unreachable).toMatchObject({ code: 0, output: expect.stringContaining('DATABASE_URL could not be tried') })
  })

  test.each([
    [{}, /^npm run migrate needs DATABASE_URL: /],
    [{ MIGRATION_DATABASE_URL: 'mysql://x' }, /^MIGRATION_DATABASE_URL must begin with postgresql:/],
    [{ DATABASE_URL: 'postgresql://x@127.0.0.1:1/x' }, /cannot be reached/],
  ])('the command with %o ends with one sentence', async (given, sentence) => {
    const { code, errorOutput } = await endedProgram('migrate.ts', given)
    expect({ code, lines: errorOutput.trimEnd().split('\n').length }).toEqual({ code: 1, lines: 1 })
    expect(errorOutput).toMatch(sentence)
  })
})
