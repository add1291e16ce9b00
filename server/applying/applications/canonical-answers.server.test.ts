import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { empty } from '../../../testing/empty.ts'
import { createKeyRing } from '../../platform/secrets/index.ts'
import { formOf, readInstitution } from '../../running/institution/index.ts'
import { appForTests, databasesForTests } from '../../testing/index.ts'
import type { ApplicationDeps } from './application-deps.ts'
import { applicationRoutes } from './application-routes.ts'
import { makeAnswersCanonical } from './canonical-job.ts'
import { frozenRecentAnswers } from './testing/frozen-recent-answers.ts'
import { startUnsealed, storedContents } from './testing/stored-contents.ts'

databasesForTests('canonical answers', (on) => {
  let applications: ApplicationDeps
  let server: Awaited<ReturnType<typeof appForTests>>
  let account = ''
  const call = async (method: string, path: string, body?: unknown) =>
    (await server.call(account, method, path, body)).body
  const stored = async () => (await storedContents(applications, account)).answers

  beforeAll(async () => {
    const institution = readInstitution(on.settings)
    applications = {
      ...{ database: on.database, keyRing: createKeyRing(on.settings), form: formOf(institution), institution },
      ...{ now: () => new Date('2026-11-21T05:30:00Z'), recent: frozenRecentAnswers() },
    }
    server = await appForTests(on.settings, (app) => applicationRoutes(app, applications))
  })
  afterAll(() => server.close())
  beforeEach(() => {
    account = randomUUID()
  })

  test.each([
    ['first_name', '  Ada ', 'Ada'],
    ['last_name', 'Lovelace\t', 'Lovelace'],
    ['middle_name', 'Jose\u0301', 'José'],
    ['prev_name', '\u200B', ''],
    ['city', 'New\u00A0 York', 'New York'],
    ['zip', '５９７１５', '59715'],
    ['hs_class_rank', ' １２', '12'],
    ['sat_score_total', '1200 ', '1200'],
    ['email_address', ' Ada@Example.COM\u200B', 'Ada@example.com'],
    ['phone_home', ' (406) 586-0112', '(406) 586-0112'],
    ['birth_date', '2005-04-19 ', '2005-04-19'],
    ['decision_essay', '  One\t line \r\n\r\nAnother\u200B', 'One line\n\nAnother'],
    ['country', 'PRI', 'USA'],
  ])('%s is stored in its canonical form, which the reply says', async (key, posted, canonical) => {
    await call('PUT', '/api/answer', { ged_transfer: 'D', sat_taken: 'Y' }) // else the ranks and scores are not asked
    const reply = await call('PUT', '/api/answer', { [key]: posted })
    expect(reply).toMatchObject({ canonical: { [key]: canonical } })
    expect((await call('GET', '/api/profile')).answer[key] ?? '').toBe(canonical)
    expect(await call('PUT', '/api/answer', { [key]: canonical })).toMatchObject({ canonical: empty })
  })

  test('a number that identifies somebody is never told in clear', async () => {
    const reply = await call('PUT', '/api/answer', { ssn: '５０１-55-0187' })
    expect(JSON.stringify(reply)).not.toContain('501-55')
    expect((await call('GET', '/api/profile')).answer.ssn).toBe('***-**-0187')
  })

  test('what an earlier release saved is put into its canonical form once, and its history kept', async () => {
    await startUnsealed(applications, account)
    await call('PUT', '/api/answer', { first_name: 'Ada', last_name: 'King' })
    const before = (await call('GET', '/api/profile')).revision
    await sql`update application set answers = answers || '{"first_name": " Ada\u00A0", "city": "\u200B"}'::jsonb
      where account_id = ${account}`.execute(on.database.db)
    expect(await makeAnswersCanonical(applications)).toBe(1)
    expect(await stored()).toMatchObject({ first_name: 'Ada', last_name: 'King', city: '' })
    expect((await call('GET', '/api/profile')).revision).toBe(before + 1)
    expect(await makeAnswersCanonical(applications)).toBe(0)
  })

  test('what was signed stays as it was typed', async () => {
    await startUnsealed(applications, account)
    await call('PUT', '/api/answer', { first_name: 'Ada' })
    const { db } = on.database
    const { rows } = await sql<{ id: string }>`update application
      set answers = answers || '{"city": " Butte "}'::jsonb where account_id = ${account} returning id`.execute(db)
    const id = String(rows[0]?.id)
    const submission = { application_id: id, reference: randomUUID().slice(0, 8), form_version: 'x', snapshot: '{}' }
    await db.insertInto('submission').values(submission).execute()
    await db.updateTable('installation').set({ canonical_through: '00000000-0000-0000-0000-000000000000' }).execute()
    expect(await makeAnswersCanonical(applications)).toBe(0)
    expect(await stored()).toMatchObject({ city: ' Butte ' })
  })
})
