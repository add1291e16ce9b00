import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { paths } from '../../../api/index.ts'
import { applicationOf, editApplication } from '../../applying/applications/index.ts'
import { createLimits } from '../../platform/limits/index.ts'
import { appForTests, onOneDatabase } from '../../testing/index.ts'
import { type ErasureDeps, erasureRoutes } from './index.ts'
import { erasuresOn } from './testing/index.ts'

onOneDatabase('deleting one’s account', (on) => {
  const mail = vi.fn<ErasureDeps['mail']['enqueue']>(async () => {})
  let server: Awaited<ReturnType<typeof appForTests>>
  let erasures: ErasureDeps
  beforeAll(async () => {
    erasures = { ...(await erasuresOn(on)), mail: { enqueue: mail } }
    await erasures.jobs.start({ only: 'enqueue' })
    const limits = createLimits(on.database, { change_password: { most: 2, seconds: 600 } })
    const accounts = { isPasswordOf: async (_: string, password: string) => password === 'right' }
    server = await appForTests(
      on.settings,
      (app) => erasureRoutes(app, erasures, { accounts, limits }),
      undefined,
      async (account) => currentOf.get(account) ?? account,
    )
  })
  afterAll(async () => {
    await server.close()
    await erasures.jobs.stop()
  })
  beforeEach(() => mail.mockClear())
  const db = () => on.database.db
  /** Of accounts with several applications, whose calls name the current one. */
  const currentOf = new Map<string, string>()

  /** Somebody with a draft. */
  async function applicant() {
    const account = randomUUID()
    const user = { id: account, name: '', email: `${account}@mail.example`, emailVerified: true, image: null }
    await db()
      .insertInto('user')
      .values({ ...user, updatedAt: new Date() })
      .execute()
    await editApplication(erasures, account, async ({ write }) => void write({ first_name: 'Ada' }))
    const { id } = await applicationOf(erasures, db(), account)
    const { method, path } = paths.deleteAccount
    const erase = (current_password = 'right') => server.call(account, method, path, { current_password })
    return { account, id, erase }
  }
  const isThere = async (id: string) =>
    (await db().selectFrom('application').select('id').where('id', '=', id).execute()).length === 1

  test('erases the draft and the account, ends the sessions, and is confirmed by a last mail', async () => {
    const { account, id, erase } = await applicant()
    const reply = await erase()
    expect(reply).toMatchObject({ status: 200, body: { message: 'Your application and your account were deleted.' } })
    expect(reply.headers.get('set-cookie')).toContain('Max-Age=0')
    expect(await isThere(id)).toBe(false)
    expect(await db().selectFrom('user').select('id').where('id', '=', account).execute()).toEqual([])
    const told = { kind: 'account_deleted', to: `${account}@mail.example`, values: {} }
    expect(mail.mock.calls.map(([, message]) => message)).toEqual([told])
    expect(
      await db().selectFrom('erasure').select('cause').where('application_id', '=', id).executeTakeFirst(),
    ).toEqual({ cause: 'applicant' })
  })

  test('is refused while the application is on hold, and nothing of it goes', async () => {
    const { id, erase } = await applicant()
    const person = { issuer: 'test', subject: randomUUID(), name: 'June Hale', role: 'processor' }
    const made = await db().insertInto('staff_person').values(person).returning('id').executeTakeFirstOrThrow()
    await db().insertInto('hold').values({ application_id: id, reason: 'A dispute.', made_by: made.id }).execute()
    const reply = await erase()
    expect(reply).toMatchObject({ status: 409, body: { code: 'on_hold' } })
    expect([reply.headers.get('set-cookie'), await isThere(id), mail.mock.calls]).toEqual([null, true, []])
  })

  test('leaves the account of whoever has submitted another application, and mails nothing', async () => {
    const { account, id, erase } = await applicant()
    const { id: earlier } = await db()
      .insertInto('application')
      .values({ former_account_id: account })
      .returning('id')
      .executeTakeFirstOrThrow()
    currentOf.set(account, `${account}.${id}`)
    const reply = await erase()
    expect(reply.body.message).toBe(
      'Your application was deleted. Your account stays, because you have submitted another one.',
    )
    expect([await isThere(id), await isThere(earlier), mail.mock.calls]).toEqual([false, true, []])
    expect(await db().selectFrom('user').select('id').where('id', '=', account).execute()).toHaveLength(1)
  })

  test('takes the password, of which only wrong ones count', async () => {
    const { id, erase } = await applicant()
    expect((await erase('wrong')).body.code).toBe('wrong_password')
    expect((await erase('wrong')).body.code).toBe('wrong_password')
    expect((await erase()).status).toBe(429)
    expect(await isThere(id)).toBe(true)
    const other = await applicant()
    expect([(await other.erase('wrong')).status, (await other.erase()).status]).toEqual([400, 200])
  })
})
