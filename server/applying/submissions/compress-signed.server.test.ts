import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { outlineOf } from '../../../engine/index.ts'
import { veteran } from '../../../form/testing/index.ts'
import { createKeyRing } from '../../platform/secrets/index.ts'
import { formOf, readInstitution } from '../../running/institution/index.ts'
import { appForTests, completeAnswers as complete, onOneDatabase } from '../../testing/index.ts'
import { applicationRoutes } from '../applications/index.ts'
import { compressSigned, readSubmission, type SubmissionDeps, sealSnapshot, submissionRoutes } from './index.ts'

const BEGINNING = '00000000-0000-0000-0000-000000000000'

onOneDatabase('what is signed is stored compressed', (on) => {
  let server: Awaited<ReturnType<typeof appForTests>>
  let submissions: SubmissionDeps
  const db = () => on.database.db

  beforeAll(async () => {
    const institution = readInstitution(on.settings)
    submissions = {
      ...{ database: on.database, keyRing: createKeyRing(on.settings), form: formOf(institution), institution },
      ...{ now: () => new Date('2026-11-21T18:00:00Z'), onAccepted: async () => {} },
    }
    server = await appForTests(on.settings, (app) => {
      applicationRoutes(app, submissions)
      submissionRoutes(app, submissions)
    })
  })
  afterAll(() => server.close())

  /** Somebody who has submitted: the application, and how the table has what they signed. */
  const submitted = async () => {
    const account = randomUUID()
    await server.call(account, 'PUT', '/api/answer', complete)
    expect(await server.call(account, 'POST', '/api/submit')).toMatchObject({ status: 200 })
    const { id } = await db()
      .selectFrom('application')
      .select('id')
      .where('account_id', '=', account)
      .executeTakeFirstOrThrow()
    return id
  }
  const isCompressed = async (id: string) => {
    const { rows } = await sql<{ zip: string | null }>`
      select snapshot -> 'sealed' ->> 'zip' as zip from submission where application_id = ${id}`.execute(db())
    return rows[0]?.zip === 'deflate'
  }
  const read = (id: string) => readSubmission(db(), submissions.keyRing, id)
  const compresses = (compresses_signed: boolean) =>
    db().updateTable('installation').set({ compresses_signed }).execute()

  test('at once in a new installation, and read as it was signed', async () => {
    const id = await submitted()
    expect(await isCompressed(id)).toBe(true)
    expect((await read(id))?.snapshot.application.answer).toMatchObject({ first_name: complete.first_name })
  })

  test('the fullest application in less than 12 KB', async () => {
    const id = await submitted()
    const { form, keyRing } = submissions
    const snapshot = { form_version: form.version, application: veteran, outline: outlineOf(form, veteran) }
    const sizeOf = async (isCompressed: boolean) => {
      const sealed = sealSnapshot(snapshot, id, keyRing, isCompressed)
      const { rows } = await sql<{ bytes: number }>`select pg_column_size(${sealed}::jsonb) as bytes`.execute(db())
      return Number(rows[0]?.bytes)
    }
    expect(await sizeOf(true)).toBeLessThan(12 * 1024)
    expect(await sizeOf(false)).toBeGreaterThan(100 * 1024)
  })

  test('later where servers of the release before may run, which read only the other form', async () => {
    await compresses(false)
    const ids = [await submitted(), await submitted(), await submitted()]
    expect(await Promise.all(ids.map(isCompressed))).toEqual([false, false, false])
    const before = await Promise.all(ids.map(read))
    expect(await compressSigned(submissions)).toBe(0)
    expect(await Promise.all(ids.map(isCompressed))).toEqual([false, false, false])

    await compresses(true)
    // As if it had been interrupted behind the first of them.
    const [first = ''] = ids.toSorted()
    await db().updateTable('installation').set({ signed_compressed_through: first }).execute()
    expect(await compressSigned(submissions)).toBe(2)
    expect(await isCompressed(first)).toBe(false)
    await db().updateTable('installation').set({ signed_compressed_through: BEGINNING }).execute()
    expect(await compressSigned(submissions)).toBe(1)
    expect(await compressSigned(submissions)).toBe(0)
    expect(await Promise.all(ids.map(isCompressed))).toEqual([true, true, true])
    expect(await Promise.all(ids.map(read))).toEqual(before)
  })

  test('and nothing else of it may change', async () => {
    const id = await submitted()
    await expect(
      db().updateTable('submission').set({ snapshot: '{}' }).where('application_id', '=', id).execute(),
    ).rejects.toThrow('may not be changed')
  })
})
