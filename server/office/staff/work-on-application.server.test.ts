import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { onOneDatabase } from '../../testing/index.ts'
import { staffForTests } from './testing/staff-for-tests.ts'

onOneDatabase('help with an account', (on) => {
  const { signedIn, make, audited, applicant, forgotPassword } = staffForTests(on)

  test('staff help with an account without seeing anything of it, and the record says so', async () => {
    const email = `${randomUUID()}@mail.example`
    const id = await applicant({ last_name: 'Helped', email_address: email })
    const { db } = on.database
    const { account_id } = await db
      .selectFrom('application')
      .select('account_id')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    await sql`insert into session (id, token, "userId", "expiresAt", "updatedAt")
      values (${randomUUID()}, ${randomUUID()}, ${account_id}, ${new Date('2027-01-01')}, ${new Date()})`.execute(db)
    const sessions = () => db.selectFrom('session').select('id').where('userId', '=', String(account_id)).execute()
    const [june, eve] = [await signedIn('processor'), await signedIn('viewer', 'Eve Stone')]
    expect((await make(eve, 'helpWithAccount', { what: 'end_sessions' }, id)).status).toBe(403)
    const mailed = await make(june, 'helpWithAccount', { what: 'password_link' }, id)
    expect(mailed).toMatchObject({ status: 200, body: { message: expect.stringContaining('emailed') } })
    expect(forgotPassword).toHaveBeenLastCalledWith({ username: email })
    // As often as a stranger could, and no more often because somebody else of the staff asks.
    const asked = []
    for (const cookie of [june, june, june, june, await signedIn('processor', 'Ben Other')])
      asked.push((await make(cookie, 'helpWithAccount', { what: 'password_link' }, id)).status)
    expect(asked).toEqual([200, 200, 200, 200, 429])
    expect(JSON.stringify(mailed.body)).not.toContain(email)
    expect(await sessions()).toHaveLength(1)
    expect((await make(june, 'helpWithAccount', { what: 'end_sessions' }, id)).status).toBe(200)
    expect(await sessions()).toEqual([])
    for (const action of ['password link sent', 'sessions ended'])
      expect((await audited(action)).at(-1)).toMatchObject({ actor: 'staff:June Hale', subject: id })
    expect((await make(june, 'helpWithAccount', { what: 'end_sessions' }, randomUUID())).status).toBe(404)
    expect((await make(june, 'helpWithAccount', { what: 'nothing' }, id)).status).toBe(400)
  })
})
